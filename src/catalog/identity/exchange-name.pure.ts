import { nearest } from '../../core/input/nearest.pure.ts'

/** An exchange with its codes and name. */
export interface NamedExchange {
  readonly code: string
  readonly name: string
  /** ISO 10383 market identifier code; null for the pseudo exchanges. */
  readonly mic: string | null
  /** Exchange codes of other vendors, such as NYSE for US or T for JP. */
  readonly alsoWritten: readonly string[]
}

/** Finds exchanges by code, MIC, vendor code or name, in any letter case. */
export interface ExchangeNames {
  /** Code of the exchange; null when none or several match. */
  find(text: string): string | null
  /** The known spelling most similar to an unknown one, with the exchange code where that differs: `NYSE (US)`; null when none is similar. */
  suggest(text: string): string | null
}

/** Builds the look-up; codes take precedence over MICs, MICs over vendor codes, and vendor codes over names. */
export function createExchangeNames(exchanges: readonly NamedExchange[]): ExchangeNames {
  const rounds: ((exchange: NamedExchange) => readonly string[])[] = [
    ({ code }) => [code],
    ({ mic }) => (mic === null ? [] : [mic]),
    ({ alsoWritten }) => alsoWritten,
    ({ name }) => [name],
  ]
  const codes = new Map<string, string>()
  for (const spellingsOf of rounds) {
    const round = exchanges.flatMap((exchange) =>
      spellingsOf(exchange).map((spelling) => ({ spelling: spelling.toUpperCase(), code: exchange.code })),
    )
    for (const [spelling, claims] of Map.groupBy(round, (claim) => claim.spelling)) {
      const [code, ...others] = new Set(claims.map((claim) => claim.code))
      if (code !== undefined && others.length === 0 && !codes.has(spelling)) codes.set(spelling, code)
    }
  }
  return {
    find: (text) => codes.get(text.trim().toUpperCase()) ?? null,
    suggest(text) {
      const near = nearest(text.trim(), [...codes.keys()])
      const code = near === null ? undefined : codes.get(near)
      return code === undefined || code === near ? near : `${near} (${code})`
    },
  }
}
