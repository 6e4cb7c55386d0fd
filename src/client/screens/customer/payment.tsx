import { CircleCheck } from 'lucide-react'
import { useRef } from 'react'
import { paths } from '#client/app/paths.ts'
import { newActionKey, useWrite } from '#client/app/queries.ts'
import { usePerson } from '#client/app/session.ts'
import { CardForm } from '#client/features/payments/card-form.tsx'
import { LinkProblem } from '#client/features/payments/link-problem.tsx'
import { PaymentFacts } from '#client/features/payments/payment-facts.tsx'
import { useCard } from '#client/features/payments/use-card.ts'
import { usePaymentPage } from '#client/features/payments/use-payment-page.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

export default function Payment() {
  const page = usePaymentPage()
  if (!page.valid)
    return (
      <LinkProblem
        title={t('Invalid Payment Link')}
        text={t('Please open the link from your booking again.')}
      />
    )
  if (page.missing)
    return (
      <LinkProblem
        title={t('Job Not Found')}
        text={t('This booking does not exist or belongs to another account.')}
      />
    )
  if (page.failed)
    return (
      <ErrorState
        page
        title={t('The payment page could not be loaded')}
        text={page.failed.error?.message}
        onRetry={page.retry}
        pending={page.failed.isFetching}
      />
    )
  return (
    <div className="mx-auto max-w-column">
      <PageHeader title={t('Payment')} back={{ href: paths.orders, label: t('Your Orders') }} />
      {page.job && page.due ? (
        <Pay job={page.job} due={page.due} />
      ) : (
        <div className="space-y-4">
          <Skeleton className="h-64 w-full rounded-card!" />
          <Skeleton className="h-72 w-full rounded-card!" />
        </div>
      )}
    </div>
  )
}

function Pay({ job, due }: { job: Job; due: PaymentDue }) {
  const person = usePerson()
  const card = useCard()
  const actionKey = useRef(newActionKey())
  const charge = useWrite('POST /api/payments/process', {
    refreshes: ['GET /api/payments/due/{jobId}', 'GET /api/jobs/{id}', 'GET /api/jobs/customer'],
    onError: () => {
      actionKey.current = newActionKey()
    },
  })
  const amount = formatAmount(due.amount)
  const pay = async () => {
    const sourceId = await card.tokenize({
      intent: 'CHARGE',
      amount: due.amount,
      currencyCode: 'USD',
      billingContact: { givenName: person.firstName, familyName: person.lastName },
      customerInitiated: true,
      sellerKeyedIn: false,
    })
    if (!sourceId) return
    charge.mutate({
      body: { sourceId, amount: due.amount, jobId: job.id },
      idempotencyKey: actionKey.current,
    })
  }
  if (charge.isSuccess)
    return (
      <Settled
        title={t('Payment of {amount} processed successfully', {
          amount: formatAmount(charge.variables.body.amount.toString()),
        })}
      />
    )
  if (due.status === 'completed') return <Settled title={t('This service is paid')} />
  if (job.status === 'cancelled') return <Settled title={t('This visit was cancelled')} />
  return (
    <div className="space-y-4">
      <PaymentFacts job={job} amount={due.amount} />
      <Card title={t('Card')}>
        <CardForm
          card={card}
          pending={charge.isPending}
          failure={charge.error ? failureOf(charge.error.message) : null}
          action={t('Pay {amount} with this card', { amount })}
          onPay={() => void pay()}
        />
      </Card>
    </div>
  )
}

function Settled({ title }: { title: string }) {
  return (
    <Card>
      <div aria-live="polite">
        <EmptyState
          icon={<CircleCheck />}
          title={title}
          action={<LinkButton href={paths.dashboard}>{t('Back to Dashboard')}</LinkButton>}
        />
      </div>
    </Card>
  )
}

function failureOf(message: string) {
  const banner = t('Payment failed. Please check your card information and try again.')
  const reason = message || t('An error occurred while processing your payment')
  return { title: t('Payment Failed'), text: `${banner} ${reason}` }
}
