/**
 * For `vi.waitFor` and `expect.poll`: what comes by itself is waited for, however busy the machine is. The limit only ends tests of
 * what never comes, and is no promise of the service.
 */
export const SOON = { timeout: 60_000, interval: 50 }
