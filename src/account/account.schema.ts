import { builder, rowNumber } from '../core/builder.ts'
import { isoSeconds } from '../core/calendar.math.ts'
import type { Caller } from '../core/caller.ts'
import type { Context } from '../core/context.ts'
import { prisma } from '../core/db.ts'
import { ApiError } from '../core/errors.ts'
import { balanceOf } from './metering.plugin.ts'
import { readPreferences, writePreferences } from './preference.store.ts'
import { parsePreferences } from './preference.ts'

const QuotaType = builder.objectRef<Caller>('Quota').implement({
  description: 'Credits of the billing period.',
  fields: (t) => ({
    used: t.exposeInt('used', { description: 'Credits consumed in the period.' }),
    limit: t.int({
      nullable: true,
      description: 'Allowance of the period; null = unlimited.',
      resolve: (caller) => caller.creditLimit,
    }),
    resetsAt: t.string({
      description: 'When the period ends.',
      resolve: (caller) => isoSeconds(new Date(caller.period.endMs)),
    }),
    period: t.string({ description: 'day or month.', resolve: (caller) => caller.period.name }),
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
    resetAt: t.string({
      description: 'When the minute ends.',
      resolve: (caller) => isoSeconds(new Date(caller.windowStartMs + 60_000)),
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
      description: 'When it was revoked; null while it lives.',
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
    operation: t.exposeString('operation', { description: 'What was charged for.' }),
    credits: t.exposeInt('credits', { description: 'Credits taken.' }),
    chargedAt: t.expose('chargedAt', { type: 'DateTime', description: 'When.' }),
  }),
})

const AccountType = builder.objectRef<Caller>('Account')
builder.node(AccountType, {
  id: { resolve: (caller) => String(caller.accountId), description: 'Global id.' },
  loadOne: (id, context) => (rowNumber(id) === context.accountId ? context.entered() : null),
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
      resolve: (query, caller) =>
        prisma.apiKey.findMany({ ...query, where: { accountId: caller.accountId }, orderBy: { id: 'desc' } }),
    }),
    charges: t.prismaConnection({
      type: CreditChargeType,
      cursor: 'accountId_requestId',
      description: 'The credit ledger, newest first.',
      resolve: (query, caller, args) => {
        checkLedgerCursor('after', args.after)
        checkLedgerCursor('before', args.before)
        return prisma.creditCharge.findMany({
          ...query,
          where: { accountId: caller.accountId },
          orderBy: [{ chargedAt: 'desc' }, { requestId: 'desc' }],
        })
      },
    }),
  }),
})

/** A cursor is the key of a ledger row; one made up by hand would only fail deeper down. */
function checkLedgerCursor(param: string, cursor: string | null | undefined): void {
  if (cursor === undefined || cursor === null) return
  if (/^GPC:J:\[\d{1,9},"[\w-]{1,64}"\]$/.test(Buffer.from(cursor, 'base64').toString())) return
  throw new ApiError('invalid_parameter', `"${param}" must be a cursor of this connection.`, { param })
}

interface Preferences {
  readonly accountId: number
  readonly prefs: unknown
}

const PreferencesType = builder.objectRef<Preferences>('Preferences')
builder.node(PreferencesType, {
  id: { resolve: ({ accountId }) => String(accountId), description: 'Global id.' },
  loadOne: (id, context) => (rowNumber(id) === context.accountId ? savedPreferences(context) : null),
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'prefs' in value,
  description: 'The JSON object kept for the account.',
  fields: (t) => ({
    ok: t.boolean({ description: 'True when it was written.', resolve: () => true }),
    prefs: t.expose('prefs', { type: 'JSON', description: 'The object; empty when nothing was saved.' }),
  }),
})

async function savedPreferences({ accountId }: Context): Promise<Preferences> {
  return { accountId, prefs: await readPreferences(accountId) }
}

builder.queryFields((t) => ({
  account: t.field({
    type: AccountType,
    nullable: true,
    description: "The caller's account. Free.",
    resolve: (_, __, context: Context) => context.entered(),
  }),
  preferences: t.field({
    type: PreferencesType,
    nullable: true,
    description: 'The saved preferences. Free.',
    resolve: (_, __, context) => savedPreferences(context),
  }),
}))

builder.mutationFields((t) => ({
  setPreferences: t.field({
    type: PreferencesType,
    nullable: true,
    description: 'Replaces the saved preferences as a whole. At most 16 KB of JSON. Free.',
    args: { prefs: t.arg({ type: 'JSON', required: true, description: 'A JSON object.' }) },
    resolve: async (_, { prefs }, { accountId }) => ({
      accountId,
      prefs: await writePreferences(accountId, parsePreferences(prefs)),
    }),
  }),
}))
