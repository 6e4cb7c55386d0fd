import { slotStart } from '#server/base/business-time.ts'
import type { Visit } from './board.ts'
import type { Random } from './random.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** UTC instants of one visit; null for what has not happened. None is later than `now`. */
export type VisitTimes = {
  startsAt: Date
  bookedAt: Date
  startedAt: Date | null
  completedAt: Date | null
  cancelledAt: Date | null
}

export function timesOf(random: Random, visit: Visit, now: Date): VisitTimes {
  const startsAt = slotStart(visit.date, visit.slot)
  const bookedAt = bookingTime(random, visit, Math.min(startsAt.getTime(), now.getTime()))
  const times = { startsAt, bookedAt, startedAt: null, completedAt: null, cancelledAt: null }
  const minutesAfter = (from: number, minutes: number) => new Date(from + minutes * minuteMs)
  const minutes = random.whole(23, 38)
  const late = random.whole(1, 9)
  switch (visit.status) {
    case 'completed': {
      const usual = startsAt.getTime() + (late + minutes) * minuteMs
      const completedAt = new Date(Math.min(usual, now.getTime() - late * minuteMs))
      return { ...times, completedAt, startedAt: minutesAfter(completedAt.getTime(), -minutes) }
    }
    case 'in_progress': {
      const usual = startsAt.getTime() + late * minuteMs
      return { ...times, startedAt: new Date(Math.min(usual, now.getTime() - 12 * minuteMs)) }
    }
    case 'cancelled':
      return { ...times, cancelledAt: minutesAfter(bookedAt.getTime(), random.whole(30, 600)) }
    default:
      return times
  }
}

function bookingTime(random: Random, { household }: Visit, before: number): Date {
  const wanted = before - random.whole(20, 130) * hourMs
  const joined = household.user.createdAt.getTime() + 10 * minuteMs
  return new Date(Math.max(wanted, joined))
}
