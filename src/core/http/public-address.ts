import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Where whole IPv6 addresses of the Internet lie (RFC 4291, 2.4); all else is special or not given out. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')
/** IPv4 addresses as a network without IPv4 writes them (NAT64, RFC 6052). */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96')

/** Whether an IP address is one of the Internet: not loopback, private, link-local, shared (CGNAT), multicast or reserved, in no disguise of IPv6. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return false
  // Takes ::ffff:a.b.c.d for what it is.
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast'
  if (address.match(NAT64)) return isPublicAddress(ipaddr.fromByteArray(address.toByteArray().slice(12)).toString())
  return address.range() === 'unicast' && address.match(GLOBAL_IPV6)
}
