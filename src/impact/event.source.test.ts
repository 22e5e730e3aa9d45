import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createEnricher } from '../enrichment/enrich.pure.ts'
import type { AssetImpact } from '../enrichment/vocabulary/verdict.pure.ts'
import { readKnowledge } from './knowledge.source.ts'
import { readLexicons } from './lexicon.source.ts'

let read: (title: string) => ReadonlyMap<string, AssetImpact>

beforeAll(async () => {
  const [knowledge, lexicons] = await Promise.all([readKnowledge(), readLexicons()])
  // What the rules say, however sure they are: the cut-off moves with every calibration.
  const enrich = createEnricher(knowledge, { ...lexicons, confidence: { ...lexicons.confidence, cutOff: 0 } })
  const tickerOf = new Map(knowledge.assets.map(({ id, ticker }) => [id, ticker]))
  read = (title) => new Map(enrich({ title }).impacts.map((impact) => [tickerOf.get(impact.assetId) ?? '', impact]))
}, 60_000)

/** Headlines that differ in what becomes of the event, with the direction of one asset. */
const PAIRS: readonly (readonly [ticker: string, direction: 'pos' | 'neg', titles: readonly string[]])[] = [
  [
    'NICKEL.COMM',
    'pos',
    [
      'Indonesia bans nickel ore exports',
      'Jakarta extends nickel ore export ban',
      'Indonesia delays lifting of nickel ore export ban',
    ],
  ],
  [
    'NICKEL.COMM',
    'neg',
    [
      'Indonesia lifts nickel ore export ban',
      'Jakarta rules out nickel ore export ban',
      'Indonesian nickel ore export ban lifted',
    ],
  ],
  ['COPPER.COMM', 'pos', ['Fire halts Escondida', 'Strike at Escondida enters third week', 'Landslide shuts Grasberg']],
  ['COPPER.COMM', 'neg', ['Escondida resumes mining', 'Escondida strike averted', 'Strike at Escondida ends']],
  [
    'BRENT.COMM',
    'pos',
    ['OPEC+ cuts output', 'OPEC+ pauses output hikes', 'OPEC+ extends output cuts', 'Strait of Hormuz closed'],
  ],
  ['BRENT.COMM', 'neg', ['OPEC+ raises output', 'OPEC+ ends output cuts', 'Strait of Hormuz reopens']],
  ['NUE.US', 'pos', ['Trump doubles steel import tariff', 'White House slaps tariff on steel from Brazil']],
  ['NUE.US', 'neg', ['Trump scraps steel import tariff', 'White House halves tariff on steel from Brazil']],
  ['COFFEE.COMM', 'pos', ['Frost hits coffee crop in Minas Gerais', 'Drought shrinks Brazilian arabica harvest']],
  ['COFFEE.COMM', 'neg', ['Rains revive coffee crop in Minas Gerais', 'Brazil reaps record arabica harvest']],
  ['USDSEK.FX', 'neg', ['Riksbank raises rates by half a point', 'Swedish inflation jumps to 4%']],
  ['USDSEK.FX', 'pos', ['Riksbank cuts rates by half a point', 'Swedish inflation slows to 1%']],
  ['ANTO.LSE', 'pos', ['Fire halts Escondida']],
  ['BHP.AU', 'neg', ['Fire halts Escondida']],
  ['HSY.US', 'neg', ['Ivory Coast bans cocoa exports']],
  // A state that bars or lets what is sold to its people.
  ['META.US', 'neg', ['Australia bans social media for under-16s']],
  ['0700.HK', 'neg', ['Beijing limits minors to three hours of online gaming a week']],
  ['0700.HK', 'pos', ['Beijing approves 45 new video games']],
  ['PLUS.LSE', 'neg', ['Australian regulator halves leverage on CFDs for retail clients']],
  [
    'BATS.LSE',
    'pos',
    ['Brazil lifts ban on e-cigarettes', 'Juul e-cigarettes ordered off shelves by health regulator'],
  ],
  // A fire that a company's lines start, or did not.
  ['PCG.US', 'neg', ['PG&E says its power lines may have started Sierra blaze']],
  ['XEL.US', 'neg', ['Xcel equipment ignited Marshall fire, sheriff says']],
  // A jet that is grounded strikes who built it and who flies it.
  ['BA.US', 'neg', ['Regulators ground 171 MAX 9s after panel tears off']],
  ['UAL.US', 'neg', ['Regulators ground 171 MAX 9s after panel tears off']],
  ['HWM.US', 'pos', ['FAA lifts 38-a-month ceiling on 737 output']],
  // A company that no longer wants another.
  ['UCG.MI', 'pos', ['UniCredit walks away from Commerzbank']],
  ['CBK.XETRA', 'neg', ['UniCredit walks away from Commerzbank']],
  // What others buy and sell of a currency or of debt.
  ['USDARS.FX', 'neg', ['U.S. Treasury buys Argentine pesos']],
  ['USDCHF.FX', 'pos', ['SNB sells francs to weaken currency']],
  ['GB-10Y.GB', 'neg', ['Bank of England promises to buy gilts']],
  ['GB-10Y.GB', 'pos', ['Bank of England to sell gilts']],
  ['JP-10Y.GB', 'pos', ['Bank of Japan cuts bond buying']],
  // A currency named by its country is the quote of its pair.
  ['USDTRY.FX', 'pos', ["Turkey's lira plunges to record low", 'Turkish lira plunges to record low']],
  ['USDKRW.FX', 'pos', ["South Korea's won slumps"]],
  ['TR-10Y.GB', 'pos', ["Turkey's lira plunges to record low"]],
  ['WTI.COMM', 'neg', ['WTI crude settles at minus $37 with tanks full']],
  ['SOYOIL.COMM', 'pos', ['EPA sets biomass-diesel mandate well above what industry asked for']],
  ['NVDA.US', 'neg', ['Nvidia sees sales short of estimates']],
  ['DELL.US', 'pos', ['Dell sees revenue well above expectations on AI servers']],
  // A duty beside what it was.
  [
    '7203.JP',
    'pos',
    [
      'Japanese carmakers to face 15% American duty instead of 27.5%',
      'Washington cuts duty on Japanese cars to 15% from 27.5%',
    ],
  ],
  [
    '7203.JP',
    'neg',
    [
      'Japanese carmakers to face 27.5% American duty instead of 15%',
      'Washington lifts duty on Japanese cars from 15% to 27.5%',
    ],
  ],
  // What a storm or heat does to a place or crop, not to its price.
  ['ROBUSTA.COMM', 'pos', ["Typhoon batters Vietnam's Central Highlands"]],
  ['CANOLA.COMM', 'pos', ['Heatwave shrivels canola']],
  ['COKINGCOAL.COMM', 'pos', ['Floods leave Queensland coking coal mines under water']],
  // A currency as it is moves those who sell abroad; its own verb says what it does.
  ['7203.JP', 'pos', ["Weak yen lifts Japan's exporters"]],
  ['7203.JP', 'neg', ["Strong yen hurts Japan's exporters"]],
  // A year before what is forecast is no amount.
  ['BRENT.COMM', 'neg', ['OPEC cuts forecast for 2026 oil demand']],
  ['BRENT.COMM', 'neg', ['OPEC+ agrees another 137,000 bpd for November']],
  // Its own producers pay a tax of a country; of a small country its own industry.
  ['PETR4.SA', 'neg', ['Brazil imposes production tax on crude exporters']],
  ['PKO.WAR', 'neg', ['Poland raises tax on banks']],
  ['PKO.WAR', 'pos', ['Poland scraps tax on banks']],
  // Airports and those whose hub they are.
  ['IAG.LSE', 'neg', ['Heathrow shut after substation fire', 'Drone sightings close Heathrow']],
  ['IAG.LSE', 'pos', ['Heathrow reopens after substation fire']],
  ['DAL.US', 'neg', ['FAA orders 10% of flights cut']],
  // What is bought more of.
  ['PALMOIL.COMM', 'pos', ['Indonesia to blend 50% palm oil in diesel']],
  ['GOLD.COMM', 'pos', ['Central banks keep hoarding bullion']],
  // Who pays a tariff, who is spared, and who decides.
  ['7203.JP', 'neg', ['Washington slaps 25% tariff on Japanese cars', 'Japan faces 25% American duty on cars']],
  ['7203.JP', 'pos', ['Washington cuts tariff on Japanese cars to 15%', 'Japan wins cut in American duty on cars']],
  ['LUMBER.COMM', 'pos', ['US lifts duties on Canadian lumber to 35%']],
  ['LUMBER.COMM', 'neg', ['US lifts duties on Canadian lumber', 'US drops Canadian lumber duties']],
  ['CANOLA.COMM', 'neg', ['Beijing hits Canadian canola with 76% anti-dumping deposit']],
  ['CANOLA.COMM', 'pos', ['Beijing drops 76% anti-dumping deposit on Canadian canola']],
  ['COFFEE.COMM', 'pos', ['White House puts 40% surcharge on Brazilian coffee']],
  ['COFFEE.COMM', 'neg', ['White House removes 40% surcharge on Brazilian coffee']],
  ['MAT.US', 'neg', ['US puts 25% levy on Chinese toys']],
  ['MAT.US', 'pos', ['Toymakers exempted from US levies on Chinese toys']],
  ['SPY.US', 'neg', ["Appeals court reinstates Trump's global tariffs"]],
  ['SPY.US', 'pos', ["Appeals court strikes down Trump's global tariffs"]],
  // What companies expect, by their figures and by what follows "but".
  ['WIPRO.NSE', 'pos', ['Wipro narrows growth outlook to 2%-3% from 1%-3%', 'Wipro growth slows less than feared']],
  [
    'WIPRO.NSE',
    'neg',
    ['Wipro revises growth outlook to 1%-2% from 3%-4%', 'Wipro narrows growth forecast to lower end of range'],
  ],
  ['HCLTECH.NSE', 'pos', ['Wipro revises revenue forecast to $1.2 billion from $900 million']],
  [
    'PTON.US',
    'pos',
    ['Peloton quarterly loss narrower than estimates', 'Peloton revenue falls but profit tops estimates'],
  ],
  ['PTON.US', 'neg', ['Peloton warns of annual loss', 'Peloton beats but subscription sales fall short']],
  // Who is bid for, who refuses, and who parts with what.
  [
    'SAB.MC',
    'pos',
    [
      'BBVA said to be preparing sweetened offer for Sabadell',
      'BBVA launches bid for Sabadell, challenging CaixaBank deal',
    ],
  ],
  ['SAB.MC', 'neg', ["Sabadell shareholders snub BBVA's offer"]],
  ['HON.US', 'pos', ['Honeywell to split into three companies after pressure from Elliott']],
  ['HON.US', 'neg', ['Honeywell drops plan to split into three companies']],
  // Orders: given up, taken back, moved and made for others.
  ['LMT.US', 'pos', ['Spain to buy F-35s']],
  ['LMT.US', 'neg', ['Spain ditches plan to buy F-35s', 'Canada weighs scrapping F-35 purchase for Saab Gripen']],
  ['MSFT.US', 'neg', ['Pentagon cancels cloud contract awarded to Microsoft']],
  ['SIE.XETRA', 'pos', ['Alstom shut out of Swiss train order won by Siemens']],
  ['ALO.PA', 'neg', ['Alstom shut out of Swiss train order won by Siemens']],
  ['2317.TW', 'pos', ['Foxconn to build AI servers for OpenAI']],
  ['2317.TW', 'neg', ['Apple diversifies away from Foxconn, shifts orders to Luxshare']],
  // Work that goes on or does not, prices of which others live.
  ['2502.JP', 'pos', ['Asahi restarts beer output after ransomware attack']],
  ['2502.JP', 'neg', ['Asahi struggles to restart beer output after ransomware attack']],
  ['AAPL.US', 'neg', ['TSMC hikes wafer prices for Apple']],
  ['3690.HK', 'neg', ['Meituan, JD.com fight food-delivery price war']],
  ['3690.HK', 'pos', ['Meituan, JD.com agree to end food-delivery price war']],
  ['CA.PA', 'neg', ['Carrefour earnings fall short amid price war in France']],
  // Taxes that an industry pays at home.
  ['MOWI.OL', 'neg', ['Norway approves 25% resource tax on salmon farmers', 'Oslo raises tax on fish farms']],
  ['MOWI.OL', 'pos', ['Norway scraps resource tax on salmon farmers', 'Oslo drops plan for tax on fish farms']],
  ['HBR.LSE', 'neg', ['UK raises windfall tax on North Sea oil producers']],
  ['HBR.LSE', 'pos', ['UK abolishes windfall tax on North Sea oil producers']],
  ['MARUTI.NSE', 'pos', ['India cuts GST on small cars']],
  ['MARUTI.NSE', 'neg', ['India raises GST on small cars']],
  ['UCG.MI', 'neg', ['Italy surprises banks with 40% levy on excess profit']],
  ['UCG.MI', 'pos', ['Italy denies preparing windfall tax on banks']],
  // What is in store, and what is said of harvests.
  ['ALUMINIUM.COMM', 'pos', ['Aluminium stockpiles in LME sheds shrink to lowest since 1990']],
  ['ALUMINIUM.COMM', 'neg', ['Aluminium stockpiles in LME sheds swell to highest since 1990']],
  ['WHEAT.COMM', 'pos', ['Winter wheat ratings sink to lowest on record', 'USDA slashes winter wheat forecast']],
  ['WHEAT.COMM', 'neg', ['Winter wheat ratings climb to highest on record', 'USDA lifts winter wheat forecast']],
  [
    'CORN.COMM',
    'neg',
    ['US corn conditions improve more than expected', 'US farmers plant most corn acres since 1936'],
  ],
  [
    'CORN.COMM',
    'pos',
    ['US corn conditions worsen more than expected', 'US farmers plant fewest corn acres since 1936'],
  ],
  ['BRENT.COMM', 'pos', ['OPEC+ stuns market with surprise cut of 1 million barrels per day']],
  ['BRENT.COMM', 'neg', ['Riyadh opens the taps in price war with Russia', 'OPEC+ to phase out cuts from October']],
  // Support is demand; what is not bought of Russia is bought elsewhere.
  ['FSLR.US', 'neg', ['US ends tax credits for solar']],
  ['FSLR.US', 'pos', ['US extends tax credits for solar']],
  ['BRENT.COMM', 'pos', ["India's refiners halt purchases of Russian oil"]],
  // Who props up a currency, and who lets it go.
  ['USDJPY.FX', 'neg', ['Japan intervenes to prop up yen', 'Tokyo sells dollars to support battered yen']],
  ['USDJPY.FX', 'pos', ['Japan says it did not intervene in currency market']],
  ['USDTRY.FX', 'pos', ['Erdogan sacks central bank governor']],
  ['AUDUSD.FX', 'pos', ['RBA unexpectedly holds rates, defying forecasts of a cut', 'RBA says rate cuts are over']],
  ['AUDUSD.FX', 'neg', ['RBA unexpectedly holds rates, defying forecasts of a hike', 'RBA says rate hikes are over']],
  // Visitors, war games, and ships that sail around.
  ['9202.JP', 'neg', ['China tells citizens to avoid travel to Japan']],
  ['9202.JP', 'pos', ['China lifts ban on group tours to Japan']],
  ['EWT.US', 'neg', ['China launches live-fire drills around Taiwan']],
  ['MAERSK-B.CO', 'pos', ['Houthi missiles force Maersk to sail around Africa']],
  ['MAERSK-B.CO', 'neg', ['Maersk to resume Suez Canal sailings']],
  ['RHM.XETRA', 'pos', ['Denmark triples defence outlays']],
  ['TTF.COMM', 'pos', ['French reactors taken offline as jellyfish clog pumps']],
  ['TTF.COMM', 'neg', ['France brings reactors back online']],
  // Sanctions, lists and relief.
  [
    'BRENT.COMM',
    'pos',
    ['US tightens sanctions on Iranian oil', 'US blacklists Lukoil', 'Trump tears up Iran nuclear deal'],
  ],
  ['BRENT.COMM', 'neg', ['US waives sanctions on Iranian oil', 'US removes Lukoil from sanctions list']],
  ['688012.SHG', 'neg', ['AMEC added to Pentagon military list']],
  ['688012.SHG', 'pos', ['AMEC struck off Pentagon military list']],
  ['URANIUM.COMM', 'pos', ['US bans Russian uranium imports']],
  ['URANIUM.COMM', 'neg', ['US waiver lets utilities keep importing Russian uranium']],
  // Exports.
  ['SILVER.COMM', 'pos', ['China puts export permits on silver', 'Silver to need export permits, Beijing says']],
  ['SILVER.COMM', 'neg', ['China issues export permits for silver']],
  ['UREA.COMM', 'pos', ['Russia imposes quota on fertiliser exports']],
  ['UREA.COMM', 'neg', ['Russia raises quota for fertiliser exports']],
  // Those who agree on output, by other names and without the word.
  [
    'BRENT.COMM',
    'pos',
    ['Oil cartel cancels planned increases', 'Saudi-led alliance deepens cuts', 'OPEC sees oil demand growing'],
  ],
  [
    'BRENT.COMM',
    'neg',
    ['Oil cartel approves planned increases', 'Riyadh vows to pump at will', 'OPEC sees oil demand shrinking'],
  ],
  ['BRENT.COMM', 'neg', ['OPEC+ opts for 548,000 bpd hike', 'Gulf producers to reverse last of 2023 cuts']],
  ['BRENT.COMM', 'pos', ['OPEC+ opts for 137,000 bpd hike, smaller than expected']],
  // What passes, and what lasts.
  ['COCOA.COMM', 'pos', ['Rot threatens Ghana cocoa crop', 'Ivorian cocoa arrivals running behind last season']],
  ['COCOA.COMM', 'neg', ['Ghana forecasts cocoa rebound to 650 thousand tons']],
  ['EQT.US', 'pos', ['Polar vortex to grip Midwest, heating demand to soar']],
  ['EQT.US', 'neg', ['Mild January leaves American gas stockpiles above normal']],
  ['BA.US', 'neg', ['Boeing machinists reject contract and walk off job']],
  ['BA.US', 'pos', ['Boeing machinists end seven-week stoppage']],
  ['TTF.COMM', 'pos', ['Peace talks between Moscow and Kyiv break down']],
  ['TTF.COMM', 'neg', ['Moscow and Kyiv agree ceasefire']],
  ['US-10Y.GB', 'pos', ['U.S. stripped of triple-A rating', 'US consumer prices jump']],
  ['US-10Y.GB', 'neg', ['US consumer prices rise less than expected']],
  ['HSY.US', 'neg', ['Cocoa climbs past $9,000']],
  ['HSY.US', 'pos', ['Cocoa sinks below $5,000']],
  ['PUM.XETRA', 'pos', ['Anta makes offer for Puma']],
  ['PUM.XETRA', 'neg', ['Anta walks away from offer for Puma']],
  // Bids: who buys whom, in the active and the passive.
  ['KVUE.US', 'pos', ['Kimberly-Clark to buy Kenvue', 'Kenvue to be bought by Kimberly-Clark']],
  ['KMB.US', 'neg', ['Kimberly-Clark to buy Kenvue', 'Kenvue to be bought by Kimberly-Clark']],
  ['SAB.MC', 'neg', ["BBVA's bid for Sabadell fails", 'BBVA drops bid for Sabadell']],
  // Contracts: winner, loser, who is passed over.
  [
    'AIR.PA',
    'pos',
    ['Delta picks Airbus jets over Boeing', 'Delta drops Boeing jets for Airbus', 'Airbus beats Boeing'],
  ],
  [
    'AIR.PA',
    'neg',
    ['Delta picks Boeing jets over Airbus', 'Delta drops Airbus jets for Boeing', 'Boeing beats Airbus'],
  ],
  ['BA.US', 'neg', ['Delta picks Airbus jets over Boeing', 'Ryanair cancels order for Boeing jets']],
  ['SRP.LSE', 'neg', ['Mitie takes prison contract from Serco', 'Serco loses prison contract to Mitie']],
  ['MTO.LSE', 'pos', ['Mitie takes prison contract from Serco', 'Mitie wins prison contract']],
  ['TKMS.XETRA', 'neg', ['Warsaw picks Swedish submarines over German ones']],
  // Who held it, who is passed over, who ends it.
  ['SW.PA', 'neg', ['Compass lands university catering portfolio held by Sodexo']],
  ['BA.US', 'neg', ['Northrop to build carrier fighter as Boeing is passed over']],
  ['NOC.US', 'pos', ['Northrop to build carrier fighter as Boeing is passed over']],
  ['YPSN.SW', 'neg', ['Novo Nordisk ends autoinjector supply agreement with Ypsomed']],
  ['2330.TW', 'neg', ["Samsung to make Tesla's next chip in place of TSMC"]],
  ['AMZN.US', 'neg', ['Oracle wrests cloud work from Amazon']],
  ['GE.US', 'pos', ['Emirates turns its back on Safran and hangs GE engines on its jets']],
  // Copies of a product: what lets them in is bad for the original.
  ['NOVO-B.CO', 'neg', ['Copycat Ozempic goes on sale across India']],
  ['REGN.US', 'neg', ['Judge clears biosimilars of Eylea']],
  ['REGN.US', 'pos', ['Judge keeps biosimilars of Eylea off shelves', 'Biosimilars of Eylea kept off market by court']],
  // Products: a rival gains by what a company loses.
  ['NOVO-B.CO', 'neg', ["FDA rejects Novo's obesity pill", "Novo's obesity pill fails in late-stage trial"]],
  ['NOVO-B.CO', 'pos', ["FDA approves Novo's obesity pill", "Novo's obesity pill succeeds in late-stage trial"]],
  ['LLY.US', 'pos', ["FDA rejects Novo's obesity pill"]],
  ['LLY.US', 'neg', ["FDA approves Novo's obesity pill"]],
  ['PHIA.AS', 'neg', ['Philips recalls sleep apnoea machines', 'Philips widens recall of sleep apnoea machines']],
  ['RMD.US', 'pos', ['Philips recalls sleep apnoea machines']],
  ['UAL.US', 'neg', ['FAA grounds MAX 9 jets']],
  // Law: who is struck, and who is freed.
  [
    'GOOGL.US',
    'neg',
    ['EU fines Google over search', 'Court upholds EU fine on Google', 'Google loses appeal against fine'],
  ],
  ['GOOGL.US', 'pos', ['Court throws out EU fine on Google', 'Google wins appeal against fine']],
  ['AAPL.US', 'neg', ['Judge refuses to dismiss lawsuit against Apple']],
  ['AAPL.US', 'pos', ['Judge dismisses lawsuit against Apple']],
  // Guidance: others in the same business expect the same.
  ['ADI.US', 'neg', ['Texas Instruments cuts sales forecast']],
  ['ADI.US', 'pos', ['Texas Instruments raises sales forecast']],
  // Launches: those who make the same.
  ['UBER.US', 'neg', ['Waymo opens robotaxi service in Miami', 'Tesla starts driverless rides']],
  ['UBER.US', 'pos', ['Waymo halts robotaxi service in Miami']],
  ['GOOGL.US', 'neg', ['OpenAI launches web browser']],
  ['MU.US', 'pos', ['Kioxia cuts flash memory output']],
  ['F.US', 'neg', ['Ford workers go on strike']],
  ['F.US', 'pos', ['Ford strike ends', 'Strike at Ford averted']],
  // Prices: rivals have to follow.
  [
    '1211.HK',
    'neg',
    [
      'BYD cuts prices by up to 34% across lineup',
      'Geely slashes prices as price war spreads',
      'EV price war breaks out in China',
    ],
  ],
  ['1211.HK', 'pos', ['Beijing vows to end EV price war', 'BYD raises prices']],
  ['EZJ.LSE', 'neg', ['Ryanair slashes fares']],
  ['EZJ.LSE', 'pos', ['Ryanair raises fares']],
  ['MU.US', 'pos', ['DRAM contract prices to jump 30%, TrendForce says', 'Memory prices double']],
  ['MU.US', 'neg', ['DRAM contract prices to fall 30%, TrendForce says', 'Memory prices slump']],
  ['HPQ.US', 'neg', ['DRAM contract prices to jump 30%, TrendForce says']],
  // Buyers who leave go to a rival; all in a business live of the same buyers.
  ['030200.KO', 'pos', ['SK Telecom customers flee to rivals after data breach', 'SK Telecom loses subscribers']],
  ['TMUS.US', 'neg', ['Verizon gains subscribers']],
  ['TSLA.US', 'neg', ['Europeans boycott Tesla', 'Buyers desert Tesla', 'BYD grabs market share from Tesla']],
  ['KER.PA', 'pos', ['LVMH sales rise as Chinese shoppers return']],
  ['KER.PA', 'neg', ['LVMH sales fall as Chinese shoppers stay away']],
  ['MDLZ.US', 'neg', ['Ozempic users buy fewer snacks, Walmart says']],
  ['GEV.US', 'pos', ['Power-hungry data centres spark scramble for gas turbines']],
  ['GEV.US', 'neg', ['Scramble for gas turbines fades']],
  // Who is late leaves time to a rival.
  ['TTWO.US', 'neg', ['Take-Two delays Grand Theft Auto VI', 'Grand Theft Auto VI pushed back to 2026']],
  ['BA.US', 'neg', ['Boeing pushes back first delivery of 777X']],
  ['AIR.PA', 'pos', ['Boeing pushes back first delivery of 777X']],
  // What a state gives.
  ['MU.US', 'pos', ['Washington awards Micron $6 billion in chip grants']],
  ['MU.US', 'neg', ['Washington cancels $6 billion in chip grants to Micron']],
  ['MP.US', 'pos', ['Pentagon to become top shareholder in MP Materials']],
  // By where a name stands.
  ['JPM.US', 'pos', ['Apple moves credit card from Goldman to JPMorgan']],
  ['GS.US', 'neg', ['Apple moves credit card from Goldman to JPMorgan']],
  ['GS.US', 'pos', ['Apple moves credit card from JPMorgan to Goldman']],
  ['6758.JP', 'neg', ["Apple taps Samsung's fab for image sensors in blow to Sony"]],
  ['MTO.LSE', 'pos', ['Serco loses prison contract to Mitie', 'Serco loses prison contract to G4S rival Mitie']],
  ['LLY.US', 'neg', ['CVS takes Zepbound off drug list in favour of Wegovy']],
  ['NOVO-B.CO', 'pos', ['CVS takes Zepbound off drug list in favour of Wegovy']],
  ['LMT.US', 'neg', ['Boeing beats Lockheed to build next fighter', 'Spain rules out F-35, weighs Eurofighter']],
  ['ERIC-B.ST', 'pos', ['Brussels to force carriers to strip Huawei from 5G networks']],
  ['NVDA.US', 'pos', ["Washington clears sale of Nvidia's H200 chips to Chinese customers"]],
  ['NVDA.US', 'neg', ["Washington bars sale of Nvidia's H200 chips to Chinese customers"]],
  // Who wins against the state, and who is paid.
  ['META.US', 'pos', ["FTC loses bid to unwind Meta's Instagram purchase", 'Meta beats FTC in monopoly case']],
  ['META.US', 'neg', ['FTC beats Meta in monopoly case']],
  ['AAPL.US', 'neg', ['Masimo wins $634 million from Apple in patent trial']],
  ['ET.US', 'pos', ['Greenpeace ordered to pay Energy Transfer $660 million']],
  ['XOM.US', 'neg', ['Arbitrators side with Chevron in Guyana fight with Exxon']],
  // Named groups of companies.
  ['GM.US', 'neg', ['UAW walks out at Detroit Three plants']],
  // What an outage does goes on; an intrusion moves buyers only where work stops.
  ['AMZN.US', 'neg', ['Amazon cloud outage knocks Snapchat offline for hours']],
  ['NXT.LSE', 'pos', ['Cyberattack forces M&S to stop online orders for weeks']],
  // Makers who cut together earn more by it.
  ['600438.SHG', 'pos', ["China's polysilicon makers agree to shut a third of capacity"]],
  ['ASML.AS', 'pos', ['Micron to build $100 billion megafab']],
  ['AMAT.US', 'neg', ['Applied Materials sees China revenue falling', 'Intel halts construction of Ohio fab']],
  ['ENR.XETRA', 'pos', ['GE Vernova sold out of gas turbines through 2028']],
  // Who pays for a storm gains nothing by it.
  [
    'AIG.US',
    'neg',
    ["Hurricane Milton insurers' losses seen up to $50 billion", 'Insurers face $10 billion bill from storm damage'],
  ],
  ['HD.US', 'pos', ["Hurricane Milton insurers' losses seen up to $50 billion"]],
  // Who has its chips made abroad is not sheltered by a tariff.
  ['INTC.US', 'pos', ['Trump weighs tariff on semiconductors']],
  // Who digs, refines and burns what.
  ['VAL.JSE', 'pos', ['Palladium demand to grow 34% this year, study finds']],
  ['JMAT.LSE', 'neg', ['Catalytic converter demand cools, industry group warns']],
  [
    'HAL.US',
    'pos',
    ['Fracking demand to grow 25% this year, report says', 'Oil rig demand to rise 10% this year, study finds'],
  ],
  ['WTI.COMM', 'pos', ['Texas bans fracking near schools', 'US oil rig count falls to three-year low']],
  ['TTF.COMM', 'neg', ['UK gas price slides on mild weather']],
  ['GASOLINE.COMM', 'pos', ['Gas prices top $4 a gallon in California']],
  // What a firm answers for in court is no stoppage, and who owns the dam with it answers too.
  ['VALE3.SA', 'neg', ['London court holds BHP responsible for Mariana dam collapse']],
  ['COFFEE.COMM', 'pos', ['Small coffee crop seen in Brazil']],
  ['005930.KO', 'pos', ['Samsung strikes deal with striking workers']],
  ['2330.TW', 'neg', ['Nvidia warns of hit from chip tariff']],
  ['PEP.US', 'neg', ['PepsiCo strikes truce with Elliott, will slash prices and product lines']],
  ['NOKIA.HE', 'pos', ['Ericsson loses AT&T share to Nokia']],
  ['DXY.FX', 'pos', ['US wages rise faster than expected']],
]

describe('events', () => {
  for (const [ticker, direction, titles] of PAIRS) {
    for (const title of titles) {
      test(`${title}: ${ticker} ${direction}`, () => {
        expect(read(title).get(ticker)?.direction).toBe(direction)
      })
    }
  }

  test('what cannot move a commodity, rate, currency or rival leaves it alone', () => {
    const untouched: readonly (readonly [ticker: string, titles: readonly string[]])[] = [
      // Names of firms and places that look like goods, goods that look like others.
      ['BRENT.COMM', ['Cracker Barrel foot traffic keeps sliding after logo flap']],
      ['GOLD.COMM', ['Gold Fields to buy Gold Road for A$3.7 billion']],
      ['CORN.COMM', ['Apple harvest in Washington state hit by early frost']],
      ['GASOLINE.COMM', ['UK gas price slides on mild weather', 'Wholesale gas prices soar in Britain']],
      ['GASOIL.COMM', ['Port of Rotterdam strike snarls container traffic, Maersk warns of delays']],
      ['ITX.MC', ['Block print fashion makes a comeback']],
      ['CCO.TO', ['Coal prices jump as China demand recovers']],
      // Wishes, sums, finds and businesses that change hands.
      [
        'US-2Y.GB',
        ['Apple pickers in Washington demand higher wages', 'Farm workers in California call for higher wages'],
      ],
      ['HCA.US', ['Nurses in New York demand higher pay', 'Gap in staffing worries hospitals']],
      ['COFFEE.COMM', ['Bank offers loans to small coffee growers']],
      ['MCD.US', ['Red Lobster closes restaurants']],
      ['EZJ.LSE', ['Ryanair denies fare increase talk']],
      ['WTI.COMM', ['Saudi Aramco to invest $850 million in crude oil business']],
      ['LNG_JKM.COMM', ['PTTEP finds gas off Sarawak']],
      ['NEM.US', ['Zijin to buy gold mine in Ghana for $1 billion', 'AngloGold to acquire gold miner Augusta']],
      // What one seller or state asks at the pump.
      ['VLO.US', ['Petrobras cuts diesel prices', 'Malaysia raises diesel price']],
      // Fears that fade.
      [
        'AUDJPY.FX',
        ['Booking Holdings gains as worries over weak yen ease', 'Sony climbs as concerns about weaker yen ease'],
      ],
      // What is said of others, is denied, or is no order.
      ['EBAY.US', ['Amazon sheds 14,000 corporate roles as AI reshapes work']],
      ['MU.US', ['SoftBank Group returns to profit on Nvidia, Coupang gains']],
      ['TTWO.US', ['Nintendo hits brakes on Switch 2 price cut talk']],
      ['GD.US', ['Stryker delays new Mako robot on technical problems']],
      ['INPST.AS', ['FedEx peak-season surcharge rises; parcels seen flat']],
      ['AVAV.US', ['Drone maker Red Cat shares rise']],
      ['AMD.US', ['Trump weighs tariff on semiconductors']],
    ]
    for (const [ticker, titles] of untouched)
      for (const title of titles) {
        const impact = read(title).get(ticker)
        expect([title, ticker, impact?.direction ?? 'ambiguous']).toEqual([title, ticker, 'ambiguous'])
      }
  })

  test('who is only the customer, or named in talk that is denied, has no direction', () => {
    expect(read('Ericsson loses AT&T share to Nokia').get('T.US')?.direction).toBe('ambiguous')
    expect(read('Accenture loses Deutsche Bank contract to Infosys').get('DBK.XETRA')?.direction).toBe('ambiguous')
    expect(read('Nintendo hits brakes on Switch 2 price cut talk').get('7974.JP')?.direction).toBe('ambiguous')
  })

  test('the reason is that of the verb', () => {
    const reasonOf = (title: string, ticker: string) => read(title).get(ticker)?.rationale
    expect(reasonOf('ANZ quarterly profit falls 16.6% as loan losses rise', 'ANZ.AU')).toMatch(/earns less/)
    expect(reasonOf('London court holds BHP responsible for Mariana dam collapse', 'BHP.AU')).toMatch(/legal/)
    expect(reasonOf('Boeing hands over first 737 MAX to China since tariff truce', 'SAF.PA') ?? '').not.toMatch(
      /tariff advantage/,
    )
    expect(reasonOf('Kratos Defense reports breakthrough in drone technology', 'KTOS.US')).toMatch(/technology/)
    expect(reasonOf('Aldar Properties rises as worries over Public Investment Fund ease', 'ALDAR.ADX')).toMatch(
      /stock exchange/,
    )
  })

  test('a question, a list, an occasion and routine funding say nothing of the names', () => {
    const titles = [
      'Will Apple raise prices?',
      '5 things to watch this week: Apple, payrolls, oil',
      'Apple celebrates 50th anniversary with exhibition',
      'Apple prices $5 billion of senior notes',
    ]
    for (const title of titles) expect([title, read(title).get('AAPL.US')?.direction]).toEqual([title, 'ambiguous'])
  })

  test('a bank, survey or agency that only speaks is not moved by what it says', () => {
    const titles: readonly (readonly [string, string])[] = [
      ['HSBC survey shows Indian services slowing', 'HSBA.LSE'],
      ['Brent may fall to $55 on glut, says Goldman Sachs', 'GS.US'],
      ['UBS strategists tell clients to buy bonds', 'UBSG.SW'],
    ]
    for (const [title, ticker] of titles)
      expect([title, ['pos', 'neg'].includes(read(title).get(ticker)?.direction ?? '')]).toEqual([title, false])
  })

  test('who only shows or hosts what is told is not moved', () => {
    const title = "Facebook video shows Boeing jet's engine ablaze; FAA opens probe"
    expect([read(title).get('META.US')?.direction, read(title).get('BA.US')?.direction]).toEqual(['ambiguous', 'neg'])
  })

  test('prices that are raised for higher costs are no gain', () => {
    expect(read('Maruti to raise car prices on higher input costs').get('MARUTI.NSE')?.direction).not.toBe('pos')
  })

  test('what shares do outweighs what an event would do to them', () => {
    expect(read('Novo shares jump though FDA rejects obesity pill').get('NOVO-B.CO')?.direction).toBe('pos')
  })

  test('a price that is told outweighs what an event would do to it', () => {
    expect(read('Copper falls despite fire at Escondida').get('COPPER.COMM')?.direction).toBe('neg')
  })

  test('the reason names the event, not the words', () => {
    expect(read('Fire halts Escondida').get('COPPER.COMM')?.rationale).toMatch(/^Supply of copper shrinks/)
  })
})

const effects = z.string().transform((cell) => cell.split('|').filter(Boolean))
const rows = z.array(z.object({ headline: z.string(), must: effects, must_not: effects }))

/** The share of labelled effects that come out, and of unwanted ones that are kept out. */
function measure(file: string): { must: number; not: number } {
  const labelled = rows.parse(
    parse(readFileSync(new URL(`../../prisma/reference/labelled/${file}`, import.meta.url)), { columns: true }),
  )
  const counts = { must: 0, mustRight: 0, not: 0, notRight: 0 }
  for (const { headline, must, must_not } of labelled) {
    const found = read(headline)
    const isSo = (effect: string) => {
      const at = effect.lastIndexOf(':')
      const direction = found.get(effect.slice(0, at))?.direction
      const wanted = effect.slice(at + 1)
      return wanted === 'any' ? direction === 'pos' || direction === 'neg' : direction === wanted
    }
    counts.must += must.length
    counts.mustRight += must.filter(isSo).length
    counts.not += must_not.length
    counts.notRight += must_not.filter((effect) => !isSo(effect)).length
  }
  return { must: counts.mustRight / counts.must, not: counts.notRight / counts.not }
}

describe('labelled events', () => {
  test.each([
    ['event-effects-seen.csv', 0.7, 0.9],
    ['event-effects.csv', 0.45, 0.8],
  ])('%s: no fewer right than before', (file, least, leastNot) => {
    const { must, not } = measure(file)
    expect(must).toBeGreaterThan(least)
    expect(not).toBeGreaterThan(leastNot)
  })
})
