import { decodeHTMLStrict } from 'entities'

/** Longest text kept of an article, in UTF-16 units. */
export const TEXT_MAX = 20_000
/** Longest title taken, in UTF-16 units. */
export const TITLE_MAX = 1_000
// Markup beyond this is not looked at: it would be cut off anyway, and hostile markup costs no more than this.
const MARKUP_MAX = 400_000

const HIDDEN = /^(script|style|template|noscript|iframe|svg|math|head)$/
const INLINE =
  /^(a|abbr|acronym|b|bdi|bdo|big|cite|code|em|font|i|ins|kbd|mark|q|s|small|span|strong|strike|sub|sup|time|tt|u|var|wbr)$/

/** Where the tag that opens at `start` ends (after its `>`), quotes respected; -1 when it never does or another tag begins first. */
function tagEnd(markup: string, start: number): number {
  for (let at = start; at < markup.length; at++) {
    const char = markup[at]
    if (char === '>') return at + 1
    if (char === '<') return -1
    if ((char === '"' || char === "'") && markup[at - 1] === '=') {
      const close = markup.indexOf(char, at + 1)
      // An attribute is short; a quote that closes far away was none.
      if (close === -1 || close - at > 4_000) continue
      at = close
    }
  }
  return -1
}

function withoutTags(markup: string): string {
  let open = markup.indexOf('<')
  if (open === -1) return markup
  const unclosed = new Set<string>()
  let text = ''
  let from = 0
  for (; open !== -1; open = markup.indexOf('<', open)) {
    const special = markup.startsWith('<!--', open) ? '-->' : markup.startsWith('<![CDATA[', open) ? ']]>' : null
    if (special) {
      const close = markup.indexOf(special, open)
      text += markup.slice(from, open)
      // CDATA marks that survive into a text only wrap it.
      if (special === ']]>') text += markup.slice(open + 9, close === -1 ? undefined : close)
      from = open = close === -1 ? markup.length : close + 3
      continue
    }
    const name = /^<[/!?]?([a-z][a-z0-9:-]*)(?![a-z0-9:@.-])/i.exec(markup.slice(open, open + 40))?.[1]?.toLowerCase()
    const end = name === undefined ? -1 : tagEnd(markup, open + 1)
    if (name === undefined || end === -1) {
      open++
      continue
    }
    const opens = markup[open + 1] !== '/' && markup[end - 2] !== '/'
    text += markup.slice(from, open)
    if (!INLINE.test(name)) text += ' '
    from = open = end
    if (!opens || !HIDDEN.test(name) || unclosed.has(name)) continue
    const closing = new RegExp(`</${name}\\s*>`, 'ig')
    closing.lastIndex = end
    if (closing.exec(markup)) from = open = closing.lastIndex
    else unclosed.add(name)
  }
  return text + markup.slice(from)
}

// Soft hyphen, zero-width space, direction marks and overrides, word joiner, byte order mark. The zero-width joiners stay:
// Indic scripts and emoji spell with them.
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Text as a reader sees it: no tags, no scripts, entities decoded once, no invisible characters, one space between words. */
export function plainText(markup: string): string {
  const cut = markup.length > MARKUP_MAX ? markup.slice(0, MARKUP_MAX) : markup
  const bare = withoutTags(cut)
  const decoded = bare.includes('&') ? decodeHTMLStrict(bare) : bare
  const spaced = decoded.replace(INVISIBLE, '').replaceAll(/[\s\u0085]+/g, ' ')
  return spaced
    .replaceAll(/\p{Cc}/gu, '')
    .toWellFormed()
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

/** `plainText` cut to `TEXT_MAX` without splitting a character; null when nothing is left. */
export function articleText(markup: string | null | undefined): string | null {
  const text = plainText(markup ?? '')
  const cut =
    text.length > TEXT_MAX
      ? text
          .slice(0, TEXT_MAX)
          .replace(/[\ud800-\udbff]$/, '')
          .trimEnd()
      : text
  return cut === '' ? null : cut
}

/** Primary language subtag of a BCP 47 tag, lower-case (`en-US` is `en`); null when it is not one. */
export function languageOf(tag: string | null | undefined): string | null {
  return /^([a-z]{2,3})(?:[-_][a-z0-9]{1,8})*$/i.exec(tag?.trim() ?? '')?.[1]?.toLowerCase() ?? null
}
