import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Money } from '#client/ui/money.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { describeMovements } from '#shared/rules/receipts.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** What happened on the card so far, as the receipt will say it. */
export function CardMovements({ jobId }: { jobId: string }) {
  const { timeZone } = useBusiness()
  const { data, isError } = useCall('GET /api/payments/{jobId}/movements', { params: { jobId } })
  if (isError && !data)
    return <p className="text-sm text-soft">{t('What happened on the card could not be loaded')}</p>
  if (!data) return <Skeleton lines={2} />
  if (data.length === 0)
    return <p className="text-sm text-soft">{t('Nothing has happened on a card yet.')}</p>
  return (
    <ol aria-label={t('On the card')} className="divide-y divide-line border-y border-line">
      {describeMovements(data).map(({ label, amount, at, isCharge }, index) => (
        <li
          key={index}
          className={`flex items-baseline justify-between gap-4 py-2 ${isCharge ? '' : 'text-soft'}`}
        >
          <span className="min-w-0">
            {label}
            <span className="block text-sm text-soft">{formatInstant(at, timeZone)}</span>
          </span>
          <Money amount={amount} className={isCharge ? 'font-medium' : ''} />
        </li>
      ))}
    </ol>
  )
}
