import { entityTag, matchesTag } from '../core/entity-tag.math.ts'
import { chosenEncoding, compressors, type Encoding } from '../core/response.plugin.ts'

/** A page that stays as it is while the service runs. */
export interface FixedPage {
  readonly type: 'text/html' | 'application/json'
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers a request for one page. */
export type AnswerPage = (request: Request, maker: typeof Response) => Promise<Response> | Response

/** A page that is made on its first request, tagged once, and compressed once per encoding. */
export function fixedPage(make: () => FixedPage): AnswerPage {
  let made: (FixedPage & { readonly tag: string }) | undefined
  const compressed = new Map<Encoding, Promise<Uint8Array>>()
  return async (request, maker) => {
    if (!made) {
      const page = make()
      made = { ...page, tag: entityTag(page.body) }
    }
    const { type, body, tag } = made
    const encoding = chosenEncoding(request.headers.get('accept-encoding'))
    const headers: Record<string, string> = {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'private, max-age=0, must-revalidate',
      Vary: 'Accept, Accept-Encoding',
      ETag: encoding ? tag.replace(/"$/, `-${encoding}"`) : tag,
      ...made.headers,
    }
    if (matchesTag(request.headers.get('if-none-match'), tag)) return new maker(null, { status: 304, headers })
    if (request.method === 'HEAD') return new maker(null, { headers })
    if (!encoding) return new maker(body, { headers })
    const bytes = compressed.get(encoding) ?? compressors[encoding](Buffer.from(body))
    compressed.set(encoding, bytes)
    return new maker(new Uint8Array(await bytes), { headers: { ...headers, 'Content-Encoding': encoding } })
  }
}
