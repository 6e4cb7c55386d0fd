/** Most rows per transaction. */
const most = 200
/** Target duration of a batch, during which others wait. */
const goalMs = 150

/** How many to start with. */
export const firstBatch = 50

/** The next batch size from the last one's duration: a transaction on the embedded database blocks everyone. */
export const nextBatch = (size: number, tookMs: number): number =>
  Math.max(1, Math.min(most, 2 * size, Math.floor((size * goalMs) / Math.max(1, tookMs))))

/** Lets pending work run first. */
export const makeWay = () => new Promise<void>((resolve) => setImmediate(resolve))
