import { workerData } from 'piscina'
import { finish } from '../core/pieces.pure.ts'
import { readerInPieces, readTogether } from '../enrichment/enrich.pure.ts'
import type { ArticleText } from '../enrichment/vocabulary/verdict.pure.ts'
import type { ArticleReading } from './article-reader.ts'
import { readLexicons } from './lexicon/lexicon.source.ts'

const read = finish(readerInPieces(workerData, await readLexicons()))

/** Reads articles in this thread. */
export function readArticles(articles: readonly ArticleText[]): ArticleReading[] {
  return finish(readTogether(read, articles)).map(({ enrichment, signature }) => ({ enrichment, signature }))
}
