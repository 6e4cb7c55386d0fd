import { useState } from 'react'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { ReviewList } from '#client/app/review-list.tsx'
import { useBusiness } from '#client/app/session.ts'
import { BarChart } from '#client/ui/bar-chart.tsx'
import { Card } from '#client/ui/card.tsx'
import { Stat } from '#client/ui/stat.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { Money } from '#client/ui/money.tsx'
import { Select } from '#client/ui/select.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { TechnicianWork } from '#shared/contract/technician-work.ts'
import {
  addDays,
  daysBetween,
  type LocalDate,
  startOfMonth,
  startOfWeek,
} from '#shared/rules/calendar.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { formatCents, formatDay } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

type Period = 'week' | 'month' | 'range'

/** A technician's work and revenue for a week, month or custom range, with the change from before. */
export function WorkCard({ id }: { id: string }) {
  const { today } = useBusiness()
  const ranges = rangesOf(today)
  const [period, setPeriod] = useState<Period>('month')
  const [chosen, setChosen] = useState(ranges.month)
  const { from, to } = period === 'range' ? chosen : ranges[period]
  const days = daysBetween(from, to)
  const isRange = days >= 0 && days < 366
  const work = useCall(
    'GET /api/admin/technicians/{id}/work',
    { params: { id }, query: { from, to } },
    { enabled: isRange },
  )
  const day = (part: 'from' | 'to', label: string) => (
    <Field label={label} className="min-w-36 flex-1">
      <TextInput
        type="date"
        value={chosen[part]}
        onChange={({ target }) => target.value && setChosen({ ...chosen, [part]: target.value })}
      />
    </Field>
  )
  return (
    <Card
      title={t('Work and earnings')}
      action={
        <Select
          aria-label={t('Period')}
          value={period}
          onChange={({ target }) => setPeriod(target.value as Period)}
          options={[
            { value: 'week', label: t('This week') },
            { value: 'month', label: t('This month') },
            { value: 'range', label: t('Chosen days') },
          ]}
        />
      }
    >
      {period === 'range' && (
        <div className="mb-4 flex flex-wrap gap-3">
          {day('from', t('First day'))}
          {day('to', t('Last day'))}
        </div>
      )}
      {isRange ? (
        <Loaded
          parts={[work]}
          loading={<Skeleton className="h-64 w-full rounded-card!" />}
          failed={t('The work could not be loaded')}
        >
          {(done) => <Work work={done} />}
        </Loaded>
      ) : (
        <p className="text-soft">{t('Please choose up to a year, the first day first.')}</p>
      )}
    </Card>
  )
}

function Work({ work }: { work: TechnicianWork }) {
  const { total, previous, days, from, to } = work
  const label = plural(days.length, {
    one: 'compared with the day before',
    other: 'compared with the {count} days before',
  })
  const compare = (current: string | number, before: string | number) => ({
    current: Number(current),
    previous: Number(before),
    label,
  })
  return (
    <>
      <p className="mb-3 text-sm text-soft">
        {from === to
          ? formatDay(from, { year: true })
          : t('{from} to {to}', { from: formatDay(from), to: formatDay(to, { year: true }) })}
      </p>
      <div className="mb-5 grid grid-cols-2 gap-3">
        <Stat
          label={t('Visits done')}
          value={total.visits}
          compare={compare(total.visits, previous.visits)}
        />
        <Stat
          label={t('Time at work')}
          value={describeMinutes(total.minutes)}
          compare={compare(total.minutes, previous.minutes)}
        />
        <Stat
          label={t('Extras sold')}
          value={<Money amount={total.extras} />}
          compare={compare(total.extras, previous.extras)}
        />
        <Stat
          label={t('Cash received')}
          value={<Money amount={total.cash} />}
          compare={compare(total.cash, previous.cash)}
        />
        {total.tips !== undefined && (
          <Stat
            label={t('Tips')}
            value={<Money amount={total.tips} />}
            compare={compare(total.tips, previous.tips ?? '0.00')}
          />
        )}
      </div>
      <BarChart caption={t('Cash received for their visits')} bars={cashBars(work)} />
    </>
  )
}

const describeMinutes = (minutes: number): string =>
  t('{hours} h {minutes} min', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })

type Range = { from: LocalDate; to: LocalDate }

/** Week and month to date. */
const rangesOf = (today: LocalDate): Record<'week' | 'month', Range> => ({
  week: { from: startOfWeek(today), to: today },
  month: { from: startOfMonth(today), to: today },
})

/** Above this, bars are weekly. */
const mostBars = 31

/** Cash per day, or per week for long ranges. */
function cashBars({ days, to }: TechnicianWork) {
  const isLong = days.length > mostBars
  const steps = new Map<LocalDate, number>()
  for (const { date, cash } of days) {
    const key = isLong ? startOfWeek(date) : date
    steps.set(
      key,
      (steps.get(key) ?? 0) + (centsFromDecimal(cash.replace('-', '')) ?? 0) * sign(cash),
    )
  }
  return [...steps].map(([date, cents]) => ({
    label: isLong ? `${formatDay(date)} – ${formatDay(addDays(date, 6))}` : formatDay(date),
    shortLabel: String(Number(date.slice(8))),
    value: cents,
    text: formatCents(cents),
    highlight: date === to,
  }))
}

const sign = (amount: string) => (amount.startsWith('-') ? -1 : 1)

/** A technician's reviews, newest first. */
export function ReviewsCard({ id }: { id: string }) {
  const reviews = useCall('GET /api/admin/technicians/{id}/reviews', { params: { id } })
  return (
    <Card title={t('Reviews')}>
      <ReviewList list={reviews} shownAtMost={8} />
    </Card>
  )
}
