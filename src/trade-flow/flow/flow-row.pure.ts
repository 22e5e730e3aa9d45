/** What says of a row of the trade database whether it is a total or a part of one; null where it is not said. */
interface Breakdown {
  readonly motCode?: string | number | null | undefined
  readonly partner2Code?: string | number | null | undefined
  readonly customsCode?: string | null | undefined
  readonly mosCode?: string | number | null | undefined
}

/** Whether a row is a part of a total: one mode of transport or supply, one customs procedure, one country of consignment. */
export function isPart({ motCode, partner2Code, customsCode, mosCode }: Breakdown): boolean {
  return !isAll(motCode) || !isAll(partner2Code) || !isAll(mosCode) || (customsCode || 'C00') !== 'C00'
}

function isAll(code: string | number | null | undefined): boolean {
  return Number(code ?? 0) === 0
}

/** A weight or quantity; one of nothing for a value of something was not measured. */
export function measured(amount: number | null, valueUsd: number): number | null {
  return amount === 0 && valueUsd > 0 ? null : amount
}
