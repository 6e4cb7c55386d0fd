import type { Closure } from '#shared/contract/closures.ts'
import { daysBetween } from '#shared/rules/calendar.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'

/** Business-local days, both included, and the times that are meant on each of them. */
export type Times = { from: string; to: string; timeSlots: readonly SlotLabel[] }

/** What an opening takes from a closure: of its `part`, all times but those that are open already. */
export type Opened = { closure: Closure; part: Times; openAlready: readonly Times[] }

/** What is opened of each closure when these times are; closures of which nothing is are left out. */
export function reopenedBy(range: Times, closures: readonly Closure[]): Opened[] {
  return closures.flatMap((closure) => {
    const part = common(range, closure)
    if (!part) return []
    const openAlready = closure.except.flatMap((one) => common(one, part) ?? [])
    const count = openAlready.reduce((sum, one) => sum + timesOf(one), 0)
    return timesOf(part) > count ? [{ closure, part, openAlready }] : []
  })
}

/** What two ranges have in common; null when that is nothing. */
function common(one: Times, other: Times): Times | null {
  const from = one.from > other.from ? one.from : other.from
  const to = one.to < other.to ? one.to : other.to
  const timeSlots = one.timeSlots.filter((slot) => other.timeSlots.includes(slot))
  return from <= to && timeSlots.length > 0 ? { from, to, timeSlots } : null
}

/** How many times a range has. */
export const timesOf = ({ from, to, timeSlots }: Times): number =>
  (daysBetween(from, to) + 1) * timeSlots.length
