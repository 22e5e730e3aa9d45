import { LRUCache } from 'lru-cache'
import type { Answer } from './cached-upstream.ts'
import type { AnswerKey } from './upstream-answer.store.ts'

/** Characters of JSON whose values are held at most; as values they take about twice as many bytes. */
const LENGTH_MAX = 32_000_000

/**
 * Kept answers as values, those asked for last, so that a fresh one costs neither a statement nor parsing. They are shared: nobody changes
 * them. What another process fetched since is no more right while this one is fresh.
 */
const remembered = new LRUCache<string, Answer<unknown>>({ maxSize: LENGTH_MAX })

/** The answer to a request, if it is held. */
export function recallAnswer(key: AnswerKey): Answer<unknown> | undefined {
  return remembered.get(nameOf(key))
}

/** Holds an answer whose JSON has so many characters. */
export function rememberAnswer(key: AnswerKey, answer: Answer<unknown>, length: number): void {
  remembered.set(nameOf(key), answer, { size: length + 1 })
}

/** Lets the held answers of a scope of an upstream go, or all. */
export function dropRemembered(upstream?: string, scope?: string): void {
  if (upstream === undefined || scope === undefined) {
    remembered.clear()
    return
  }
  const beginning = nameOf({ upstream, scope, request: '' })
  for (const name of remembered.keys()) if (name.startsWith(beginning)) remembered.delete(name)
}

function nameOf({ upstream, scope, request }: AnswerKey): string {
  return `${upstream}\n${scope}\n${request}`
}
