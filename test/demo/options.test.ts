import { expect, test } from 'vitest'
import { catalog } from '../../src/catalog/catalog.ts'
import { loadFirstDemoOptions, reloadDemoOptions } from '../../src/demo/demo-option.ingest.ts'
import { options } from '../../src/option/history/options.ts'
import { clock, useApp } from '../setup/app.ts'
import { storeCloses } from '../setup/market.ts'
import { storeFigures } from '../setup/options.ts'

useApp()

test('demo options are made for listings with bars, replaced by others but not where there are own ones, and by no later start', async () => {
  const swing = Array.from({ length: 320 }, (_, at) => 200 + 20 * Math.sin(at / 9) + (at % 3))
  for (const ticker of ['AAPL.US', 'SPY.US', 'KO.US', '7203.JP']) await storeCloses(ticker, '2026-11-19', swing, 'demo')
  expect((await loadFirstDemoOptions(clock, 1))?.inserted).toBe(900)
  await options().refresh()
  const ids = ['AAPL', 'SPY', 'KO'].map((ticker) => catalog().require(ticker).id)
  expect(options().coveredIds.toSorted()).toEqual(ids.toSorted())
  const last = async () => {
    options().evict(null)
    const found = await options().histories(ids)
    return ids.map((id) => found.get(id)?.series.columns.iv30.at(-1))
  }
  const first = await last()
  await storeFigures('AAPL.US', '2026-11-18', [{ iv30: 0.5 }])
  expect((await reloadDemoOptions(clock, 2)).inserted).toBe(600)
  const [own, ...others] = await last()
  expect(own).toBe(0.5)
  expect(others).not.toEqual(first.slice(1))
  expect(await loadFirstDemoOptions(clock, 1), 'they were loaded before').toBeNull()
})
