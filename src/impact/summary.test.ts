import { describe, expect, test } from 'vitest'
import { openShippedEnricher } from '../../test/setup/shipped-enricher.ts'
import { readAmount } from '../enrichment/summary/amount.pure.ts'
import { createSummaryWriter } from '../enrichment/summary/sentence.pure.ts'
import { compileTemplate } from '../enrichment/summary/template.pure.ts'
import type { SummaryLanguage } from '../enrichment/vocabulary/summary-lexicon.pure.ts'

const { knowledge, lexicons, enrich } = await openShippedEnricher()
const write = createSummaryWriter(lexicons.summary)
const names = new Map(knowledge.assets.map((asset) => [asset.id, asset.shortNames[0] ?? asset.name]))
const sentence = (title: string, language: SummaryLanguage) =>
  write(enrich({ title }).briefFacts, language, (id) => names.get(id) ?? '')

describe('a summary says who, what, how much and for whom', () => {
  test.each([
    [
      'Toyota raises dividend 12%',
      /^Toyota raises its dividend \(12%\), good for the company/,
      /^Toyota เพิ่มเงินปันผล \(12%\) เป็นบวกต่อบริษัท/,
      /^Toyotaが増配（12%）、同社.*に追い風。$/,
    ],
    [
      'Fire halts Escondida',
      /^Supply of copper from Escondida shrinks, good for .+ and bad for BHP/,
      /^อุปทานทองแดงจากเหมืองเอสคอนดิดาลดลง เป็นบวกต่อ.+แต่เป็นลบต่อ BHP/,
      /^エスコンディーダ鉱山の銅供給が減少、.+に追い風、BHP.*には逆風。$/,
    ],
    [
      'Indonesia may ban nickel ore exports',
      /^There is a risk that Indonesia curbs exports of nickel/,
      /^มีความเสี่ยงที่อินโดนีเซียจำกัดการส่งออกนิกเกิล/,
      /^インドネシアがニッケル輸出を制限する恐れ/,
    ],
    [
      'Coinbase hit by cyberattack that may cost up to $400 million',
      /^Coinbase is hit by a cyberattack \(\$400 million\)/,
      /\(400 ล้านดอลลาร์สหรัฐ\)/,
      /（4億ドル）/,
    ],
    [
      'TCS to cut 12,000 jobs',
      /^Tata Consultancy Services cuts jobs \(12,000\), bad for the company\.$/,
      /\(12,000 ตำแหน่ง\)/,
      /（12,000人）/,
    ],
    [
      'Fed cuts rates by 25 basis points',
      /^Interest rates in the United States are cut \(25 basis points\)/,
      /^มีการปรับลดอัตราดอกเบี้ยของสหรัฐ \(25 จุดพื้นฐาน\)/,
      /^米国の政策金利が引き下げ（25ベーシスポイント）/,
    ],
    ['Yen tumbles past 157 per dollar', /^The yen weakens/, /^เงินเยนอ่อนลง/, /^円が下落/],
    [
      'UK retail sales rise 0.3%',
      /^Retail sales data of Britain are in focus \(0\.3%\)/,
      /^ตลาดจับตาตัวเลขยอดค้าปลีกของอังกฤษ/,
      /^英国の小売売上高が焦点/,
    ],
  ])('%s', (title, en, th, ja) => {
    expect(sentence(title, 'en')).toMatch(en)
    expect(sentence(title, 'th')).toMatch(th)
    expect(sentence(title, 'ja')).toMatch(ja)
  })

  test('the enricher writes it in English', () => {
    expect(enrich({ title: 'Toyota raises dividend 12%' })).toMatchObject({
      briefText: sentence('Toyota raises dividend 12%', 'en'),
      briefSource: 'rules',
    })
  })

  test('a headline that tells nothing of the kind is its own summary', () => {
    expect(enrich({ title: 'UPDATE 2-Netanyahu calls for unity after attack' }).briefText).toBe(
      'Netanyahu calls for unity after attack.',
    )
  })

  test('a headline of somebody who is not listed is not told of a company that it only mentions', () => {
    const title = 'Kellogg names Pfizer veteran as finance chief'
    expect(sentence(title, 'en')).not.toMatch(/^Pfizer/)
    expect(enrich({ title }).briefText).toBe(`${title}.`)
    expect(sentence('Pfizer names new finance chief', 'en')).toMatch(/^Pfizer names a new finance chief/)
  })

  test('what a company is let go by is no fall of its shares', () => {
    const told = (title: string) => enrich({ title }).briefText
    expect(told('US Postal Service drops FedEx and picks UPS as main air cargo carrier')).toMatch(/^UPS wins an order/)
    expect(told('Snap plunges 17% as ad-platform glitch dents revenue growth')).toMatch(/^Shares of Snap Inc fall/)
  })

  test('does not tell as a fact what a company denies', () => {
    const title = 'Danone denies report it recalled infant formula in Ireland'
    expect(enrich({ title }).briefText).toBe(`${title}.`)
  })

  test('what is told does not contradict the direction', () => {
    expect(enrich({ title: 'Intuit unveils security platform against ransomware' }).briefText).not.toContain('hit by')
  })
})

test.each([
  ['Apple wins $2.1 billion contract, 12% of sales', { unit: 'USD', value: 2.1e9 }],
  ['Sales climb 12% to €3bn', { unit: 'percent', value: 12 }],
  ['Fed cuts rates by 25 basis points', { unit: 'points', value: 25 }],
  ['Nestle to cut 16,000 jobs', { unit: 'jobs', value: 16_000 }],
  ['Stock falls below 200-day average', null],
])('the amount of "%s"', (title, amount) => {
  expect(readAmount(title)).toEqual(amount)
})

test('what is in brackets is left out where a fact is missing', () => {
  const fill = (facts: Record<string, string>) =>
    compileTemplate('less {good} comes[ from {where}]')((slot) => facts[slot])
  expect(fill({ good: 'tin', where: 'Peru' })).toBe('less tin comes from Peru')
  expect(fill({ good: 'tin' })).toBe('less tin comes')
})
