import { ShieldCheck } from 'lucide-react'
import { paths } from '#shared/rules/paths.ts'
import { useBusiness } from '#client/app/session.ts'
import { CardForm } from '#client/features/payments/card-form.tsx'
import { PaymentFacts } from '#client/features/payments/payment-facts.tsx'
import { PaymentPage } from '#client/features/payments/payment-page.tsx'
import { useCardPayment } from '#client/features/payments/use-card-payment.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { cardConsent } from '#shared/rules/payments.ts'
import { formatAmount, formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

export default function PreAuthorize() {
  return (
    <PaymentPage title={t('Pre-Authorize Payment')} wrongLink={t('Invalid Pre-Authorization Link')}>
      {(job, due) => <Hold job={job} due={due} />}
    </PaymentPage>
  )
}

function Hold({ job, due }: { job: Job; due: PaymentDue }) {
  if (job.status === 'cancelled' || job.status === 'completed')
    return (
      <EmptyState
        title={job.status === 'cancelled' ? t('This visit was cancelled') : t('This visit is done')}
        text={t('There is nothing to reserve for it anymore.')}
        action={<LinkButton href={paths.orders}>{t('Your Orders')}</LinkButton>}
      />
    )
  if (job.needsConfirmation)
    return (
      <EmptyState
        title={t('This visit is not confirmed yet')}
        text={t('There is nothing to pay until then. We let you know as soon as it is.')}
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
  const { brandName } = useBusiness()
  const { card, write, pay } = useCardPayment('POST /api/payments/pre-authorize', {
    jobId: job.id,
    due,
    intent: due.savesCard ? 'STORE' : 'CHARGE_AND_STORE',
  })
  const amount = formatAmount(due.amount)
  return (
    <Card title={t('Card')}>
      <CardForm
        card={card}
        pending={write.isPending}
        failure={write.error ? failureOf(write.error.message) : null}
        action={
          due.savesCard
            ? t('Save this card for {amount}', { amount })
            : t('Hold {amount} on this card', { amount })
        }
        onPay={pay}
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
