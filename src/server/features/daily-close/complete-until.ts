import type { BusinessDay } from './business-day.ts'

/** The network's list may lack movements of the last minute. */
const lagMs = 60_000

/** Until when the network's list of a day is complete, if reading began at `readAt`. */
export function completeUntil({ to }: BusinessDay, readAt: Date): Date {
  return new Date(Math.min(to.getTime(), readAt.getTime() - lagMs))
}
