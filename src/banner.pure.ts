/** What the service says once it is ready. */
export interface Banner {
  readonly base: string
  /** From the start of the process. */
  readonly seconds: number
  /** Key of the demo account; null when there is none. */
  readonly key: string | null
  /** Where it is kept. */
  readonly keyFile: string
  /** Whether a person reads this; other outputs end in logs that others keep. */
  readonly terminal: boolean
}

/** The lines of the banner; the key itself is in them on a terminal only. */
export function bannerLines({ base, seconds, key, keyFile, terminal }: Banner): string[] {
  const shown = terminal ? key : `$(cat ${keyFile})`
  return [
    `market-impact is ready on ${base} after ${seconds.toFixed(1)} s`,
    `  GraphiQL  ${base}/graphql`,
    `  REST      ${base}/v1`,
    ...(key === null
      ? []
      : [
          terminal ? `  demo key  ${key}` : `  demo key  in ${keyFile}`,
          `  try       curl -H "Authorization: Bearer ${shown}" "${base}/v1/stocks/AAPL/news?limit=3"`,
        ]),
  ]
}
