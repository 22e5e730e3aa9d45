import { Socket } from 'node:net'
import { beforeAll, vi } from 'vitest'

/** Tests talk to this machine only: whatever else is dialled fails at once, by name. */
const connect = Socket.prototype.connect
beforeAll(() => {
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    const host = hostOf(args[0])
    if (host !== undefined && !/^(127\.|::1$|localhost$)/.test(host)) throw new Error(`A test dialled ${host}.`)
    return Reflect.apply(connect, this, args)
  })
  return () => {}
})

function hostOf(target: unknown): string | undefined {
  const options: unknown = Array.isArray(target) ? target[0] : target
  if (typeof options !== 'object' || options === null || !('host' in options)) return undefined
  return typeof options.host === 'string' ? options.host : undefined
}
