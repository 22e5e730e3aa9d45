/** The part of JSON Schema 2020-12 the document uses. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly default?: unknown
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly contentMediaType?: string
  readonly contentSchema?: JsonSchema
  readonly allOf?: readonly JsonSchema[]
}

/** A link to a component. */
export interface Reference {
  readonly $ref: string
}

/** A path, query or header parameter. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly style?: 'form'
  readonly explode?: boolean
  readonly schema: JsonSchema
  readonly example?: unknown
}

/** A body of one media type, with one sample or several by name. */
export interface MediaType {
  readonly schema: JsonSchema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

/** A body by media type. */
export type Content = Readonly<Record<string, MediaType>>

/** A header of an answer. */
export interface Header {
  readonly description: string
  /** Whether every answer that names it has it. */
  readonly required: boolean
  readonly schema: JsonSchema
}

/** An answer with one status. */
export interface Answer {
  readonly description: string
  readonly headers?: Readonly<Record<string, Reference>>
  readonly content?: Content
}

/** What a call costs: so many credits a call, or a row of the answer. */
export interface Credits {
  readonly credits: number
  readonly per: 'call' | 'row'
}

/** One method of one path. */
export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly required: true; readonly content: Content }
  readonly responses: Readonly<Record<string, Answer | Reference>>
  readonly 'x-credits': Credits
  /** Columns of the answer with `format=csv`. */
  readonly 'x-csv-columns'?: readonly string[]
}

/** An OpenAPI 3.1 document, as far as this one goes. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: Readonly<Record<'title' | 'version' | 'summary' | 'description', string>> & {
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly servers: readonly { readonly url: string }[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses: Readonly<Record<string, Answer>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly headers: Readonly<Record<string, Header>>
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
}
