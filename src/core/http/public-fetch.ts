import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, fetch as fetchThrough } from 'undici'
import { isPublicAddress } from './public-address.ts'

/** A host that is not on the Internet, or a name that leads to one. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError'
}

/** All addresses of a host name. */
export type Resolve = (name: string) => Promise<readonly { readonly address: string; readonly family: number }[]>

const resolveAll: Resolve = (name) => lookup(name, { all: true })

/**
 * A `fetch` that only reaches public addresses. The address that was checked is the one connected to: a name that answers differently
 * the next time (DNS rebinding) gains nothing. Its caller follows redirects itself, so that each is checked.
 */
export function createPublicFetch(resolve: Resolve = resolveAll): typeof fetch {
  const checked: LookupFunction = (name, options, done) => {
    resolve(name).then(
      (found) => {
        const addresses = found.map(({ address, family }) => ({ address, family }))
        const [first] = addresses
        const hidden = addresses.find(({ address }) => !isPublicAddress(address))
        if (hidden) done(refusalOf(name, hidden.address), '')
        else if (!first) done(new Error(`${name} has no address`), '')
        else if (options.all) done(null, addresses)
        else done(null, first.address, first.family)
      },
      (error) => done(error, ''),
    )
  }
  const dispatcher = new Agent({ connect: { lookup: checked } })
  const publicFetch = async (input: URL, init: object) => {
    // An address as such is connected to without a look-up.
    const host = input.hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(host) !== 0 && !isPublicAddress(host)) throw refusalOf(input.hostname, host)
    return fetchThrough(input, { ...init, redirect: 'manual', dispatcher })
  }
  // The library's types are the global ones by another name.
  return publicFetch as unknown as typeof fetch
}

function refusalOf(name: string, address: string): PrivateAddressError {
  const which = name === address || name === `[${address}]` ? name : `${name} (${address})`
  return new PrivateAddressError(
    `${which} is not an address of the Internet, and feeds are not read from others unless ALLOW_PRIVATE_FEEDS is true.`,
  )
}
