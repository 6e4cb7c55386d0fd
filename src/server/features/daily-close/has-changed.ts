import type { CloseFigures } from '#shared/rules/daily-close.ts'
import type { Figures } from './queries/figures.ts'
import type { SignOff } from './queries/records.ts'

/** Whether a day has bookings made after its sign-off. Pending amounts change on their own and do not count. */
export function hasChanged({ entries, figures }: SignOff, now: Figures): boolean {
  const names = Object.keys(now.total) as (keyof CloseFigures)[]
  return entries !== now.entries || names.some((name) => (figures[name] ?? 0) !== now.total[name])
}
