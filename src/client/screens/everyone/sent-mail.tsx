import { Inbox } from 'lucide-react'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** Every e-mail and text message that would have been sent, newest first. Exists in the demo only. */
export default function SentMail() {
  const sentMail = useCall('GET /api/demo/outbox', undefined, {
    refetchInterval: 3000,
    staleTime: 0,
  })
  const { timeZone } = useBusiness()
  return (
    <div className="mx-auto max-w-column">
      <PageHeader
        title={t('Outbox')}
        lede={t('What the business would have mailed or texted. In the demo it stays here.')}
      />
      {sentMail.isPending && <Skeleton lines={6} />}
      {sentMail.isError && !sentMail.data && (
        <ErrorState
          title={t('The outbox could not be loaded')}
          text={sentMail.error.message}
          onRetry={() => void sentMail.refetch()}
        />
      )}
      {sentMail.data?.length === 0 && (
        <EmptyState
          icon={<Inbox />}
          title={t('Nothing has been sent yet')}
          text={t('Ask for a sign-in code or book a service, and the message appears here.')}
        />
      )}
      <div className="space-y-4">
        {sentMail.data?.map((message) => (
          <Card key={message.id}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <h2 className="text-lg">{message.subject || t('Text message')}</h2>
              <Badge>{message.channel === 'email' ? t('E-mail') : t('SMS')}</Badge>
            </div>
            <p className="text-sm text-soft">
              {t('To {recipient}', { recipient: message.recipient })} ·{' '}
              {formatInstant(message.createdAt, timeZone)}
            </p>
            <p className="mt-3 whitespace-pre-line">{message.body}</p>
          </Card>
        ))}
      </div>
    </div>
  )
}
