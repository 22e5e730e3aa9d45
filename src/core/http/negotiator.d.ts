/** The part of negotiator that is used here; its own types lag behind (`preferred` is missing). */
declare module 'negotiator' {
  class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string>> })
    /** Media types of the Accept header with any quality, most preferred first. */
    mediaTypes(): string[]
    /** The offered media type the Accept header prefers. */
    mediaType(offered: readonly string[]): string | undefined
    /** The offered encoding the Accept-Encoding header prefers; `preferred` decides between equals. */
    encoding(offered: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined
  }
  export = Negotiator
}
