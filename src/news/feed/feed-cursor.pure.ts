/** Orders a feed can be read in; newest first is `recency`. */
type FeedOrder = 'recency' | 'impact' | 'relevance'

/** The place of a row in a feed, which stays where it is whatever is stored before and behind it. */
export interface FeedPosition {
  /** What the feed is ordered by before recency: impact score or relevance; null in order of recency. */
  readonly measure: number | null
  readonly published: Date
  readonly articleId: number
  /** Id of the last article stored when the reading began: later ones are no part of it. */
  readonly lastId: number
}

/** A position as opaque text, base64url. */
export function encodeFeedCursor(order: FeedOrder, position: FeedPosition): string {
  const { measure, published, articleId, lastId } = position
  return Buffer.from([order, measure ?? '', published.getTime(), articleId, lastId].join(':')).toString('base64url')
}

/** The position a cursor of this order stands for; null for every text that `encodeFeedCursor` cannot have made. */
export function decodeFeedCursor(order: FeedOrder, cursor: string): FeedPosition | null {
  if (cursor.length > CURSOR_LENGTH_MAX) return null
  const [, measure, published, articleId, lastId] = Buffer.from(cursor, 'base64url').toString('latin1').split(':')
  const position = {
    measure: measure === '' ? null : Number(measure),
    published: new Date(Number(published)),
    articleId: Number(articleId),
    lastId: Number(lastId),
  }
  // Written anew it must be the same, so that one position has one cursor and nothing half-read passes.
  return isPosition(order, position) && encodeFeedCursor(order, position) === cursor ? position : null
}

const CURSOR_LENGTH_MAX = 120
const ID_MAX = 2 ** 31 - 1
/** Years 0 to 9999, which PostgreSQL reads. */
const [FIRST_MS, LAST_MS] = [-62_167_219_200_000, 253_402_300_799_999]

function isPosition(order: FeedOrder, { measure, published, articleId, lastId }: FeedPosition): boolean {
  const ms = published.getTime()
  return (
    isMeasure(order, measure) &&
    ms >= FIRST_MS &&
    ms <= LAST_MS &&
    [articleId, lastId].every((id) => Number.isInteger(id) && id >= 1 && id <= ID_MAX) &&
    articleId <= lastId
  )
}

function isMeasure(order: FeedOrder, measure: number | null): boolean {
  if (order === 'recency') return measure === null
  if (measure === null) return false
  if (order === 'impact') return Number.isInteger(measure) && measure >= 1 && measure <= 5
  // Stored in single precision, which has no number nearer to nought than its smallest.
  return measure >= 0 && measure <= 1 && (measure === 0 || Math.fround(measure) > 0)
}
