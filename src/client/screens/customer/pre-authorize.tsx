import { ShieldCheck } from 'lucide-react'
import { useBusiness } from '#client/app/session.ts'
import { CardChoice } from '#client/features/payments/card-choice.tsx'
import { OtherWays, PayDirectlyPage } from '#client/features/payments/pay-directly.tsx'
import { describeHold, PaymentFacts } from '#client/features/payments/payment-facts.tsx'
import { PaymentPage } from '#client/features/payments/payment-page.tsx'
import { useCardPayment } from '#client/features/payments/use-card-payment.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { isNothingToPay } from '#shared/rules/cost-words.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

export default function PreAuthorize() {
  return (
    <PaymentPage title={t('Pre-Authorize Payment')} wrongLink={t('Invalid Pre-Authorization Link')}>
      {(job, due) => <Hold job={job} due={due} />}
    </PaymentPage>
  )
}

function Hold({ job, due }: { job: Job; due: PaymentDue }) {
  const payment = useCardPayment('POST /api/payments/pre-authorize', job.id, due)
  const { cardPayments } = useBusiness()
  const held = describeHold(job, due)
  if (job.status === 'cancelled' || job.status === 'completed')
    return (
      <NothingToPay
        title={job.status === 'cancelled' ? t('This visit was cancelled') : t('This visit is done')}
        text={t('There is nothing to reserve for it anymore.')}
      />
    )
  if (job.needsConfirmation)
    return (
      <NothingToPay
        title={t('This visit is not confirmed yet')}
        text={t('There is nothing to pay until then. We let you know as soon as it is.')}
      />
    )
  if (due.state === 'on_invoice')
    return (
      <NothingToPay
        title={t('This visit is paid by invoice')}
        text={t('No card is needed for it.')}
      />
    )
  if (held) return <Held {...held} />
  if (due.status === 'completed' && !isNothingToPay(job.cost))
    return (
      <NothingToPay
        title={t('This service is paid')}
        text={t('There is nothing to reserve for it anymore.')}
      />
    )
  if (!centsFromDecimal(due.amount))
    return (
      <NothingToPay
        title={t('Nothing to pay')}
        text={t('This visit currently costs nothing, so no card is needed.')}
      />
    )
  if (!cardPayments) return <PayDirectlyPage job={job} />
  return (
    <div className="space-y-4">
      <PaymentFacts job={job} amount={due.amount} />
      <Benefits due={due} />
      <CardChoice visit={job} pays={false} due={due} {...payment} />
      <OtherWays job={job} />
    </div>
  )
}

function NothingToPay(words: { title: string; text: string }) {
  return (
    <EmptyState
      {...words}
      action={<LinkButton href={paths.orders}>{t('Your Orders')}</LinkButton>}
    />
  )
}

function Held({ title, text, changes, card }: NonNullable<ReturnType<typeof describeHold>>) {
  return (
    <Card>
      <div aria-live="polite">
        <EmptyState
          icon={<ShieldCheck />}
          title={title}
          text={
            <>
              {text}
              {changes.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </>
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
      {card && <p className="border-t border-line pt-3 text-center text-sm text-soft">{card}</p>}
    </Card>
  )
}

function Benefits({ due }: { due: PaymentDue }) {
  const points = [
    due.savesCard
      ? t('Your card is saved now; the amount is reserved one to two days before the visit.')
      : t('Funds are reserved, not charged.'),
    t('The final amount is captured after service completion.'),
    due.savesCard
      ? t('You can cancel before the service starts.')
      : t('It expires in 7 days if unused and can be cancelled before the service starts.'),
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
