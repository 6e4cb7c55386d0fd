import type { BusinessDay } from './business-day.ts'

/** What moved in the last minute may be missing in the network's list. */
const lagMs = 60_000

/** Up to when the network's list of a day is complete, that was read from `readAt` on. */
export function completeUntil({ to }: BusinessDay, readAt: Date): Date {
  return new Date(Math.min(to.getTime(), readAt.getTime() - lagMs))
}
