const prepared = new WeakMap<Response, Uint8Array<ArrayBuffer>>()

/** Makes a response of bytes that are ready to be sent: they are neither copied nor encoded again, and answers may share them. */
export function preparedResponse(
  maker: typeof Response,
  bytes: Uint8Array<ArrayBuffer>,
  { headers, status = 200 }: { readonly headers: HeadersInit; readonly status?: number },
): Response {
  const response = new maker(bytes, { headers, status })
  prepared.set(response, bytes)
  return response
}

/** The bytes of a response that were ready; undefined when its body has to be read. */
export function preparedBytes(response: Response): Uint8Array<ArrayBuffer> | undefined {
  return prepared.get(response)
}
