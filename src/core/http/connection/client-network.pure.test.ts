import { expect, test } from 'vitest'
import { clientNetwork } from './client-network.pure.ts'

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['in-process', 'in-process'],
])('%s counts as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})
