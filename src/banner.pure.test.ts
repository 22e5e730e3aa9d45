import { expect, test } from 'vitest'
import { bannerLines } from './banner.pure.ts'

const banner = { base: 'http://127.0.0.1:4000', seconds: 1.23, key: 'mi_live_secret', keyFile: './.data/demo-key' }

test('a terminal shows the demo key; any other output only where it is kept', () => {
  expect(bannerLines({ ...banner, terminal: true }).join('\n')).toContain('demo key  mi_live_secret')
  const logged = bannerLines({ ...banner, terminal: false }).join('\n')
  expect(logged).not.toContain('mi_live')
  expect(logged).toContain('"Authorization: Bearer $(cat ./.data/demo-key)"')
})

test('without a demo key none is spoken of', () => {
  expect(bannerLines({ ...banner, key: null, terminal: true }).join('\n')).not.toMatch(/demo|curl/)
})
