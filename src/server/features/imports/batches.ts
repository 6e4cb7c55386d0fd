/** At most so many rows in one transaction. */
const most = 200
/** So long others wait for one. */
const goalMs = 150

/** How many to start with. */
export const firstBatch = 50

/** How many to do at once after so many took so long: a transaction on the embedded database keeps everyone waiting. */
export const nextBatch = (size: number, tookMs: number): number =>
  Math.max(1, Math.min(most, 2 * size, Math.floor((size * goalMs) / Math.max(1, tookMs))))

/** Lets whoever waits go first. */
export const makeWay = () => new Promise<void>((resolve) => setImmediate(resolve))
