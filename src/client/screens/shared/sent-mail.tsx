import { Inbox } from 'lucide-react'
import { List } from '#client/app/list/list.tsx'
import { useBusiness } from '#client/app/session.ts'
import { usePaginatedQuery } from '#client/app/use-paginated-query.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Page } from '#client/ui/page.tsx'
import { formatInstant } from '#shared/texts/format.ts'
import { t, text, translate } from '#shared/texts/t.ts'
import NotFound from './not-found.tsx'
import { useState } from 'react'
import { QuietButton } from '#client/ui/button.tsx'

const channelLabels = { email: text('E-mail'), sms: text('SMS'), push: text('Notification') }
const pageSize = 50
const lookAgainMs = 3000

export default function SentMail() {
  return useBusiness().demo ? <Outbox /> : <NotFound />
}

/** Every message that would have been sent, newest first. */
function Outbox() {
  const sentMail = usePaginatedQuery(
    'GET /api/demo/outbox',
    { query: { limit: pageSize } },
    { pollEvery: () => lookAgainMs },
  )
  const { timeZone } = useBusiness()
  return (
    <Page
      title={t('Outbox')}
      lede={t(
        'Every e-mail, text and push message the business would have sent. In the demo they are not delivered.',
      )}
    >
      <List
        list={sentMail}
        failed={t('The outbox could not be loaded')}
        more={t('Show older messages')}
        moreClass="mt-4"
        empty={
          <EmptyState
            icon={<Inbox />}
            title={t('Nothing has been sent yet')}
            text={t('Request a sign-in code or book a service, and the message appears here.')}
          />
        }
      >
        {(messages) => (
          <div className="space-y-4">
            {messages.map((message) => (
              <Card key={message.id}>
                <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                  <h2 className="text-lg">{message.subject || t('Text message')}</h2>
                  <Badge>{translate(channelLabels[message.channel])}</Badge>
                </div>
                <p className="text-sm text-soft">
                  {t('To {recipient}', { recipient: message.recipient })} ·{' '}
                  {formatInstant(message.createdAt, timeZone)}
                </p>
                <MailPreview body={message.body} html={message.html} />
              </Card>
            ))}
          </div>
        )}
      </List>
    </Page>
  )
}

/** A mail as text and as clients show it, in light and dark mode. */
function MailPreview({ body, html }: { body: string; html: string | null }) {
  const [shown, setShown] = useState<'text' | 'light' | 'dark'>('text')
  const choices = { text: t('As text'), light: t('As a mail'), dark: t('In the dark') }
  return (
    <>
      {html && (
        <div role="group" aria-label={t('Show')} className="mt-3 flex flex-wrap gap-1">
          {(['text', 'light', 'dark'] as const).map((way) => (
            <QuietButton
              key={way}
              aria-pressed={way === shown}
              className="aria-pressed:bg-ink/5"
              onClick={() => setShown(way)}
            >
              {choices[way]}
            </QuietButton>
          ))}
        </div>
      )}
      {shown === 'text' || !html ? (
        <p className="mt-3 whitespace-pre-line">{body}</p>
      ) : (
        <iframe
          key={shown}
          title={choices[shown]}
          srcDoc={html}
          // Scripts are blocked; links open in a new tab.
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          style={{ colorScheme: shown }}
          className="mt-3 h-120 w-full rounded-control border border-line"
        />
      )}
    </>
  )
}
