let leaving = false

/** This process is about to end: whoever stands before it is to send new requests elsewhere. */
export function beginLeaving(): void {
  leaving = true
}

export const isLeaving = (): boolean => leaving
