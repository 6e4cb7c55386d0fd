import type { Closure } from '#shared/contract/closures.ts'
import { daysBetween } from '#shared/rules/calendar.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'

/** Business-local days, inclusive, with the times on each. */
export type Times = { from: string; to: string; timeSlots: readonly SlotLabel[] }

/** The `part` of a closure being opened, except times already open. */
export type Opened = { closure: Closure; part: Times; openAlready: readonly Times[] }

/** The parts of each closure that opening a range affects. */
export function reopenedBy(range: Times, closures: readonly Closure[]): Opened[] {
  return closures.flatMap((closure) => {
    const part = common(range, closure)
    if (!part) return []
    const openAlready = closure.except.flatMap((one) => common(one, part) ?? [])
    const count = openAlready.reduce((sum, one) => sum + timesOf(one), 0)
    return timesOf(part) > count ? [{ closure, part, openAlready }] : []
  })
}

function common(one: Times, other: Times): Times | null {
  const from = one.from > other.from ? one.from : other.from
  const to = one.to < other.to ? one.to : other.to
  const timeSlots = one.timeSlots.filter((slot) => other.timeSlots.includes(slot))
  return from <= to && timeSlots.length > 0 ? { from, to, timeSlots } : null
}

export const timesOf = ({ from, to, timeSlots }: Times): number =>
  (daysBetween(from, to) + 1) * timeSlots.length
