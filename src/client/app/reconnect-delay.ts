const firstMs = 3_000
const growth = 1.5
const longestMs = 30_000
const spread = 0.2

/**
 * How long to wait before connecting again after that many tries have failed, in ms: 3 s, then half as long again each
 * time, 30 s at most. `random` (0 to 1) spreads it, so that not everybody comes back to a restarted server at once.
 */
export function reconnectDelay(failures: number, random: number): number {
  const wait = Math.min(firstMs * growth ** failures, longestMs / (1 + spread))
  return wait * (1 + spread * random)
}
