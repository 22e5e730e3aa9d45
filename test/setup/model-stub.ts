import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** One request as the stub saw it. */
export interface Seen {
  readonly headers: IncomingMessage['headers']
  readonly path: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what was sent.
  readonly body: any
  // biome-ignore lint/suspicious/noExplicitAny: and into the question inside it.
  readonly question: any
}

/** How the stub behaves towards one request. */
export type Behaviour = (seen: Seen, response: ServerResponse) => void | Promise<void>

/** An OpenAI-compatible endpoint on this machine that behaves as badly as it is told. */
export interface ModelStub {
  readonly baseUrl: string
  readonly seen: Seen[]
  /** Most requests open at once so far. */
  openMost: number
  /** What requests get: the n-th the n-th, the rest the last one. */
  behave(...behaviours: Behaviour[]): void
  close(): Promise<void>
}

/** Starts a stub on a free port. */
export async function startModelStub(): Promise<ModelStub> {
  let behaviours: Behaviour[] = []
  let open = 0
  const stub: ModelStub = {
    baseUrl: '',
    seen: [],
    openMost: 0,
    behave(...next) {
      behaviours = next
      stub.seen.length = 0
      stub.openMost = 0
    },
    close: () =>
      new Promise((settle) => {
        server.close(() => settle())
        server.closeAllConnections()
      }),
  }
  const server = createServer(async (request, response) => {
    open++
    stub.openMost = Math.max(stub.openMost, open)
    response.once('close', () => open--)
    let text = ''
    for await (const chunk of request) text += chunk
    const body = JSON.parse(text)
    const seen = {
      headers: request.headers,
      path: request.url ?? '',
      body,
      question: JSON.parse(body.messages[1].content),
    }
    stub.seen.push(seen)
    await behaviours[Math.min(stub.seen.length, behaviours.length) - 1]?.(seen, response)
  })
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return Object.assign(stub, { baseUrl: `http://127.0.0.1:${port}/v1` })
}

/** What a well-behaved model says: every listed asset negative on pricing. */
export function verdictOn(seen: Seen, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    assets: seen.question.assets.map((one: { id: string }) => ({ asset: one.id, direction: 'neg', aspect: 'pricing' })),
    impact_score: 5,
    brief_text: 'The model sums the story up in this sentence.',
    translations: { th: 'แบบจำลองสรุปข่าวนี้ในประโยคเดียว', ja: 'モデルがこの記事を一文で要約します。' },
    ...changes,
  }
}

/** Answers with a completion whose content is this. */
export function say(content: unknown, usage: object | null = { total_tokens: 1_000 }): Behaviour {
  return (_, response) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ choices: [{ message: { role: 'assistant', content: text }, finish_reason: 'stop' }], usage }),
    )
  }
}

/** Answers well, but for the changes. */
export function judge(changes: Record<string, unknown> = {}, usage?: object | null): Behaviour {
  return (seen, response) => say(verdictOn(seen, changes), usage)(seen, response)
}

/** Answers with a status and nothing usable. */
export function fail(
  status: number,
  headers: Record<string, string> = {},
  body = '{"error":{"message":"no"}}',
): Behaviour {
  return (_, response) => {
    response.writeHead(status, headers).end(body)
  }
}
