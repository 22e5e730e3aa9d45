/** The embedded server could not be had; the message is for the operator as it stands. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}
