const prepared = new WeakMap<Response, Uint8Array<ArrayBuffer>>()

/** Makes a response whose bytes were prepared once and are shared by all answers: they are neither copied nor encoded again. */
export function preparedResponse(
  maker: typeof Response,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Response {
  const response = new maker(bytes, { headers: { ...headers } })
  prepared.set(response, bytes)
  return response
}

/** The prepared bytes of a response; undefined when its body was made for this answer. */
export function preparedBytes(response: Response): Uint8Array<ArrayBuffer> | undefined {
  return prepared.get(response)
}
