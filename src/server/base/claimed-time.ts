import { AsyncLocalStorage } from 'node:async_hooks'

const claims = new AsyncLocalStorage<Date>()

/** When whoever calls says that it was done, a UTC instant; undefined when they say nothing. */
export const claimedTime = (): Date | undefined => claims.getStore()

/** Runs `run` for a call that says when it was done. */
export const claiming = <T>(at: Date | undefined, run: () => T): T =>
  at ? claims.run(at, run) : run()
