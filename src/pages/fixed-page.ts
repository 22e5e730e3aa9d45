import { compressors, type Encoding } from '../core/http/content-encoding.ts'
import { encodedTag, entityTag, matchesTag } from '../core/http/entity-tag.pure.ts'
import { chosenEncoding } from '../core/http/negotiation.ts'
import { preparedResponse } from '../core/http/prepared-body.ts'

/** A page that does not change while the service runs. */
export interface FixedPage {
  readonly type: 'text/html' | 'text/css' | 'text/javascript' | 'application/json'
  /** As text, or as the bytes of text. */
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers a request for one page. */
export type AnswerPage = (request: Request, maker: typeof Response) => Promise<Response> | Response

/** A page that is made on its first request, tagged once, and compressed once per encoding. */
export function fixedPage(make: () => FixedPage | Promise<FixedPage>): AnswerPage {
  let made: Promise<ReturnType<typeof kept>> | undefined
  const compressed = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>()
  return async (request, maker) => {
    made ??= Promise.resolve(make()).then(kept)
    const {
      bytes,
      tag,
      headers: fixed,
    } = await made.catch((error: unknown) => {
      made = undefined
      throw error
    })
    const encoding = chosenEncoding(request.headers.get('accept-encoding'))
    const headers = { ...fixed, ETag: encodedTag(tag, encoding) }
    if (matchesTag(request.headers.get('if-none-match'), tag)) return new maker(null, { status: 304, headers })
    if (request.method === 'HEAD') return new maker(null, { headers })
    if (!encoding) return preparedResponse(maker, bytes, { headers })
    const smaller = compressed.get(encoding) ?? compressors[encoding](bytes).then((buffer) => new Uint8Array(buffer))
    compressed.set(encoding, smaller)
    return preparedResponse(maker, await smaller, { headers: { ...headers, 'Content-Encoding': encoding } })
  }
}

/** A page in memory: as bytes, since a string of 9 MB takes twice that. */
function kept({ type, body, headers }: FixedPage) {
  return {
    bytes: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    tag: entityTag(body),
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'private, max-age=0, must-revalidate',
      Vary: 'Accept, Accept-Encoding',
      ...headers,
    },
  }
}
