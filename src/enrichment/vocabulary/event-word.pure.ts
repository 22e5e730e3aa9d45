import { wordList } from '../text/word-set.pure.ts'

/** Classes of what is done to something. */
export const CHANGE_CLASSES = [
  ...wordList('stop start end keep deny fear more less threat need'),
  // Ends what it is done to, and does not merely lower it: "lapse", "abolish".
  ...wordList('terminate'),
] as const

/** Classes of the words that events are composed of; `prisma/reference/event/words.csv` lists the words of each. */
export const EVENT_WORD_CLASSES = [
  ...CHANGE_CLASSES,
  // Verbs without an object: "falls".
  ...wordList('selfmove'),
  // What is bad for supply.
  ...wordList('barrier'),
  // What may be raised and lowered, and whose end is no bar: "quota", "ceiling".
  ...wordList('limit tax'),
  // A tax where a percentage stands before it: "25% charge on".
  ...wordList('charge sanction strike accident attack weather cold heat mild blight shortage'),
  // What is good for supply, or neither.
  ...wordList('goodweather surplus accord flow inflow output crop facility demand stocks permission price'),
  // A subject that bears what decide: "faces", "dodges"; less than was expected.
  ...wordList('bear undershoot'),
  // Of single companies.
  ...wordList(
    'launch capex copy newcomer deal win choose beat drop serve lose bid buy walk recall trial succeed fail approval approve drug disease case claim hold offend plea accuse authority guidance warning',
  ),
  // More is ordered than can be made: "sold out until 2027".
  ...wordList('boom'),
  // What is asked for goods is lowered; what a war of prices is called.
  ...wordList('pricecut pricewar'),
  // Who buys; leaves a seller; comes to one.
  ...wordList('buyer flee flock delay'),
  // What a state gives a company.
  ...wordList('aid'),
  // Of the economy.
  ...wordList('indicator'),
  // A figure whose rise lets rates fall: "unemployment".
  ...wordList('slack ratecut ratehike hawkish dovish centralbank prudence borrowing war peace'),
  // What says that a name is only mentioned.
  ...wordList('person job venue finance appoint post leader speaker occasion list'),
  // Phrases whose words mean nothing here: "year-end".
  ...wordList('none'),
] as const
export type EventWordClass = (typeof EVENT_WORD_CLASSES)[number]

/** A word, in its base form, and the class it belongs to. */
export interface EventWord {
  readonly word: string
  readonly class: EventWordClass
  readonly pos: 'verb' | 'noun' | 'adjective' | 'phrase'
}

/** Lists of words by which a title is read; `prisma/reference/event/word-lists.csv` gives the words of each and an example. */
export const WORD_LISTS = wordList(
  'abroad about letting adverb after_noun after_particle after_passive after_target against agreeing all_of amid apart aside auxiliary asking awaited_cut awaited_hike background be before_buyer before_charge before_deal before_noun before_target before_verb blamed border burdened business business_result but by_what calming cause circumstance closure competitor concluding court_trial divested ended_at except expected fight finding flat following from gas_for_heat governing holders in_row instead intransitive job jointly levied_in magnitude matching merely missed monopoly no_clause of_device of_what of_work on_what on_whom ordered_to old_rate organisation other_preposition over owned particle parting paying payment percent place_of plan project purchasing purpose rumour put_off quantity_unit raised_to rate rate_move rate_unchanged reaching reason refilling relieved resisting selling settling share share_of showing shown signalling snatching staff stronger taking telling thousands to_other unawaited war_game weaker weapon weighing where will winning wished work worry favouring petition licence_needed let_or_barred shipping currency currency_unit national_currency wrecked wage_floor intervening propping strengthened restraining warning_off rate_swings reserves spending currency_hold currency_cap giving_way floating fixing raising lowering governor ousting policy_rate betting paring level_high level_low asked cost burden before_cause raised_price price_down lesser falling_short expected_more turmoil turmoil_ended power_shared ousted office visitors visitor_trade staying_away welcoming adopting not_of_curb after_condition curing ill intending let protest sparing levy passing legislature alumni former branch unlike likened helped stake holding_more_or_less of_customer unmoved price_change rivalling rumoured denying dismissing unsold theft before_post upholding stopped unharmed listing routine veto enacting restored_to raised_there worsening of_budget quota parliament of_harvest price_swing mining worrying licence counting before_delay extra crude_sellers estimated compared succeeding threatening meeting_or_outlet relative compliance defaulting not moving_business dealings sourcing parting_from turning taken_from left_out list_of_buyer taking_off budget_rule loosening rating_agency downgrading upgrading debt_sale weak_sale strong_sale unlawful rule copies_of own_make people in_favour talk_of bonds bought sold home_tax taxed_at_home at_border labour labour_pact labour_agreeing labour_refusing rising_move falling_move producer_meeting talks_failing more_output contract_price crude_grade any_exports buyer_tax',
)
export type WordList = (typeof WORD_LISTS)[number]
