import { Fragment } from 'react'
import { useBusiness } from '#client/app/session.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { describeWeeklyHours } from '#shared/rules/weekly-hours.ts'
import { t } from '#shared/texts/t.ts'
import { dayNames, describeDay } from './describe-hours.ts'

/** Days and hours of every week; null: whenever the business works. */
export function WeekHours({ hours }: { hours: Technician['workingHours'] }) {
  const { weeklyHours } = useBusiness()
  if (!hours)
    return (
      <p>{t('Whenever the business works: {days}.', { days: describeWeeklyHours(weeklyHours) })}</p>
    )
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
