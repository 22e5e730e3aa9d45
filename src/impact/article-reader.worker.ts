import { workerData } from 'piscina'
import { createReader } from '../enrichment/enrich.pure.ts'
import type { ArticleText } from '../enrichment/vocabulary/verdict.pure.ts'
import type { ArticleReading } from './article-reader.ts'
import { readLexicons } from './lexicon/lexicon.source.ts'

const read = createReader(workerData, await readLexicons())

/** Reads articles in this thread. */
export function readArticles(articles: readonly ArticleText[]): ArticleReading[] {
  return articles.map((article) => {
    const { enrichment, signature } = read(article)
    return { enrichment, signature }
  })
}
