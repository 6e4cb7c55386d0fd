/** The server's time of its latest answer, in epoch ms, and when this device asked and heard it, by its own clock. */
type Heard = { serverTime: number; sentAt: number; heardAt: number; uptime: number }

let heard: Heard | undefined

/** Notes the time an answer carries; `sentAt` is when it was asked for, in epoch ms. */
export function noteServerTime(header: string | null, sentAt: number): void {
  const serverTime = Date.parse(header ?? '')
  if (serverTime) heard = { serverTime, sentAt, heardAt: Date.now(), uptime: performance.now() }
}

/**
 * How far this device's clock is behind the server's, in ms, as of the latest answer: 0 if within the round trip; undefined
 * before the first answer.
 */
export function clockSkew(): number | undefined {
  if (!heard) return undefined
  const { serverTime, sentAt, heardAt } = heard
  return serverTime >= sentAt && serverTime <= heardAt
    ? 0
    : Math.round(serverTime - (sentAt + heardAt) / 2)
}

const sameClockMs = 60_000

/** `clockSkew`, unless the clock may have been set since, or the device slept. */
export function knownClockSkew(): number | undefined {
  if (!heard) return undefined
  const moved = Date.now() - heard.heardAt - (performance.now() - heard.uptime)
  return Math.abs(moved) < sameClockMs ? clockSkew() : undefined
}
