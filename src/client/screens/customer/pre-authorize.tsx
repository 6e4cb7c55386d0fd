import { ShieldCheck } from 'lucide-react'
import { useRef } from 'react'
import { paths } from '#client/app/paths.ts'
import { newActionKey, useWrite } from '#client/app/queries.ts'
import { useBusiness, usePerson } from '#client/app/session.ts'
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
import { cardConsent } from '#shared/rules/payments.ts'
import { formatAmount, formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

export default function PreAuthorize() {
  const page = usePaymentPage()
  if (!page.valid)
    return (
      <LinkProblem
        title={t('Invalid Pre-Authorization Link')}
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
      <PageHeader
        title={t('Pre-Authorize Payment')}
        back={{ href: paths.orders, label: t('Your Orders') }}
      />
      {page.job && page.due ? (
        <Hold job={page.job} due={page.due} />
      ) : (
        <div className="space-y-4">
          <Skeleton className="h-64 w-full rounded-card!" />
          <Skeleton className="h-72 w-full rounded-card!" />
        </div>
      )}
    </div>
  )
}

function Hold({ job, due }: { job: Job; due: PaymentDue }) {
  if (job.status === 'cancelled' || job.status === 'completed')
    return (
      <EmptyState
        title={job.status === 'cancelled' ? t('This visit was cancelled') : t('This visit is done')}
        text={t('There is nothing to reserve for it any more.')}
        action={<LinkButton href={paths.orders}>{t('Your Orders')}</LinkButton>}
      />
    )
  if (due.state === 'held' || due.state === 'card_saved') return <Held due={due} job={job} />
  return (
    <div className="space-y-4">
      <PaymentFacts job={job} amount={due.amount} />
      <Benefits due={due} />
      <HoldForm job={job} due={due} />
    </div>
  )
}

function Held({ job, due }: { job: Job; due: PaymentDue }) {
  const amount = formatAmount(due.heldAmount ?? due.amount)
  const held = due.state === 'held'
  return (
    <Card>
      <div aria-live="polite">
        <EmptyState
          icon={<ShieldCheck />}
          title={held ? t('Your card is set') : t('Your card is saved')}
          text={
            held
              ? t(
                  '{amount} has been pre-authorized. Funds will be captured upon service completion.',
                  { amount },
                )
              : t('{amount} will be reserved one to two days before the visit on {day}.', {
                  amount,
                  day: formatDay(job.scheduledDate),
                })
          }
          action={
            <span className="flex flex-wrap justify-center gap-3">
              <LinkButton variant="primary" href={paths.orders}>
                {t('View orders')}
              </LinkButton>
              <LinkButton href={paths.dashboard}>{t('Back to Dashboard')}</LinkButton>
            </span>
          }
        />
      </div>
      {due.card && (
        <p className="border-t border-line pt-3 text-center text-sm text-soft">
          {t('{brand} ending in {last4}', due.card)}
        </p>
      )}
    </Card>
  )
}

function Benefits({ due }: { due: PaymentDue }) {
  const points = due.savesCard
    ? [
        t('Your card is saved now; the amount is reserved one to two days before the visit.'),
        t('The final amount is captured after service completion.'),
        t('You can cancel before the service starts.'),
      ]
    : [
        t('Funds are reserved, not charged.'),
        t('The final amount is captured after service completion.'),
        t('It expires in 7 days if unused and can be cancelled before the service starts.'),
      ]
  return (
    <ul className="space-y-1.5 px-1 text-soft">
      {points.map((point) => (
        <li key={point} className="flex gap-2.5">
          <ShieldCheck className="mt-0.5 text-amber" />
          {point}
        </li>
      ))}
    </ul>
  )
}

function HoldForm({ job, due }: { job: Job; due: PaymentDue }) {
  const person = usePerson()
  const { brandName } = useBusiness()
  const card = useCard()
  const actionKey = useRef(newActionKey())
  const hold = useWrite('POST /api/payments/pre-authorize', {
    refreshes: ['GET /api/payments/due/{jobId}', 'GET /api/jobs/{id}', 'GET /api/jobs/customer'],
    onError: () => {
      actionKey.current = newActionKey()
    },
  })
  const pay = async () => {
    const sourceId = await card.tokenize({
      intent: due.savesCard ? 'STORE' : 'CHARGE_AND_STORE',
      amount: due.amount,
      currencyCode: 'USD',
      billingContact: { givenName: person.firstName, familyName: person.lastName },
      customerInitiated: true,
      sellerKeyedIn: false,
    })
    if (!sourceId) return
    hold.mutate({
      body: { sourceId, amount: due.amount, jobId: job.id },
      idempotencyKey: actionKey.current,
    })
  }
  const amount = formatAmount(due.amount)
  return (
    <Card title={t('Card')}>
      <CardForm
        card={card}
        pending={hold.isPending}
        failure={hold.error ? failureOf(hold.error.message) : null}
        action={
          due.savesCard
            ? t('Save this card for {amount}', { amount })
            : t('Hold {amount} on this card', { amount })
        }
        onPay={() => void pay()}
      >
        <p className="text-sm text-soft">{t(cardConsent.text, { brand: brandName })}</p>
      </CardForm>
    </Card>
  )
}

function failureOf(message: string) {
  const banner = t('Pre-authorization failed. Please check your card information and try again.')
  return { title: t('Pre-Authorization Failed'), text: message ? `${banner} ${message}` : banner }
}
