/** What one call may bring at most; one that turns out to bring more is stopped on the way. */
export const CALL_LIMITS = {
  /** Entries of lists. */
  rows: 300_000,
  /** Values of fields, those of every entry counted. */
  fields: 1_500_000,
  /** Bytes of the answer. */
  bytes: 32_000_000,
  /** Statements one call has under way at the same time. */
  statements: 3,
} as const
