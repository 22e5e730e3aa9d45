import { z } from 'zod'
import { ASPECTS, DIRECTIONS } from '../../enrichment/vocabulary/verdict.pure.ts'
import type { ModelAnswer } from './verdict.pure.ts'

const verdict = z.object({ asset: z.string().max(300), direction: z.enum(DIRECTIONS), aspect: z.enum(ASPECTS) })

/** Invisible line-break hints, as Thai text has between words. */
const HINTS = /[\u00ad\u200b\ufeff]/g
const sentence = z.string().transform((text) => text.replace(HINTS, '').trim())
const translation = sentence.pipe(z.string().max(800)).nullish()

const answer = z.object({
  assets: z.array(verdict).max(64),
  impact_score: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
  brief_text: sentence.pipe(z.string().min(8).max(400)),
  translations: z.object({ th: translation, ja: translation }).nullish(),
})

const completion = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.string().min(1) }), finish_reason: z.string().nullish() }))
    .min(1),
})

const spent = z.object({ usage: z.object({ total_tokens: z.number().int().min(1).max(100_000_000) }) })

/** A parsed completion: the answer or why it is none, and the tokens the endpoint says it took (null when it does not say). */
export interface Completion {
  readonly answer: ModelAnswer | null
  readonly why: string
  readonly tokens: number | null
}

/** Reads the body of a chat completion; reasons never quote it, for it may quote the key. */
export function parseCompletion(body: string): Completion {
  const outer = parseJson(body)
  const tokens = spent.safeParse(outer).data?.usage.total_tokens ?? null
  const none = (why: string): Completion => ({ answer: null, why, tokens })
  if (outer === undefined) return none('the response is not JSON')
  const parsed = completion.safeParse(outer)
  const choice = parsed.data?.choices[0]
  if (!choice) return none('the response holds no answer')
  if (choice.finish_reason === 'length') return none('the answer was cut off')
  const inner = parseJson(bare(choice.message.content))
  if (inner === undefined) return none('the answer is not JSON')
  const said = answer.safeParse(inner)
  if (said.success) return { answer: said.data, why: '', tokens }
  const issue = said.error.issues[0]
  return none(`the answer has a wrong "${issue?.path.join('.') ?? ''}"`)
}

/** The JSON without the reasoning and code fence that models put around it although asked not to. */
function bare(content: string): string {
  const said = content.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim()
  return /^```(?:json)?\s*\n([\s\S]*?)\n?```$/.exec(said)?.[1] ?? said
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
