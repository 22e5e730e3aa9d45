import { z } from 'zod'
import { ApiError } from '../core/errors.ts'
import { builder, rowNumber } from '../core/graphql/builder.ts'
import type { Caller } from '../core/graphql/caller.pure.ts'
import type { Context } from '../core/graphql/context.ts'
import { enumType } from '../core/graphql/enum-type.ts'
import { checkConnectionSize } from '../core/graphql/limit/connection-size.ts'
import { enumeration } from '../core/input/enumeration.pure.ts'
import { inRest, json } from '../core/input/rule.ts'
import { RATE_WINDOW_MS } from './metering/billing-period.pure.ts'
import { balanceOf } from './metering/metering.plugin.ts'
import { ownerOf } from './owner/owner-of.ts'
import { readPreferences, writePreferences } from './preference/preference.store.ts'
import { parsePreferences } from './preference/preference.ts'

const BillingPeriodEnum = enumType(
  enumeration('BillingPeriodLength', 'Length of a billing period.', { day: 'A UTC day.', month: 'A calendar month.' }),
)

const QuotaType = builder.objectRef<Caller>('Quota').implement({
  description: 'Credits of the billing period.',
  fields: (t) => ({
    used: t.exposeInt('used', { description: 'Credits consumed in the period.' }),
    limit: t.int({
      nullable: true,
      description: 'Allowance of the period; null = unlimited.',
      resolve: (caller) => caller.creditLimit,
    }),
    resetsAt: t.field({
      type: 'DateTime',
      description: 'When the period ends.',
      resolve: (caller) => new Date(caller.period.endMs),
    }),
    period: t.field({
      type: BillingPeriodEnum,
      description: 'Length of the period.',
      resolve: (caller) => caller.period.name,
    }),
  }),
})

const RateLimitType = builder.objectRef<Caller>('RateLimit').implement({
  description: 'Requests of the present UTC minute.',
  fields: (t) => ({
    limitPerMinute: t.exposeInt('requestsPerMinute', { description: 'Requests the plan allows per minute.' }),
    remaining: t.int({
      description: 'Requests left in this minute.',
      resolve: (caller) => Math.max(0, caller.requestsPerMinute - caller.requests),
    }),
    resetAt: t.field({
      type: 'DateTime',
      description: 'When the minute ends.',
      resolve: (caller) => new Date(caller.windowStartMs + RATE_WINDOW_MS),
    }),
  }),
})

/** A key, as its owner may see it. */
const ApiKeyType = builder.prismaNode('ApiKey', {
  id: { field: 'id', description: 'Global id.' },
  description: 'An API key; only its prefix is kept in readable form.',
  fields: (t) => ({
    prefix: t.exposeString('prefix', { description: 'First characters of the key.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was issued.' }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; null while it is valid.',
    }),
  }),
  findUnique: (id, context) => ({ id: rowNumber(id), accountId: context.accountId }),
})

/** One row of the credit ledger. */
const CreditChargeType = builder.prismaNode('CreditCharge', {
  id: { resolve: (charge) => charge.requestId, description: 'Global id.' },
  findUnique: (requestId, context) => ({
    accountId_requestId: { accountId: context.accountId, requestId },
  }),
  description: 'One charged call.',
  fields: (t) => ({
    requestId: t.exposeString('requestId', { description: 'Request id, as the X-Request-Id header said.' }),
    operation: t.exposeString('operation', { description: 'Operations charged for.' }),
    credits: t.exposeInt('credits', { description: 'Credits charged.' }),
    chargedAt: t.expose('chargedAt', { type: 'DateTime', description: 'Time of the charge.' }),
  }),
})

const AccountType = builder.objectRef<Caller>('Account')
builder.node(AccountType, {
  id: { resolve: (caller) => String(caller.accountId), description: 'Global id.' },
  loadOne: (id, context) => (rowNumber(id) === context.accountId ? context.admittedCaller() : null),
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'requestsPerMinute' in value,
  description: "The caller's own account.",
  fields: (t) => ({
    name: t.exposeString('accountName', { description: 'Name given when the key was created.' }),
    plan: t.exposeString('plan', { description: 'Plan of the account.' }),
    balance: t.int({
      nullable: true,
      description: 'Credits left in the period; null = unlimited.',
      resolve: (caller) => balanceOf(caller, caller.used),
    }),
    unlimited: t.boolean({
      description: 'Whether credits are unlimited.',
      resolve: (caller) => caller.creditLimit === null,
    }),
    quota: t.field({ type: QuotaType, description: 'Credits of the billing period.', resolve: (caller) => caller }),
    rateLimit: t.field({
      type: RateLimitType,
      description: 'Requests of the present minute.',
      resolve: (caller) => caller,
    }),
    keys: t.prismaField({
      type: [ApiKeyType],
      description: 'Keys of the account, newest first.',
      resolve: (query, _, __, context) => ownerOf(context).apiKey.findMany({ ...query, orderBy: { id: 'desc' } }),
    }),
    charges: t.prismaConnection({
      type: CreditChargeType,
      cursor: 'accountId_requestId',
      description: 'The credit ledger, newest first.',
      resolve: (query, { accountId }, { first, last, after, before }, context) => {
        checkConnectionSize({ first, last })
        checkLedgerCursor('after', after, accountId)
        checkLedgerCursor('before', before, accountId)
        return ownerOf(context).creditCharge.findMany({
          ...query,
          orderBy: [{ chargedAt: 'desc' }, { requestId: 'desc' }],
        })
      },
    }),
  }),
})

/** A cursor is the key of a row of the caller's own ledger; one made up by hand would only fail deeper down. */
function checkLedgerCursor(param: string, cursor: string | null | undefined, accountId: number): void {
  if (cursor === undefined || cursor === null) return
  const [, account] = /^GPC:T:\["N:(\d{1,9})","S:[\w-]{1,64}"\]$/.exec(Buffer.from(cursor, 'base64').toString()) ?? []
  if (account === String(accountId)) return
  throw new ApiError('invalid_parameter', `"${param}" must be a cursor of this connection.`, { param })
}

interface Preferences {
  readonly accountId: number
  readonly value: unknown
}

const PreferencesType = builder.objectRef<Preferences>('Preferences')
builder.node(PreferencesType, {
  id: { resolve: ({ accountId }) => String(accountId), description: 'Global id.' },
  loadOne: (id, context) => (rowNumber(id) === context.accountId ? savedPreferences(context) : null),
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'value' in value && 'accountId' in value,
  description: 'The JSON object kept for the account.',
  fields: (t) => ({
    ok: t.boolean({ description: 'True when it was written.', resolve: () => true }),
    value: t.expose('value', { type: 'JSON', description: 'The object; empty when nothing was saved.' }),
  }),
})

async function savedPreferences({ accountId }: Context): Promise<Preferences> {
  return { accountId, value: await readPreferences(accountId) }
}

const preferencesInput = z.strictObject({ value: inRest('prefs', json('A JSON object.')) })

builder.queryFields((t) => ({
  account: t.metered({
    type: AccountType,
    cost: 'account',
    description: "The caller's account. Free.",
    resolve: (_, __, context) => context.admittedCaller(),
  }),
  preferences: t.metered({
    type: PreferencesType,
    cost: 'preferences',
    description: 'The saved preferences. Free.',
    resolve: (_, __, context) => savedPreferences(context),
  }),
}))

builder.mutationFields((t) => ({
  setPreferences: t.metered({
    type: PreferencesType,
    cost: 'preferences',
    description: 'Replaces the saved preferences as a whole. At most 16 KB of JSON. Free.',
    input: preferencesInput,
    resolve: async (_, { value }, { accountId }) => ({
      accountId,
      value: await writePreferences(accountId, parsePreferences(value)),
    }),
  }),
}))
