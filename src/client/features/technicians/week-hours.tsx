import { Fragment } from 'react'
import { useBusiness } from '#client/app/session.ts'
import type { DayOff, Technician } from '#shared/contract/technicians.ts'
import { type DayHours, type Skill, skills } from '#shared/rules/assignment.ts'
import { weekdayNames } from '#shared/rules/service-days.ts'
import { describeOpening } from '#shared/rules/weekly-hours.ts'
import { formatClock, formatDay } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

/** Weekly hours; null means business hours. */
export function WeekHours({ hours }: { hours: Technician['workingHours'] }) {
  const business = useBusiness()
  if (!hours)
    return <p>{t('Whenever the business is open: {days}.', { days: describeOpening(business) })}</p>
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5">
      {dayNames().map((name, day) => (
        <Fragment key={name}>
          <dt className="text-soft">{name}</dt>
          <dd className="text-right font-medium">{describeDay(hours[day] ?? null)}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

export const dayNames = () => weekdayNames.map((name) => translate(name))

const describeDay = (hours: DayHours): string =>
  hours
    ? t('{from} to {to}', { from: formatClock(hours.from), to: formatClock(hours.to) })
    : t('Off')

export const describeDaysOff = ({ from, to }: Pick<DayOff, 'from' | 'to'>): string =>
  from === to ? formatDay(from) : t('{from} to {to}', { from: formatDay(from), to: formatDay(to) })

export const skillLabel = (skill: Skill): string =>
  translate(skills.find(({ value }) => value === skill)?.label ?? skill)
