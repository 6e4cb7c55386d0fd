import { slots } from '#shared/rules/slots.ts'

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Minutes since midnight of an instant, as a clock in that IANA zone shows it. */
export function minutesOfDay(instant: Date, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(instant)
  return minutesOf(clock)
}

/** Where a minute of the day is on five columns of equal width, 0 to 5: between two slots on the line that parts them; null outside. */
export function nowPosition(minutes: number): number | null {
  const last = slots.at(-1)
  if (minutes < minutesOf(slots[0].start) || !last || minutes > minutesOf(last.end)) return null
  const at = slots.findLastIndex(({ start }) => minutesOf(start) <= minutes)
  const { start, end } = slots[at] ?? slots[0]
  const share = (minutes - minutesOf(start)) / (minutesOf(end) - minutesOf(start))
  return at + Math.min(1, share)
}
