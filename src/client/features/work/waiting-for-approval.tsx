import { Hourglass } from 'lucide-react'
import { useLocation } from 'wouter'
import { whileDown } from '#client/app/socket-state.ts'
import { ContactLink } from '#client/app/contact-link.tsx'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { useCall, useWrite } from '#client/app/queries.ts'
import { setSignedInUser, useBusiness } from '#client/app/session.ts'
import { AskName } from './ask-name.tsx'
import { Button, QuietButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import { PageTitle } from '#client/ui/page-title.tsx'

/** The only screen before an admin approves a technician. Requests nothing but their own account. */
export default function WaitingForApproval({ firstName }: { firstName: string }) {
  const { brandName } = useBusiness()
  const [, go] = useLocation()
  const person = useCall('GET /api/auth/user', undefined, { refetchInterval: whileDown(60_000) })
  const change = useWrite('POST /api/auth/set-role', {
    onSuccess: (user) => {
      setSignedInUser(user)
      go(paths.home)
    },
    onError: (error) => showFailure(t('Failed to set role. Please try again.'), error),
  })
  return (
    <div className="mx-auto max-w-column space-y-6 pt-6">
      <AskName />
      <Card>
        <PageTitle>{t('Waiting for approval')}</PageTitle>
        <h1 className="sr-only">{t('Waiting for approval')}</h1>
        <EmptyState
          icon={<Hourglass />}
          title={
            firstName
              ? t('Welcome, {name}. You are waiting for approval', { name: firstName })
              : t('You are waiting for approval')
          }
          text={t(
            'You can start as soon as the office approves you. Your visits at {brand} then appear here automatically.',
            { brand: brandName },
          )}
          action={
            <Button
              size="large"
              variant="primary"
              pending={person.isFetching}
              onClick={() => void person.refetch()}
            >
              {t('Check again')}
            </Button>
          }
        />
        <p className="border-t border-line pt-4 text-center text-sm text-soft">
          {t('Taking too long?')} <ContactLink />
        </p>
        <p className="mt-3 text-center text-sm text-soft">
          {t('Not a technician?')}{' '}
          <QuietButton
            pending={change.isPending}
            onClick={() => change.mutate({ body: { role: 'customer' } })}
          >
            {t('Continue as a customer')}
          </QuietButton>
        </p>
      </Card>
    </div>
  )
}
