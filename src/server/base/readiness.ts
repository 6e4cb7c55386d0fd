let leaving = false

/** Marks this process as stopping, so proxies send new requests elsewhere. */
export function beginLeaving(): void {
  leaving = true
}

export const isLeaving = (): boolean => leaving
