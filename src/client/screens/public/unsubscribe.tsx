import { BellOff, BellRing, Link2Off } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { useCall, useWrite } from '#client/app/queries.ts'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { EmptyState, ErrorState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { mailPreferenceLabels } from '#shared/rules/mail-preferences.ts'
import { paths } from '#shared/rules/paths.ts'
import { t, translate } from '#shared/texts/t.ts'

/** Target of unsubscribe links. Asks first, because mail scanners open links. */
export default function Unsubscribe() {
  const { token } = useParams<{ token: string }>()
  const [isBroken, setBroken] = useState(false)
  const read = useCall(
    'GET /api/unsubscribe/{token}/preference',
    { params: { token } },
    { enabled: !isBroken },
  )
  // A broken link stays broken; do not refetch.
  if (!isBroken && read.error && [400, 404].includes(read.error.status)) setBroken(true)
  const stop = useWrite('POST /api/unsubscribe/{token}', {
    onError: (error) => showFailure(t('Could not switch them off'), error),
  })
  const resume = useWrite('POST /api/unsubscribe/{token}/undo', {
    onError: (error) => showFailure(t('Could not switch them on'), error),
  })
  return (
    <div className="mx-auto max-w-column pt-6">
      <meta name="robots" content="noindex" />
      {isBroken ? (
        <EmptyState
          page
          icon={<Link2Off />}
          title={t('This link does not work')}
          text={t(
            'It is more than two years old, or your mail app cut it short. You can choose what we write to you when you are signed in.',
          )}
          action={
            <LinkButton href={paths.notificationPreferences}>{t('Your preferences')}</LinkButton>
          }
        />
      ) : read.isError && !read.data ? (
        <ErrorState
          page
          title={t('Your preferences could not be loaded')}
          text={translate(read.error.message)}
          onRetry={() => void read.refetch()}
          pending={read.isFetching}
        />
      ) : !read.data ? (
        <Skeleton className="h-64 w-full rounded-card!" />
      ) : (
        <EmptyState
          page
          icon={read.data.wanted ? <BellRing /> : <BellOff />}
          title={
            read.data.wanted ? t('Unsubscribe from e-mails like this?') : t('You are unsubscribed')
          }
          text={
            read.data.wanted
              ? t(
                  'You get {kind} from us. We always send sign-in codes, changes to your visits, and bills.',
                  {
                    kind: translate(mailPreferenceLabels[read.data.preference]),
                  },
                )
              : t('You will no longer get {kind}, by e-mail or on your phone.', {
                  kind: translate(mailPreferenceLabels[read.data.preference]),
                })
          }
          action={
            read.data.wanted ? (
              <Button
                variant="primary"
                size="large"
                pending={stop.isPending}
                onClick={() => stop.mutate({ params: { token } })}
              >
                {t('Switch them off')}
              </Button>
            ) : (
              <Button
                pending={resume.isPending}
                onClick={() => resume.mutate({ params: { token } })}
              >
                {t('Switch them on again')}
              </Button>
            )
          }
        />
      )}
    </div>
  )
}
