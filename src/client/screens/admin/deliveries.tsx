import { MailCheck } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { List } from '#client/app/list/list.tsx'
import { useBusiness } from '#client/app/session.ts'
import { usePaginatedQuery } from '#client/app/use-paginated-query.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Page } from '#client/ui/page.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { TextLink } from '#client/ui/button.tsx'
import type { Delivery } from '#shared/contract/deliveries.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

type State = 'failed' | 'waiting' | 'skipped'
const pageSize = 50
const lookAgainMs = 60_000

/** Messages that did not reach their recipient, with the reason. */
export default function Deliveries() {
  const [query, setQuery] = useSearchParams()
  const state = (['waiting', 'skipped'] as const).find((one) => one === query.get('state'))
  const tab = (id: State, label: string) => ({ id, label, content: <Undelivered state={id} /> })
  return (
    <Page
      title={t('Undelivered messages')}
      back={{ href: paths.settings, label: t('Settings') }}
      lede={t('E-mails, texts and notifications that were not delivered, and why.')}
    >
      <Tabs
        label={t('Undelivered messages')}
        value={state ?? 'failed'}
        onChange={(id) => setQuery(id === 'failed' ? {} : { state: id }, { replace: true })}
        tabs={[
          tab('failed', t('state|Failed')),
          tab('waiting', t('Tried again')),
          tab('skipped', t('Not sent')),
        ]}
      />
    </Page>
  )
}

const emptyWords = (state: State) =>
  ({
    failed: t('Everything sent was delivered.'),
    waiting: t('Nothing is waiting for a mail server or provider.'),
    skipped: t('Nothing was held back.'),
  })[state]

function Undelivered({ state }: { state: State }) {
  const list = usePaginatedQuery(
    'GET /api/admin/deliveries',
    { query: { state, limit: pageSize } },
    { pollEvery: () => lookAgainMs },
  )
  return (
    <List
      list={list}
      failed={t('The messages could not be loaded')}
      more={t('Show older messages')}
      moreClass="mt-4"
      empty={<EmptyState icon={<MailCheck />} title={emptyWords(state)} />}
    >
      {(messages) => (
        <Card flush>
          <ul className="divide-y divide-line">
            {messages.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </ul>
        </Card>
      )}
    </List>
  )
}

function Message({ message }: { message: Delivery }) {
  const { channel, recipient, subject, at, reason, job } = message
  const { timeZone } = useBusiness()
  const channels = { email: t('E-mail'), sms: t('SMS'), push: t('Notification') }
  return (
    <li className="px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 font-medium wrap-anywhere">{recipient}</p>
        <Badge>{channels[channel]}</Badge>
      </div>
      {subject && <p className="wrap-anywhere">{subject}</p>}
      {reason && <p className="wrap-anywhere text-red">{reason}</p>}
      <p className="text-sm text-soft">
        {formatInstant(at, timeZone)}
        {job && (
          <>
            {' · '}
            <TextLink href={officePaths.officeVisit(job.id)}>{job.number}</TextLink>
          </>
        )}
      </p>
    </li>
  )
}
