import { inSlices, Prepared } from '../../core/call/prepared.ts'
import { pool } from '../../core/database/db.ts'
import type { Page } from '../../core/input/paging.pure.ts'
import type { Pieces } from '../../core/pieces.pure.ts'
import type { Clock } from '../../core/time/clock.ts'
import { type Embedder, embedCorpus, type TextVectors } from '../../embedding/embedding.pure.ts'
import { type CodeFinder, createCodeFinder, type FindableCode } from './code-finder.pure.ts'
import {
  type CodeEntry,
  describeGoods,
  goodsCodes,
  goodsCodesInPieces,
  HS_REVISIONS,
  type HsRevision,
  servicesCodes,
  type TradeType,
} from './code-list.source.ts'
import { goodsCodeOf, servicesCodeOf } from './code-query.pure.ts'
import { tradeTranslator } from './foreign-words.source.ts'
import type { OfficialText } from './official-text.pure.ts'
import { officialTextsAsOf, readOfficialTexts } from './official-text.store.ts'

/** A code that a phrase may mean. */
export interface CodeCandidate {
  readonly code: string
  readonly description: string
  readonly chapter: string
  readonly chapterName: string
  /** 0 to 1. */
  readonly score: number
}

/** Codes that a phrase may mean, best first. */
export interface CodeCandidates extends Page<CodeCandidate> {
  readonly query: string
  /** The classification the codes are of. */
  readonly revision: string
}

/** What is looked for, and where. */
interface CodeSearch {
  readonly query: string
  readonly revision: HsRevision
  readonly type: TradeType
  readonly limit: number
}

/** Services have one revision. */
const EBOPS = 'EBOPS2010'
/** How often it is asked whether official texts have changed. */
const LOOK_EVERY_MS = 3_000

/** Codes that are prepared to be found. */
interface Finder {
  readonly codes: readonly FindableCode[]
  readonly find: CodeFinder
}

/** What the open database has of official texts. */
interface Known {
  readonly finder: Finder
  /** When the latest of them was stored; null without any. */
  readonly asOfMs: number | null
  lookedAtMs: number
}

/** Finders without official texts. */
const plain = new Map<string, Promise<Finder>>()
const known = new WeakMap<object, Map<string, Known>>()
const headings = new Prepared(learnHeadings)

/** Prepares the search among goods of the latest revision, so that no request waits for it. */
export async function warmCodeFinder(clock: Clock): Promise<void> {
  await finderOf('HS2022', clock.now())
  await headings.prepare()
}

/** Finds the codes that a phrase may mean; a phrase that is a code finds itself and what it contains. */
export async function findHsCodes({ query, revision, type, limit }: CodeSearch, clock: Clock): Promise<CodeCandidates> {
  const name = type === 'services' ? EBOPS : revision
  const { codes, find } = await finderOf(name, clock.now())
  if (type === 'goods') await headings.prepare()
  const asked = type === 'services' ? servicesCodeOf(query) : goodsCodeOf(query)
  const byCode = asked === null ? [] : containedIn(codes, asked, type)
  const found = byCode.length > 0 || asked !== null ? byCode : find(query, likenessTo(query, codes, type))
  const rows = found.slice(0, limit).flatMap(({ index, score }) => {
    const code = codes[index]
    return code ? [candidateOf(code, type, score)] : []
  })
  const note = asked !== null && byCode.length === 0 ? absentNote(asked, type, revision) : null
  return {
    query,
    revision: name,
    rows,
    total: found.length,
    limit,
    offset: 0,
    all: false,
    ...(note === null ? {} : { notes: [note] }),
  }
}

function candidateOf({ code, label, heading, official, chapter }: FindableCode, type: TradeType, score: number) {
  const own = type === 'services' || label === '' ? label || heading : `${heading}: ${label}`
  return {
    code,
    description: official || own,
    chapter: type === 'services' ? (code.split('.')[0] ?? code) : code.slice(0, 2),
    chapterName: chapter,
    score,
  }
}

/** A code first, then what is part of it: digits go by twos within goods, and by dots and letters within services. */
function containedIn(
  codes: readonly FindableCode[],
  asked: string,
  type: TradeType,
): { index: number; score: number }[] {
  const wanted = asked.toLowerCase()
  const part = type === 'services' ? /^\D/ : /^(?:\d{2})+$/
  const found = codes.flatMap(({ code }, index) => {
    const own = code.toLowerCase()
    if (own === wanted) return [{ index, score: 1 }]
    return own.startsWith(wanted) && part.test(own.slice(wanted.length)) ? [{ index, score: 0.9 }] : []
  })
  return found.sort((a, b) => b.score - a.score || a.index - b.index)
}

function absentNote(asked: string, type: TradeType, revision: HsRevision): string {
  if (type === 'services') return `There is no service with the code ${asked} in EBOPS 2010.`
  const others = HS_REVISIONS.filter((one) => goodsCodes().get(asked)?.revisions.has(one))
  const elsewhere = others.length > 0 ? ` It is one of ${others.join(' and ')}: ${describeGoods(asked)}.` : ''
  return `There is no code ${asked} in ${revision}.${elsewhere}`
}

/** The finder of a classification; official texts that any process stored are known some seconds later. */
async function finderOf(name: string, nowMs: number): Promise<Finder> {
  const ofDatabase = known.get(pool) ?? new Map<string, Known>()
  known.set(pool, ofDatabase)
  const current = ofDatabase.get(name)
  if (current && nowMs - current.lookedAtMs < LOOK_EVERY_MS) return current.finder
  if (current) current.lookedAtMs = nowMs
  const asOfMs = (await officialTextsAsOf(name))?.getTime() ?? null
  if (current && current.asOfMs === asOfMs) return current.finder
  const finder = asOfMs === null ? await plainFinder(name) : await prepare(name, await readOfficialTexts(name))
  ofDatabase.set(name, { finder, asOfMs, lookedAtMs: nowMs })
  return finder
}

function plainFinder(name: string): Promise<Finder> {
  const finder = plain.get(name) ?? prepare(name, [])
  plain.set(name, finder)
  return finder
}

async function prepare(name: string, texts: readonly OfficialText[]): Promise<Finder> {
  const official = new Map(texts.map(({ code, text }) => [code, text]))
  if (name !== EBOPS) await inSlices(goodsCodesInPieces())
  const codes = name === EBOPS ? findableServices(official) : findableGoods(name, official)
  return { codes, find: await inSlices(createCodeFinder(codes, tradeTranslator())) }
}

function findableGoods(revision: string, official: ReadonlyMap<string, string>): FindableCode[] {
  const all = goodsCodes()
  return [...all.values()].flatMap(({ code, label, terms, revisions }) => {
    if (code.length !== 6 || ![...revisions].some((one) => one === revision)) return []
    const heading = all.get(code.slice(0, 4))
    const chapter = all.get(code.slice(0, 2))?.label ?? ''
    return [
      {
        code,
        label,
        terms,
        heading: heading?.label ?? '',
        headingTerms: heading?.terms ?? [],
        chapter,
        official: official.get(code) ?? '',
      },
    ]
  })
}

function findableServices(official: ReadonlyMap<string, string>): FindableCode[] {
  const all = servicesCodes()
  return [...all.values()].map(({ code, label, terms }) => {
    const parent = parentOf(code, all)
    const top = all.get(code.split('.')[0] ?? '')
    return {
      code,
      label,
      terms,
      heading: parent?.label ?? '',
      headingTerms: parent?.terms ?? [],
      chapter: top?.label ?? 'Services',
      official: official.get(code) ?? '',
    }
  })
}

function parentOf(code: string, all: ReadonlyMap<string, CodeEntry>): CodeEntry | undefined {
  return all.get(code.split('.').slice(0, -1).join('.'))
}

/** Likeness of meaning between a phrase and the heading of each code. */
function likenessTo(query: string, codes: readonly FindableCode[], type: TradeType): (index: number) => number {
  if (type === 'services') return () => 0
  const ofHeading = headings.value(query)
  return (index) => ofHeading(Number(codes[index]?.code.slice(0, 4) ?? -1))
}

/** Vectors learnt from what headings and all codes in them are called together. */
function* learnHeadings(): Pieces<(query: string) => (heading: number) => number> {
  const texts = new Map<number, string[]>()
  for (const { code, label, terms } of goodsCodes().values()) {
    if (code.length < 4) continue
    const heading = Number(code.slice(0, 4))
    const words = [label, ...terms]
    texts.set(heading, [...(texts.get(heading) ?? []), ...words])
  }
  yield
  const { embedder, vectors: vectorsOf } = yield* embedCorpus([...texts.values()].map((words) => words.join(' ')))
  return headingsLike(embedder, yield* vectorsOf(), [...texts.keys()])
}

/** Apart from what reads the texts, so that who keeps this does not keep them. */
function headingsLike(embedder: Embedder, vectors: TextVectors, headings: readonly number[]) {
  const places = new Map(headings.map((heading, place) => [heading, place]))
  return (query: string) => {
    const vector = embedder.embed(query)
    const known = new Map<number, number>()
    return (heading: number) => {
      const likeness = known.get(heading)
      if (likeness !== undefined) return likeness
      const place = places.get(heading)
      const close = place === undefined ? 0 : Math.max(0, vectors.similarityTo(vector, place))
      known.set(heading, close)
      return close
    }
  }
}
