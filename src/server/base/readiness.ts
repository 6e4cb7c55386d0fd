let leaving = false

/** Marks this process as stopping, so proxies send new requests elsewhere. */
export function beginShutdown(): void {
  leaving = true
}

export const isShuttingDown = (): boolean => leaving
