import type { Pieces } from '../../core/pieces.pure.ts'
import { isOverlapping, type LinkedText } from '../link/entity-link.pure.ts'
import type { GivenName } from '../link/given-name.pure.ts'
import { collectSeeds, type Seed, UNCLEAR_VERDICT } from '../ripple/seed.pure.ts'
import type { Stages } from '../stages.pure.ts'
import type { ArticleText, Mention, Verdict } from '../vocabulary/verdict.pure.ts'

/** An article with the names found in it, and what the words beside each say. */
export interface NamedArticle {
  readonly article: ArticleText
  readonly linked: LinkedText
  /** The entities that were given, where they stand. */
  readonly entities: readonly GivenName[]
  /** Mentions of those of them that are no name of an asset. */
  readonly others: readonly Mention[]
  /** The named assets, each with the verdict of the words. */
  readonly seeds: readonly Seed[]
  /** The verdict of the words by the key of the mention. */
  readonly verdicts: ReadonlyMap<string, Verdict>
  /** The same of a mention that was given; the tone where it was not found in the text. */
  readonly findVerdict: (mention: Mention) => Verdict
  /** The verdict on the whole headline. */
  readonly readTone: () => Verdict
}

/** Mention that stands for the whole headline: its verdict is the tone, for megatrends and names not found in the text. */
const WHOLE_HEADLINE: Mention = { key: 'whole', field: 'title', start: 0, end: 0 }

/** Links the names of an article and classifies the direction of each by the words. */
export function* readNames(stages: Stages, article: ArticleText): Pieces<NamedArticle> {
  const linked = stages.link(article)
  yield
  const entities = stages.locateGiven(article, linked)
  // A given name that overlaps a linked one is judged as that.
  const keyOf = (mention: Mention) => linked.mentions.find((one) => isOverlapping(one, mention))?.key ?? mention.key
  const others = entities.map(({ mention }) => mention).filter((mention) => keyOf(mention) === mention.key)
  const verdicts = stages.classifyDirections(article, [...linked.mentions, ...others])
  const readTone = () => stages.classifyDirections(article, [WHOLE_HEADLINE]).get(WHOLE_HEADLINE.key) ?? UNCLEAR_VERDICT
  yield
  return {
    ...{ article, linked, entities, others, verdicts, readTone },
    seeds: collectSeeds(linked, verdicts, stages.applyQuoteConvention),
    findVerdict: (mention) => verdicts.get(keyOf(mention)) ?? readTone(),
  }
}
