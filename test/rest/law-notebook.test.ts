import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../setup/app.ts'
import { nameOf, routeCaller } from '../setup/route-call.ts'
import { everyLawHolds } from '../setup/route-laws.ts'
import { accessLaws } from './laws/access.ts'
import { cacheLaws } from './laws/cache.ts'
import { inputLaws } from './laws/input.ts'
import { FRESH_NOTES, servedNotebook, storeNotes, useNotebookApp } from './laws/notebook-app.ts'
import { pageLaws } from './laws/page.ts'
import { writeLaws } from './laws/write.ts'

const app = useNotebookApp(useApp())
const call = routeCaller(app, FRESH_NOTES)
beforeAll(() => storeNotes(app))

describe.each(servedNotebook.map((route) => ({ name: nameOf(route), route })))('$name', ({ route }) => {
  inputLaws(route, call)
  pageLaws(route, call)
  cacheLaws(route, call)
  accessLaws(app, route, servedNotebook, call, { naming: {}, answersUnknown: {} })
  writeLaws(route, servedNotebook, call)
})

test('CSV flattens nested figures, joins plain lists, and runs in no spreadsheet', async () => {
  const text = await (await app.fetch('/v1/notes?format=csv&limit=7')).text()
  const [header, first, second] = text.split('\r\n')
  expect(header).toBe('note_id,title,tags,figures_yield,figures_days,entries')
  const entries = '"[{""quantity"":1,""date"":""2026-11-03"",""sides"":[]}]"'
  expect(first).toBe(`1,'=1+1,'=cmd()|b,,,${entries}`)
  expect(second).toBe(`2,'+cmd,'=cmd()|b,0.5,1|2,${entries}`)
  expect(text).toContain(`,'-5,`)
  expect(text).toContain(`,'@x,`)
  expect(text).toContain('"a ""quoted"", title"')
  expect(text).toContain('"two\r\nlines"')
})

everyLawHolds(['a parameter that names nothing is 404, with what was most likely meant'])
