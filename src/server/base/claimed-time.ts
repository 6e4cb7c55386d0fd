import { AsyncLocalStorage } from 'node:async_hooks'

const claims = new AsyncLocalStorage<Date>()

/** The UTC instant at which the caller claims it happened (`X-Happened-At`); undefined without the header. */
export const claimedTime = (): Date | undefined => claims.getStore()

export const claiming = <T>(at: Date | undefined, run: () => T): T =>
  at ? claims.run(at, run) : run()
