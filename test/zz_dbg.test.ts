import { test } from 'vitest'
import { GraphQLError } from 'graphql'
import { useApp } from './setup/app.ts'
import { ApiError } from '../src/core/errors.ts'
const app = useApp()
test('x', async () => {
  const { createRequire } = await import('node:module')
  const r = createRequire(import.meta.url)
  console.log('same cjs', r('graphql').GraphQLError === GraphQLError, new ApiError('not_found','x') instanceof GraphQLError, r('graphql').GraphQLError === (await import('@pothos/core')).PothosError.__proto__ )
  console.log(import.meta.resolve('graphql'))
  console.log(await app.graphql('{ stock(id:"005930.KS") { name } }'))
})
