/** A code with its official text. */
export interface OfficialText {
  readonly code: string
  readonly text: string
}
