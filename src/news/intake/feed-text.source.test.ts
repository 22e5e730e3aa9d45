import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { processorMs } from '../../../test/setup/effort.ts'
import { articleText, languageOf, plainText, TEXT_MAX } from './feed-text.source.ts'

describe('plain text', () => {
  test.each([
    ['Seven &amp; i raises', 'Seven & i raises'],
    ['<b>Oil</b>price <i>up</i><br/>now', 'Oilprice up now'],
    ['<p>One</p><p>Two</p>', 'One Two'],
    ['a<script>alert("<b>")</script>b', 'a b'],
    ['a<style>p{}</style >b<script>never closed', 'a b never closed'],
    ['a</script>b<svg/>c<script>x</script>d', 'a b c d'],
    ['5 < 6 and 7 > 3, x<y', '5 < 6 and 7 > 3, x<y'],
    ['<a title="x > y" href=\'z\'>link</a>', 'link'],
    ['<!-- hidden <b> -->shown<!-- to the end', 'shown'],
    ['<![CDATA[kept &amp; decoded]]>', 'kept & decoded'],
    ['S&P 500, AT&T, R&D;', 'S&P 500, AT&T, R&D;'],
    ['&ldquo;x&rdquo; &#8217; &#x1F600; &nbsp;y', '“x” ’ 😀 y'],
    ['a\u0000b\u0007c\u200b\u202ed\ufeff', 'abcd'],
    ['a\r\n\t b\u0085c\u00a0d', 'a b c d'],
    ['lone \ud800 surrogate', 'lone \ufffd surrogate'],
    ['&lt;b&gt;', '<b>'],
    ['family 👨‍👩‍👧', 'family 👨‍👩‍👧'],
  ])('%j is %j', (markup, text) => {
    expect(plainText(markup)).toBe(text)
  })

  test('is well-formed, single-spaced and free of control characters whatever comes in', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('<', '>', '&', '<a ', '"', '<!--', '&#0;', '&#xD800;', '\ud800'),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = plainText(pieces.join(''))
        expect(text).toBe(text.trim())
        expect(text.isWellFormed()).toBe(true)
        expect(text).not.toMatch(/\p{Cc}|\s\s/u)
      }),
    )
  })

  test('of a text longer than allowed is cut between characters', () => {
    const text = articleText(`a${'😀'.repeat(TEXT_MAX)}`) ?? ''
    expect(text.length).toBe(TEXT_MAX - 1)
    expect(text.isWellFormed()).toBe(true)
  })

  test('of hostile markup is found in no time', async () => {
    const taken = processorMs(() => {
      for (const piece of ['<', '<a ', '<a "', '<!--', '<script>', '&', '&#x', '<a b="', '<![CDATA['])
        plainText(piece.repeat(500_000))
    })
    expect(await taken).toBeLessThan(15_000)
  })
})

test('a language is its primary subtag', () => {
  expect(['en-US', 'TH', 'zh-Hant-TW', 'pt_BR'].map(languageOf)).toEqual(['en', 'th', 'zh', 'pt'])
  expect(['', 'english', '12', null, undefined, 'e'].map(languageOf)).toEqual([null, null, null, null, null, null])
})
