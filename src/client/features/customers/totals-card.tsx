import { useBusinessClock } from '#client/app/clock.ts'
import { Money } from '#client/ui/money.tsx'
import { Stat } from '#client/ui/card.tsx'
import type { CustomerDetails } from '#shared/contract/customers.ts'
import { formatAmount, formatDay } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

export function CustomerTotals({ customer }: { customer: CustomerDetails }) {
  const { jobCount, visitsAhead, lastServiceDate, nextService, amountDue, totalSpent } = customer
  const { dateOf } = useBusinessClock()
  const isThisYear = (date: string) => date.slice(0, 4) === dateOf(new Date()).slice(0, 4)
  return (
    <section aria-label={t('Totals')} className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat
        label={t('Paid in all')}
        value={<Money amount={totalSpent} />}
        note={
          Number(amountDue) > 0 ? (
            <span className="font-medium text-amber">
              {t('{amount} due', { amount: formatAmount(amountDue) })}
            </span>
          ) : (
            t('Nothing due')
          )
        }
      />
      <Stat
        label={t('Visits')}
        value={jobCount}
        note={plural(visitsAhead, { one: '{count} ahead', other: '{count} ahead' })}
      />
      <Stat
        label={t('Last service')}
        value={lastServiceDate ? formatDay(lastServiceDate) : '–'}
        note={lastServiceDate ? lastServiceDate.slice(0, 4) : t('No service with us yet')}
      />
      <Stat
        label={t('Next service due')}
        value={
          nextService ? formatDay(nextService.date, { year: !isThisYear(nextService.date) }) : '–'
        }
        note={
          nextService ? (
            nextService.isDue ? (
              <span className="font-medium text-amber">
                {t('{vehicle}, due now', { vehicle: nextService.vehicle })}
              </span>
            ) : (
              nextService.vehicle
            )
          ) : (
            t('Nothing to count from')
          )
        }
      />
    </section>
  )
}
