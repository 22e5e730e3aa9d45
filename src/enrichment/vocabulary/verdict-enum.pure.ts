import { enumeration } from '../../core/input/enumeration.pure.ts'

/** Bullish, bearish or unclear for one asset. */
export const DIRECTION = enumeration('Direction', 'Direction of an effect on an asset.', {
  pos: 'Bullish.',
  neg: 'Bearish.',
  ambiguous: 'Unclear.',
})

/** The eight aspects of a business that news can touch. */
export const ASPECT = enumeration('Aspect', 'Aspect of a business that news touches.', {
  demand: 'Orders, sales and customers.',
  technology: 'Products, research and patents.',
  capital: 'Financing, valuation, mergers and payouts.',
  competition: 'Market share and rivals.',
  regulation: 'Laws, approvals, courts and taxes.',
  supply: 'Production, inputs, logistics and labour.',
  pricing: 'Prices, margins and costs.',
  geopolitics: 'Wars, sanctions, tariffs and elections.',
})

/** Who wrote the one-sentence summary of a story. */
export const BRIEF_SOURCE = enumeration('BriefSource', 'Who wrote the one-sentence summary of a story.', {
  feed: 'The outlet.',
  model: 'The configured language model.',
  rules: 'The service, from the event it read and whom it moves.',
})

/** Kinds of an edge that an effect comes along. */
export const STEP_RELATION = enumeration(
  'StepRelation',
  'Kind of an edge that an effect comes along: what the reached listing is to the moved one.',
  {
    supplier: 'Supplier of the moved company.',
    customer: 'Customer of the moved company.',
    competitor: 'Competitor of the moved company.',
    partner: 'Partner of the moved company.',
    owner: 'Owner of the moved company.',
    subsidiary: 'Subsidiary of the moved company.',
    input: 'Buyer of the moved commodity.',
    output: 'Seller of the moved commodity.',
    producer: 'Commodity that the moved company makes.',
    rate: 'Reacts to the moved interest rate.',
    fx: 'Reacts to the moved currency pair.',
    sector_supplier: 'Large company of an industry that supplies that of the moved company.',
    sector_competitor: 'Large company of the same industry.',
    member: 'Member of the moved megatrend.',
    line: 'Further share class or depositary receipt of the moved company.',
    event: 'Moved by the event of the story itself, without a name in it; from and to are the same.',
  },
)
