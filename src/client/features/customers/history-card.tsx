import { useBusiness } from '#client/app/session.ts'
import { Card } from '#client/ui/card.tsx'
import type { CustomerDetails } from '#shared/contract/customers.ts'
import { describeEvent } from '#shared/contract/describe-customer-event.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** What was done to the record and by whom, newest first. */
export function HistoryCard({ customer: { history } }: { customer: CustomerDetails }) {
  const { timeZone } = useBusiness()
  if (history.length === 0) return null
  return (
    <Card title={t('History')}>
      <ol className="max-h-96 space-y-2 overflow-y-auto">
        {history.map((event) => (
          <li key={event.id}>
            <p>{describeEvent(event)}</p>
            <p className="text-sm text-soft">
              {[event.by, formatInstant(event.createdAt, timeZone)].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
