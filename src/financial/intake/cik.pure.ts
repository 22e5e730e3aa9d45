const CIK = /^(?:CIK)?0*([1-9]\d{0,9})$/i

/** The number of a company at the SEC, written `320193` or `CIK0000320193`; null for anything else. */
export function cikIn(text: string): string | null {
  return CIK.exec(text)?.[1] ?? null
}

/** Whether a source is a company's number rather than a file. */
export function isCik(source: string): boolean {
  return cikIn(source) !== null
}
