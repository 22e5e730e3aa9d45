import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { readDirectionLexicon } from '../../impact/lexicon/direction-lexicon.source.ts'
import { ASPECTS, DIRECTIONS, type Mention, type Verdict } from '../vocabulary/verdict.pure.ts'
import { createDirectionClassifier, type DirectionClassifier } from './direction.pure.ts'

let classifyDirections: DirectionClassifier

beforeAll(async () => {
  classifyDirections = createDirectionClassifier(await readDirectionLexicon())
})

function verdictOf(title: string, ...names: readonly string[]): Verdict[] {
  const mentions = names.map((name, index): Mention => {
    const start = title.toLowerCase().indexOf(name.toLowerCase())
    return { key: `entity:${index}`, field: 'title', start, end: start + name.length }
  })
  return [...classifyDirections({ title }, mentions).values()]
}

function directions(title: string, ...names: readonly string[]): string {
  return verdictOf(title, ...names)
    .map((verdict) => verdict.direction)
    .join(' ')
}

/** Family of rules -> [title, names, directions]. */
const FAMILIES: Readonly<Record<string, readonly (readonly [string, readonly string[], string])[]>> = {
  'a price that is passed is as good as the verb': [
    ['Silver punches through $60 for first time', ['Silver'], 'pos'],
    ['Nvidia punches past $4 trillion', ['Nvidia'], 'pos'],
  ],
  'the subject and the object of a verb get their own direction': [
    ['Apple sues Samsung over patents, judge to hear case', ['Samsung'], 'neg'],
    ['Regulator fines Barclays', ['Barclays'], 'neg'],
    ['Barclays fined over forex rigging', ['Barclays'], 'neg'],
    ['Airbus beats Boeing in annual order race', ['Airbus', 'Boeing'], 'pos neg'],
    ['Lockheed wins fighter contract from Boeing', ['Lockheed', 'Boeing'], 'pos ambiguous'],
    ['Lockheed loses fighter contract to Boeing', ['Lockheed', 'Boeing'], 'neg pos'],
    ['AMD loses market share to Nvidia', ['AMD', 'Nvidia'], 'neg pos'],
    ['BYD overtakes Tesla as top EV seller', ['BYD', 'Tesla'], 'pos neg'],
    ['FDA approves Novo obesity drug', ['Novo'], 'pos'],
  ],
  'a passive shifter or an affirmation after a noun acts on it': [
    ['Lawsuit against Tesla dismissed', ['Tesla'], 'pos'],
    ['Lawsuit by Delta against Boeing thrown out', ['Delta', 'Boeing'], 'neg pos'],
    ['Lawsuit by Moderna against Pfizer can proceed, judge says', ['Moderna', 'Pfizer'], 'pos neg'],
    ['Class action accusing Apple of overpromising is tossed', ['Apple'], 'pos'],
    ['Asahi restarts shipments after cyberattack', ['Asahi'], 'pos'],
    ['Asahi shares fall after cyberattack', ['Asahi'], 'neg'],
  ],
  'a shifter shifts neither the reason nor the source': [
    ['Ryanair scraps French routes over tax', ['Ryanair'], 'neg'],
    ['UBS removes Tesco from buy list', ['Tesco'], 'neg'],
    ['Citi removes Nike from its conviction list', ['Nike'], 'neg'],
    ['BHP rejects Rio Tinto approach', ['BHP'], 'ambiguous'],
  ],
  'a verb on a move of a quantity turns or keeps the move': [
    ['Strong dollar wipes out sales gains at Tesco', ['Tesco'], 'neg'],
    ['Tesco cuts sales decline in half', ['Tesco'], 'pos'],
    ['Tesco cuts sales outlook', ['Tesco'], 'neg'],
  ],
  'who is dropped from something bad is better off, and so is all of a list': [
    ['EU drops Shell, BP, Eni from benchmark investigation', ['Shell', 'BP', 'Eni'], 'pos pos pos'],
    ['EU adds Shell to fuel benchmark investigation', ['Shell'], 'neg'],
  ],
  'news on both sides of a "but" is mixed': [
    ['Tesco profit falls but dividend rises', ['Tesco'], 'ambiguous'],
    ['Tesco profit falls and dividend falls', ['Tesco'], 'neg'],
    ['Tesco profit falls but shares rise', ['Tesco'], 'pos'],
  ],
  'what a subordinate clause says of another company is no tone': [
    ['Tesco to ensure compliance after Sainsbury bribery report', ['Tesco', 'Sainsbury'], 'ambiguous neg'],
    ['Tesco to ensure compliance after bribery report', ['Tesco'], 'neg'],
  ],
  'a superlative says which way its noun went': [
    ['Xpeng posts narrowest loss in five years', ['Xpeng'], 'pos'],
    ['Xpeng posts widest loss in five years', ['Xpeng'], 'neg'],
    ['Gap posts slowest sales growth in years', ['Gap'], 'neg'],
  ],
  'a denied event has not happened': [
    ['Microsoft denies cutting sales quotas', ['Microsoft'], 'ambiguous'],
    ['Microsoft cuts sales quotas', ['Microsoft'], 'neg'],
  ],
  'costs above forecasts are no good news': [
    ['JPMorgan expects costs of $105 billion, above forecasts', ['JPMorgan'], 'neg'],
    ['JPMorgan expects income of $105 billion, above forecasts', ['JPMorgan'], 'pos'],
  ],
  'names joined by a hyphen get one direction': [
    ['Union Pacific-Norfolk Southern filing sent back', ['Union Pacific', 'Norfolk Southern'], 'neg neg'],
  ],
  'a name with a hyphenated participle is a modifier': [
    ['Nvidia-backed CoreWeave surges', ['Nvidia', 'CoreWeave'], 'ambiguous pos'],
  ],
  'a phrase skips an amount of money inside it': [
    ['Netflix to pay $72 billion for Warner', ['Warner'], 'pos'],
    ['Shell to return up to 20 billion euros to shareholders', ['Shell'], 'pos'],
    ['Elliott builds $1 billion-plus stake in Lululemon', ['Lululemon'], 'pos'],
    ['Adani commissions 50 MW wind project', ['Adani'], 'pos'],
    ['LG loses 9.6 trillion won battery order', ['LG'], 'neg'],
    ['Shell to return Friday to shareholders', ['Shell'], 'ambiguous'],
  ],
  'an object made to do something is burdened, a supplier ordered from gains': [
    ['Judge orders Google to open its app store', ['Google'], 'neg'],
    ['EU forces Apple to allow rival browsers', ['Apple'], 'neg'],
    ['Emirates orders 65 jets from Boeing', ['Boeing'], 'pos'],
  ],
  'an award is the winner’s, whoever gives it': [
    ['Ericsson wins AT&T network deal from Nokia', ['Ericsson', 'AT&T', 'Nokia'], 'pos ambiguous neg'],
    ['Ericsson wins network deal from AT&T', ['Ericsson', 'AT&T'], 'pos ambiguous'],
  ],
  'a name that only modifies another gets no direction of its own': [
    ['Apple supplier Murata posts record profit', ['Apple', 'Murata'], 'ambiguous pos'],
    ['Tesla rival BYD slumps 8%', ['Tesla', 'BYD'], 'ambiguous neg'],
    ['Diageo taps former Tesco boss', ['Tesco'], 'ambiguous'],
  ],
  'a fall to an amount is no refusal': [
    ['Apple declines to $200', ['Apple'], 'neg'],
    ['Apple shares decline to 195 dollars', ['Apple'], 'neg'],
    ['Apple declines to comment on sales', ['Apple'], 'ambiguous'],
    ['Net loss at Intel declines to $1.2 billion', ['Intel'], 'pos'],
    ['Net profit at Intel declines to $1.2 billion', ['Intel'], 'neg'],
    ['BYD profit declines to lowest in three years', ['BYD'], 'neg'],
    ['Boeing declines to give forecast', ['Boeing'], 'ambiguous'],
  ],
  'a close of trading is no closing down': [
    ['Apple closes high', ['Apple'], 'pos'],
    ['Apple closes low', ['Apple'], 'neg'],
    ['Apple closes at record high', ['Apple'], 'pos'],
    ['Apple closes at record low', ['Apple'], 'neg'],
    ['Apple ends at record high', ['Apple'], 'pos'],
    ['Apple closes above $200 for first time', ['Apple'], 'pos'],
    ['Apple closes below $200 for first time', ['Apple'], 'neg'],
    ['Apple closes at $200', ['Apple'], 'ambiguous'],
    ['Apple notches record close', ['Apple'], 'pos'],
    ['Apple notches lowest close since March', ['Apple'], 'neg'],
    ['Apple hits closing high', ['Apple'], 'pos'],
    ['Apple hits closing low', ['Apple'], 'neg'],
    ['Apple closes plant', ['Apple'], 'neg'],
    ['Apple closes 100 stores', ['Apple'], 'neg'],
    ['Apple to close at least two plants', ['Apple'], 'neg'],
  ],
  'advice says what to do with the shares': [
    ['Buy Tesla, says Citi', ['Tesla'], 'pos'],
    ['Avoid Tesla, says Citi', ['Tesla'], 'neg'],
    ['Investors should avoid Tesla', ['Tesla'], 'neg'],
    ['Tesla avoids strike', ['Tesla'], 'pos'],
    ['Time to buy Tesla', ['Tesla'], 'pos'],
    ['Time to sell Tesla', ['Tesla'], 'neg'],
    ['Tesla is a buy', ['Tesla'], 'pos'],
    ['Tesla is a sell', ['Tesla'], 'neg'],
    ['Tesla is not a buy', ['Tesla'], 'neg'],
    ['Tesla is not a sell', ['Tesla'], 'pos'],
    ['Analysts see upside for Tesla', ['Tesla'], 'pos'],
    ["Analysts don't see upside for Tesla", ['Tesla'], 'neg'],
    ['Tesla looks overbought', ['Tesla'], 'neg'],
    ['Tesla stock overbought after rally', ['Tesla'], 'neg'],
    ['Tesla stock oversold after slump', ['Tesla'], 'pos'],
    ['Tesla stock gains after rally', ['Tesla'], 'pos'],
  ],
  'a level that is left is the other way': [
    ['Tesla moves away from lows', ['Tesla'], 'pos'],
    ['Tesla moves away from highs', ['Tesla'], 'neg'],
    ['Tesla off its 52-week lows', ['Tesla'], 'pos'],
    ['Tesla off its 52-week highs', ['Tesla'], 'neg'],
    ['Tesla slips from six-month high', ['Tesla'], 'neg'],
    ['Tesla climbs to six-month high', ['Tesla'], 'pos'],
  ],
  'what is better for the one is worse for the one after "than"': [
    ['Airbus better placed than Boeing', ['Airbus', 'Boeing'], 'pos neg'],
    ['Airbus worse placed than Boeing', ['Airbus', 'Boeing'], 'neg pos'],
    ['Airbus is better placed than Boeing to win orders', ['Airbus', 'Boeing'], 'pos neg'],
    ['Airbus profit better than expected', ['Airbus'], 'pos'],
  ],
  'what slows or holds back a company is bad for it, what slows itself is told by what it is': [
    ['Chip shortage slows Toyota', ['Toyota'], 'neg'],
    ['Chip shortage slows production at Toyota', ['Toyota'], 'neg'],
    ['Chip shortage slows', ['Chip'], 'pos'],
    ['Chip shortage eases for Toyota', ['Toyota'], 'pos'],
    ['Chip shortage holds back Toyota', ['Toyota'], 'neg'],
    ['Toyota held back by chip shortage', ['Toyota'], 'neg'],
    ['Elliott backs Toyota', ['Toyota'], 'pos'],
    ['Demand slows for Toyota', ['Toyota'], 'neg'],
  ],
  'what costs more is bad for its buyer': [
    ['Memory chips to cost more for Apple', ['Apple'], 'neg'],
    ['Memory chips to cost less for Apple', ['Apple'], 'pos'],
    ['Aluminium will cost more for Ford', ['Ford'], 'neg'],
    ['Aluminium will cost less for Ford', ['Ford'], 'pos'],
  ],
  'what befalls rivals is the other way': [
    ['US tariffs on Nucor', ['Nucor'], 'neg'],
    ["US tariffs on Nucor's rivals", ['Nucor'], 'pos'],
    ['Trump imposes tariffs on rivals of Nucor', ['Nucor'], 'pos'],
    ['Tariffs on rivals help Nucor', ['Nucor'], 'pos'],
    ['Tariffs on rivals lift Whirlpool', ['Whirlpool'], 'pos'],
    ['EU fines Google', ['Google'], 'neg'],
    ['EU fines Google rivals', ['Google'], 'pos'],
    ['EU tariffs on rival BYD', ['BYD'], 'neg'],
    ['Apple gains ground', ['Apple'], 'pos'],
    ['Apple rivals gain ground', ['Apple'], 'neg'],
  ],
  'two shifters cancel out, and phrases may contain names': [
    ["FTC abandons bid to block Microsoft's purchase", ['Microsoft'], 'pos'],
    ['CATL added to Pentagon list', ['CATL'], 'neg'],
    ['Merck closes acquisition of Verona', ['Merck'], 'pos'],
    ['CATL removed from Pentagon list', ['CATL'], 'pos'],
  ],
  'a withdrawn offer is bad for its target': [
    ['Couche-Tard withdraws $47 billion offer for Seven & i', ['Seven & i'], 'neg'],
    ['Kraft Heinz withdraws bid for Unilever', ['Unilever'], 'neg'],
  ],
  'a broker’s view of another company is not the broker’s own news': [
    ['Jefferies cuts Kroger to underperform', ['Kroger'], 'neg'],
    ['Morgan Stanley cuts Tesla to underweight', ['Tesla'], 'neg'],
    ["Moody's cuts Boeing to junk", ['Boeing'], 'neg'],
    ['Citi raises Ford to overweight', ['Ford'], 'pos'],
    ['UBS cuts price target on PayPal to $65', ['PayPal', 'UBS'], 'neg ambiguous'],
    ['Goldman Sachs downgrades Tesla to neutral', ['Tesla', 'Goldman Sachs'], 'neg ambiguous'],
    ['Citi raises Alphabet price target to $210', ['Alphabet'], 'pos'],
    ['Lyft initiated with a sell rating', ['Lyft'], 'neg'],
    ['Berkshire trims stake in BYD', ['BYD'], 'neg'],
  ],
  'a change is good or bad by what changes': [
    ['Deutsche Bank costs fall faster than planned', ['Deutsche Bank'], 'pos'],
    ['Deutsche Bank profit falls', ['Deutsche Bank'], 'neg'],
    ['Telefonica debt falls', ['Telefonica'], 'pos'],
    ['Ford posts wider loss', ['Ford'], 'neg'],
    ['Spotify narrows loss', ['Spotify'], 'pos'],
    ['Alcoa reports smaller-than-expected quarterly loss', ['Alcoa'], 'pos'],
    ['Bayer raises loss forecast', ['Bayer'], 'neg'],
    ['Macy’s cuts jobs', ['Macy'], 'neg'],
  ],
  'a price move outweighs the news that caused it': [
    ['Zoom tumbles even as profit beats estimates', ['Zoom'], 'neg'],
    ['Vodafone share price slips despite higher service revenue', ['Vodafone'], 'neg'],
    ['Rolls-Royce shares climb despite delivery delays', ['Rolls-Royce'], 'pos'],
    ['Micron +6% after forecast', ['Micron'], 'pos'],
    ['Rivian (-7.4%) in early trade', ['Rivian'], 'neg'],
  ],
  'clauses keep the news of several names apart': [
    ['Nifty ends lower; Infosys drags, HDFC gains', ['Nifty', 'Infosys', 'HDFC'], 'neg neg pos'],
    ['BPCL, HPCL rally as crude oil slumps', ['BPCL', 'HPCL', 'crude oil'], 'pos pos neg'],
    ['Stronger rupee drags IT stocks; Infosys down 2%', ['rupee', 'Infosys'], 'pos neg'],
  ],
  'negators and polarity shifters reverse evidence': [
    ['Volkswagen avoids strike', ['Volkswagen'], 'pos'],
    ['Tesla fails to meet delivery target', ['Tesla'], 'neg'],
    ['Nissan not expected to return to profit', ['Nissan'], 'neg'],
    ['FTC drops lawsuit against Microsoft', ['Microsoft'], 'pos'],
    ['HSBC cleared of wrongdoing', ['HSBC'], 'pos'],
    ["Tesco's recovery isn't enough", ['Tesco'], 'neg'],
    ['Judge rejects bid to block T-Mobile merger', ['T-Mobile'], 'pos'],
  ],
  'the subject of a delay is no quantity that moved': [
    ['Apple delays deliveries', ['Apple'], 'neg'],
    ['Intel to delay shipments of new chips', ['Intel'], 'neg'],
    ['Nikola raises loss forecast', ['Nikola'], 'neg'],
  ],
  'two values of one quantity are compared': [
    ['Ponsse net sales were EUR 62.4 mn, compared with EUR 48.9 mn', ['Ponsse'], 'pos'],
    ['Hindalco profit at Rs 1,200 crore versus Rs 1,900 crore', ['Hindalco'], 'neg'],
    ['Raisio recorded a loss of EUR 1.2 mn compared to a profit of EUR 3.4 mn', ['Raisio'], 'neg'],
    ['Ramirent made a profit of EUR 5.6 mn as opposed to a loss of EUR 1.5 mn', ['Ramirent'], 'pos'],
    ["Tikkurila's operating margin was 5.4 %, down from 9.1 %", ['Tikkurila'], 'neg'],
    ['Operating profit of Componenta moved from EUR 9.6 mn to EUR 6.2 mn', ['Componenta'], 'neg'],
  ],
  'recommendations and stances concern the name next to them': [
    ['Buy ONGC, target Rs 300', ['ONGC'], 'pos'],
    ['Sell Jet Airways, target Rs 200', ['Jet Airways'], 'neg'],
    ['Prefer ICICI Bank over Axis Bank, says analyst', ['ICICI Bank', 'Axis Bank'], 'pos neg'],
    ['$TSLA long', ['TSLA'], 'pos'],
    ['bullish on $AAPL puts', ['AAPL'], 'neg'],
  ],
  'commodities, currencies and yields are judged by their own price': [
    ['Oil rises on supply fears', ['Oil'], 'pos'],
    ['Oil supply fears grow', ['Oil'], 'pos'],
    ['Gold gains as dollar weakens', ['Gold', 'dollar'], 'pos neg'],
    ['Yen strengthens on intervention talk', ['Yen'], 'pos'],
    ['Rupee falls against dollar', ['Rupee', 'dollar'], 'neg pos'],
    ['Treasury yields rise as inflation tops forecasts', ['Treasury yields'], 'pos'],
  ],
  'prices of things are not the accounts of companies': [
    ['Whirlpool warns higher steel prices squeeze margins', ['Whirlpool', 'steel'], 'neg pos'],
    ['Michelin says rising rubber prices hurt profitability', ['Michelin', 'rubber'], 'neg pos'],
    ['Lower copper prices weigh on Freeport earnings', ['copper', 'Freeport'], 'neg neg'],
    ['Cheap imports hurting sales, Nucor says', ['Nucor'], 'neg'],
  ],
  'an order is won from a customer, business from a rival': [
    ['Nvidia wins order from Microsoft', ['Nvidia', 'Microsoft'], 'pos ambiguous'],
    ['Samsung wins chip order from Tesla', ['Samsung', 'Tesla'], 'pos ambiguous'],
    ['Nokia takes 5G contract from Ericsson', ['Nokia', 'Ericsson'], 'pos neg'],
    ['Accenture loses contract to Infosys', ['Accenture', 'Infosys'], 'neg pos'],
    ['Exxon loses arbitration against Chevron', ['Exxon', 'Chevron'], 'neg pos'],
  ],
  'a threat that a product mitigates is no bad news for its seller': [
    ['CrowdStrike launches security platform against ransomware', ['CrowdStrike'], 'pos'],
    ['Zscaler unveils new tool to stop data breaches', ['Zscaler'], 'pos'],
    ['Asahi halts output after ransomware attack', ['Asahi'], 'neg'],
  ],
  'a denial takes back a rumour': [['Shell denies it is in talks to buy BP', ['BP'], 'neg']],
  'plain facts and balances stay ambiguous': [
    ['Fiskars is headquartered in Helsinki', ['Fiskars'], 'ambiguous'],
    ['IBM to report second-quarter results on July 24', ['IBM'], 'ambiguous'],
    ['Unilever results in line with expectations', ['Unilever'], 'ambiguous'],
    ['Walmart shares little changed', ['Walmart'], 'ambiguous'],
  ],
}

for (const [family, rows] of Object.entries(FAMILIES)) {
  describe(family, () => {
    for (const [title, names, expected] of rows) {
      test(`${title} -> ${expected}`, () => expect(directions(title, ...names)).toBe(expected))
    }
  })
}

test('a hedge weakens a verdict without reversing it', () => {
  const [sure] = verdictOf('ITV is takeover target', 'ITV')
  const [unsure] = verdictOf('ITV could be takeover target', 'ITV')
  const [asked] = verdictOf('Is ITV takeover target?', 'ITV')
  expect(sure?.score).toBeGreaterThan(unsure?.score ?? 1)
  expect(unsure?.score).toBeGreaterThan(0)
  expect(sure?.score).toBeGreaterThan(asked?.score ?? 1)
})

test('the verdict carries the words that decided', () => {
  expect(verdictOf('Siemens lifts full-year profit outlook', 'Siemens')[0]?.because).toBe(
    'lifts full-year profit outlook',
  )
  expect(verdictOf('Fiskars is headquartered in Helsinki', 'Fiskars')[0]?.because).toBe('')
})

test('a mention without a span takes the tone of the whole text', () => {
  const verdict = classifyDirections({ title: 'Operating profit fell to EUR 35 mn' }, [
    { key: 'x', field: 'title', start: 0, end: 0 },
  ])
  expect(verdict.get('x')?.direction).toBe('neg')
})

test('the body counts where the title says nothing', () => {
  const text = 'The retailer Tesco cut its profit outlook.'
  const verdicts = classifyDirections({ title: 'Retail round-up', text }, [
    { key: 'x', field: 'text', start: 13, end: 18 },
  ])
  expect(verdicts.get('x')?.direction).toBe('neg')
})

describe('for any text and offsets', () => {
  const words =
    'Tesco $TSLA -3% +5.1pct profit loss cuts not no rises fails to from EUR 3 mn , ; : ? as but 株価 ไทย e\u0301 \ud83d'
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...words.split(' ')), { maxLength: 30 }).map((picked) => picked.join(' ')),
  )
  const mention = fc.record({
    key: fc.constantFrom('1', '2', 'entity:0'),
    field: fc.constantFrom('title' as const, 'text' as const),
    start: fc.integer({ min: -5, max: 90 }),
    end: fc.integer({ min: -5, max: 90 }),
  })

  test('each key gets one bounded verdict, the same one each time', () => {
    fc.assert(
      fc.property(
        text,
        fc.option(text, { nil: undefined }),
        fc.array(mention, { maxLength: 5 }),
        (title, body, mentions) => {
          const article = { title, text: body }
          const verdicts = classifyDirections(article, mentions)
          expect([...verdicts.keys()]).toEqual([...new Set(mentions.map((each) => each.key))])
          for (const verdict of verdicts.values()) {
            expect(Math.abs(verdict.score)).toBeLessThanOrEqual(1)
            expect(DIRECTIONS).toContain(verdict.direction)
            expect(ASPECTS).toContain(verdict.aspect)
          }
          expect(classifyDirections(article, mentions)).toEqual(verdicts)
        },
      ),
      { numRuns: 300 },
    )
  })
})
