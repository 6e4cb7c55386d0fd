import { useBusiness } from '#client/app/session.ts'
import { Card } from '#client/ui/card.tsx'
import type { CustomerDetails, CustomerEvent } from '#shared/contract/customers.ts'
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

function describeEvent({ kind, fields }: CustomerEvent): string {
  switch (kind) {
    case 'added':
      return t('Added by the office')
    case 'changed':
      return t('Changed: {fields}', { fields: fields.map(nameOfField).join(', ') })
    case 'note_added':
      return t('Note written')
    case 'note_removed':
      return t('Note removed')
    case 'vehicle_recovered':
      return t('Deleted car brought back')
    case 'merged':
      return t('Merged with another customer')
  }
}

function nameOfField(field: string): string {
  const names: Record<string, string> = {
    firstName: t('First name'),
    lastName: t('Last name'),
    email: t('E-mail'),
    phone: t('Phone'),
    tags: t('Tags'),
    maxVisitsWithoutCard: t('Visits ahead without a card'),
  }
  return names[field] ?? field
}
