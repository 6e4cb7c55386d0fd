import type { DayOff } from '#shared/contract/technicians.ts'
import type { DayHours, Skill } from '#shared/rules/assignment.ts'
import { skills } from '#shared/rules/assignment.ts'
import { weekdayNames } from '#shared/rules/service-days.ts'
import { formatClock, formatDay } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

export const dayNames = () => weekdayNames.map((name) => translate(name))

export const describeDay = (hours: DayHours): string =>
  hours
    ? t('{from} to {to}', { from: formatClock(hours.from), to: formatClock(hours.to) })
    : t('Off')

export const describeDaysOff = ({ from, to }: Pick<DayOff, 'from' | 'to'>): string =>
  from === to ? formatDay(from) : t('{from} to {to}', { from: formatDay(from), to: formatDay(to) })

export const skillLabel = (skill: Skill): string =>
  translate(skills.find(({ value }) => value === skill)?.label ?? skill)
