import { expect, vi } from 'vitest'

/**
 * For `vi.waitFor` and `expect.poll`: what comes by itself is waited for, however busy the machine is. The limit only ends tests of
 * what never comes, and is no promise of the service.
 */
export const SOON = { timeout: 60_000, interval: 50 }

/** Waits until a service says that it is ready: on a busy machine a probe may come too late once, while all is well. */
export async function untilReady(url: string): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200), SOON)
}
