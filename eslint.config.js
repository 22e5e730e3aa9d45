import graphql from '@graphql-eslint/eslint-plugin'

// Lints schema.graphql alone; Biome lints the code.
export default [
  {
    files: ['schema.graphql'],
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: './schema.graphql' } },
    },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      ...graphql.configs['flat/schema-recommended'].rules,
      '@graphql-eslint/naming-convention': [
        'error',
        {
          types: 'PascalCase',
          FieldDefinition: 'camelCase',
          InputValueDefinition: 'camelCase',
          DirectiveDefinition: 'camelCase',
          // The contract's tokens, so that both faces say the same: `pos`, `news_count`.
          // Fiscal years, quarters and the latest twelve months are written as everybody writes them: `FY`, `Q1`, `TTM`.
          EnumValueDefinition: { style: 'snake_case', ignorePattern: '^(A|Q|T|FY|Q[1-4]|TTM)$' },
          'FieldDefinition[parent.name.value=Query]': {
            forbiddenPrefixes: ['query', 'get'],
            forbiddenSuffixes: ['Query'],
          },
          'FieldDefinition[parent.name.value=Mutation]': {
            forbiddenPrefixes: ['mutation'],
            forbiddenSuffixes: ['Mutation'],
          },
        },
      ],
      // Only what can be asked for again is a node with an id; pages, figures and rows are values.
      '@graphql-eslint/strict-id-in-types': 'off',
      // `id` is Relay's global id; the public ids beside it are `articleId` and `storyId`.
      '@graphql-eslint/no-typename-prefix': 'off',
    },
  },
]
