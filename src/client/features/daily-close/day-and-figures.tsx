import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useBusiness } from '#client/app/session.ts'
import { BarChart } from '#client/ui/bar-chart.tsx'
import { IconButton, QuietButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { Money } from '#client/ui/money.tsx'
import type { CloseFigures, DailyClose } from '#shared/contract/daily-close.ts'
import { addDays, isLocalDate } from '#shared/rules/calendar.ts'
import { formatAmount, formatDay } from '#shared/texts/format.ts'
import { recordedMethodLabels, recordedMethods } from '#shared/rules/recorded-payments.ts'
import { t, translate } from '#shared/texts/t.ts'

export function Figures({ figures }: { figures: CloseFigures }) {
  const { captured, refunded, net, tips, tax, cancelFees, notDoneFees, pending } = figures
  const { heldBack, chargedBack } = figures
  return (
    <section aria-label={t('Money of the day')}>
      <dl className="grid rounded-card border border-line bg-card shadow-lift max-sm:divide-y max-sm:divide-line sm:grid-cols-2 lg:grid-cols-4">
        <Figure label={t('Captured')} amount={captured} />
        {recordedMethods.map((method) => (
          <Figure
            key={method}
            label={translate(recordedMethodLabels[method])}
            amount={figures[method]}
            optional
          />
        ))}
        <Figure label={t('state|Refunded')} amount={refunded} />
        <Figure label={t('Held back for disputes')} amount={heldBack} optional />
        <Figure label={t('Lost in disputes')} amount={chargedBack} optional />
        <Figure label={t('Collected less refunds')} amount={net} />
        <Figure label={t('Still to collect')} amount={pending} />
        <Figure label={t('Tips')} amount={tips} optional />
        <Figure label={t('Sales tax received')} amount={tax} optional />
        <Figure label={t('Fees for late cancellations')} amount={cancelFees} optional />
        <Figure label={t('Fees for visits not done')} amount={notDoneFees} optional />
      </dl>
    </section>
  )
}

interface FigureProps {
  label: string
  amount: string
  /** Hidden if zero. */
  optional?: boolean
}

function Figure({ label, amount, optional }: FigureProps) {
  if (optional && Number(amount) === 0) return null
  return (
    <div className="flex items-baseline justify-between gap-3 px-4 py-1.5 sm:block sm:py-3">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="font-semibold sm:text-2xl sm:tracking-tight">
        <Money amount={amount} />
      </dd>
    </div>
  )
}

/** Net of the days up to this one; nothing if all are zero. */
export function NetChart({ days }: Pick<DailyClose, 'days'>) {
  if (days.every(({ net }) => Number(net) === 0)) return null
  return (
    <Card>
      <BarChart
        caption={t('Collected less refunds, 14 days')}
        bars={days.map(({ date, net }, at) => ({
          label: formatDay(date),
          shortLabel: String(Number(date.slice(8))),
          value: Number(net),
          text: formatAmount(net),
          highlight: at === days.length - 1,
        }))}
      />
    </Card>
  )
}

interface DayNavProps {
  date: string
  first: string | undefined
  onDate: (date: string) => void
}

/** Moves between days, from the first day with data up to today. */
export function DayNav({ date, first, onDate }: DayNavProps) {
  const { today } = useBusiness()
  const isLast = date >= today
  const isFirst = first !== undefined && date <= first
  return (
    <div className="mb-4 flex flex-wrap items-center gap-1">
      <IconButton
        icon={<ChevronLeft />}
        label={t('Previous day')}
        aria-disabled={isFirst || undefined}
        onClick={() => !isFirst && onDate(addDays(date, -1))}
        className="-ml-2.5"
      />
      <Field label={t('Day')} hideLabel className="w-44">
        <TextInput
          type="date"
          value={date}
          min={first}
          max={today}
          onChange={({ target }) => isLocalDate(target.value) && onDate(target.value)}
        />
      </Field>
      <IconButton
        icon={<ChevronRight />}
        label={t('Next day')}
        aria-disabled={isLast || undefined}
        onClick={() => !isLast && onDate(addDays(date, 1))}
      />
      {date !== today && <QuietButton onClick={() => onDate(today)}>{t('Today')}</QuietButton>}
    </div>
  )
}
