import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { goodsCodes, servicesCodes } from '../hs/code-list.source.ts'
import { areaOf } from './area.source.ts'
import { createDemoSource, type DemoSource, unit } from './demo-flow.pure.ts'
import type { FlowQuestion } from './flow.pure.ts'

const economyRow = z
  .object({ iso2: z.string(), exports_bn: z.coerce.number().positive(), imports_bn: z.coerce.number().positive() })
  .transform(({ iso2, exports_bn, imports_bn }) => {
    const area = areaOf(iso2)
    if (!area) throw new Error(`There is no country "${iso2}" in trade-areas.csv.`)
    return { code: area.code, exportsBn: exports_bn, importsBn: imports_bn }
  })

/** Chapters that are much of the world's trade, in percent; others are about as much as `OTHER_CHAPTER`. */
const CHAPTERS: Readonly<Record<string, number>> = {
  '85': 16,
  '84': 12,
  '27': 12,
  '87': 9,
  '71': 5,
  '30': 4.5,
  '90': 3.5,
  '39': 3.2,
  '29': 2.3,
  '72': 2.2,
  '73': 1.7,
  '38': 1.6,
  '94': 1.5,
  '26': 1.5,
  '61': 1.3,
  '62': 1.2,
  '88': 1.3,
  '10': 0.8,
  '12': 0.7,
  '99': 0.05,
}
const OTHER_CHAPTER = 0.35

let source: DemoSource | undefined

/** Made-up flows, prepared at the first use. */
export function demoSource(): DemoSource {
  if (source) return source
  const trees = {
    goods: treeOf([...goodsCodes().keys()], parentOfGoods),
    services: treeOf(topServices(), parentOfService),
  }
  source = createDemoSource({
    economies: readShippedRows(new URL('../../../prisma/demo/trade-economies.csv', import.meta.url), economyRow),
    children: (type, code) => trees[type].get(code) ?? [],
    parent: (type, code) => (type === 'goods' ? parentOfGoods(code) : parentOfService(code)),
    weight: (type, code) =>
      type === 'goods' && code.length === 2 ? (CHAPTERS[code] ?? OTHER_CHAPTER) : sizeOf(type, code),
  })
  return source
}

/** What has many names is traded much. */
function sizeOf(type: FlowQuestion['type'], code: string): number {
  const names = (type === 'goods' ? goodsCodes() : servicesCodes()).get(code)?.terms.length ?? 0
  return (0.1 + 0.3 * unit(`size ${code}`)) * (1 + names) ** 2
}

function treeOf(codes: readonly string[], parentOf: (code: string) => string): ReadonlyMap<string, string[]> {
  const tree = new Map<string, string[]>()
  for (const code of codes) tree.set(parentOf(code), [...(tree.get(parentOf(code)) ?? []), code])
  return tree
}

/** Those that together are all services; the others group the same ones another way. */
function topServices(): string[] {
  return [...servicesCodes().keys()].filter((code) => code !== '200' && /^\d+(?:\.|$)/.test(code))
}

function parentOfGoods(code: string): string {
  return code.slice(0, -2)
}

function parentOfService(code: string): string {
  return code.includes('.') ? code.slice(0, code.lastIndexOf('.')) : ''
}
