import { List } from '#client/app/list/list.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Card } from '#client/ui/card.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import type { CustomerMessage } from '#shared/contract/customers.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** What was written between them and the business; each leads to where it can be answered. */
export function MessagesCard({ id }: { id: string }) {
  const { timeZone } = useBusiness()
  const messages = useCall('GET /api/admin/customers/{id}/messages', { params: { id } })
  return (
    <Card title={t('Messages')}>
      <List
        list={messages}
        failed={t('The messages could not be loaded')}
        empty={<p className="text-soft">{t('Nothing was written yet')}</p>}
      >
        {(all) => (
          <ul className="max-h-96 divide-y divide-line overflow-y-auto">
            {all.map((message) => (
              <li key={message.id} className="py-2.5 first:pt-0 last:pb-0">
                <p className="text-sm text-soft">
                  {message.byCustomer ? t('From the customer') : t('From the business')}
                  {' · '}
                  {formatInstant(message.createdAt, timeZone)}
                </p>
                <TextLink href={positionOf(message)} className="font-medium">
                  {message.subject || (message.job ? message.job.number : t('Message'))}
                </TextLink>
                <p className="line-clamp-3 text-sm wrap-anywhere whitespace-pre-line">
                  {message.text}
                </p>
              </li>
            ))}
          </ul>
        )}
      </List>
    </Card>
  )
}

const positionOf = ({ kind, id, job }: CustomerMessage) =>
  kind === 'inbox' ? paths.message(id) : paths.officeVisit(job?.id ?? '')
