/** The part of WebAssembly the schema engine needs; Node's types leave it to the DOM library, which a server does not want. */
declare namespace WebAssembly {
  function instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>
}
