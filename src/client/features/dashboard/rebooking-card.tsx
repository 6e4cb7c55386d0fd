import { Dipstick } from '#client/brand/dipstick.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Rebooking } from '#shared/contract/admin.ts'
import { minCustomersForRate, rebookingMonths } from '#shared/rules/rebooking.ts'
import { formatDay, formatNumber, formatShare } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

export function RebookingCard() {
  return (
    <Card title={t('Returning customers')}>
      <Loaded
        parts={[useCall('GET /api/dashboard/rebooking')]}
        loading={<Skeleton className="h-30 w-full" />}
        failed={t('The customers could not be counted')}
      >
        {(rebooking) => <Rate {...rebooking} />}
      </Loaded>
    </Card>
  )
}

function Rate({ from, to, customers, rebooked }: Rebooking) {
  const enough = customers >= minCustomersForRate
  const sentence = plural(
    customers,
    { one: '{some} of {count} customer', other: '{some} of {count} customers' },
    { some: formatNumber(rebooked) },
  )
  return (
    <>
      {enough ? (
        <>
          <p className="text-2xl font-semibold tracking-tight">
            {formatShare(rebooked / customers)}
          </p>
          <Dipstick
            meter
            label={t('Returning customers')}
            value={rebooked}
            max={customers}
            valueText={sentence}
            showValue
          />
        </>
      ) : (
        <p className="text-lg font-semibold">{t('Not enough visits yet')}</p>
      )}
      <p className="mt-2 text-sm text-soft">
        {t(
          'Of the customers with a visit completed from {from} to {to}, those who booked another one within {months} months of the first and did not cancel it.',
          {
            from: formatDay(from, { year: true }),
            to: formatDay(to, { year: true }),
            months: rebookingMonths,
          },
        )}{' '}
        {!enough &&
          plural(
            customers,
            {
              one: 'Only {count} so far; this needs at least {fewest}.',
              other: 'Only {count} so far; this needs at least {fewest}.',
            },
            { fewest: minCustomersForRate },
          )}
      </p>
    </>
  )
}
