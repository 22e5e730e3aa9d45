import { test } from 'vitest'
import { ingest, useApp } from './setup/app.ts'
import { corpus } from './setup/corpus.ts'
const app = useApp()
test('x', async () => {
  console.log(await ingest(corpus()))
  const b = await (await app.fetch('/v1/news?limit=1000&collapse=false')).json()
  console.log(b.total, b.results.filter((r:any)=>!r.ticker).map((r:any)=>r.title))
  const im = b.results.flatMap((r: any) => r.impacts)
  console.log(im.length, im.filter((i: any) => i.hop > 0 && i.path.length !== i.hop + 1).slice(0, 3), im.filter((i: any) => i.hop > 1).length, im.filter((i:any)=> i.path.at(-1)!==i.ticker).slice(0,3), im.filter((i:any)=>i.hop===0).slice(0,1))
  console.log(b.results.map((r: any) => [r.cs_job_id, r.title.slice(0, 30), r.story_id, r.dup_count, r.impact_score, r.direction, r.impacts.length, r.megatrends.length].join(' ')).join('\n'))
})
