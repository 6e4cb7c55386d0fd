import { CircleCheck } from 'lucide-react'
import { paths } from '#shared/rules/paths.ts'
import { useBusiness, usePerson } from '#client/app/session.ts'
import { CardChoice } from '#client/features/payments/card-choice.tsx'
import { OtherWays, PayDirectlyPage } from '#client/features/payments/pay-directly.tsx'
import { PaymentFacts } from '#client/features/payments/payment-facts.tsx'
import { PaymentPage } from '#client/features/payments/payment-page.tsx'
import { TipCard } from '#client/features/payments/tip-card.tsx'
import { useTip } from '#client/features/payments/tip-form.tsx'
import { useCardPayment } from '#client/features/payments/use-card-payment.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { isNothingToPay } from '#shared/rules/cost-words.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { hasReceipt } from '#shared/rules/payments.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

export default function Payment() {
  return (
    <PaymentPage title={t('Payment')} wrongLink={t('Invalid Payment Link')}>
      {(job, due) => <Pay job={job} due={due} />}
    </PaymentPage>
  )
}

function Pay({ job, due }: { job: Job; due: PaymentDue }) {
  const payment = useCardPayment('POST /api/payments/process', job.id, due)
  const tipping = useTip(job.id)
  const { write } = payment
  const { cardPayments } = useBusiness()
  if (write.isSuccess)
    return (
      <Settled
        title={t('Payment of {amount} processed successfully', {
          amount: formatAmount(write.variables.body.amount.toString()),
        })}
      />
    )
  if (due.status === 'completed')
    return (
      <div className="space-y-4">
        <Settled
          title={isNothingToPay(job.cost) ? t('Nothing to pay') : t('This service is paid')}
          receiptOf={hasReceipt(job.status, job.paymentState) ? job.id : undefined}
        />
        <TipCard job={job} due={due} tipping={tipping} />
      </div>
    )
  if (due.state === 'held')
    return (
      <Settled
        title={t(
          'This amount is already held on your card. It is charged when the visit is completed.',
        )}
      />
    )
  if (job.status === 'cancelled' && !centsFromDecimal(due.amount))
    return <Settled title={t('This visit was cancelled')} />
  if (!centsFromDecimal(due.amount)) return <Settled title={t('Nothing to pay')} />
  if (due.state === 'on_invoice') return <Settled title={t('This visit is paid by invoice')} />
  if (!cardPayments) return <PayDirectlyPage job={job} />
  return (
    <div className="space-y-4">
      <PaymentFacts job={job} amount={due.amount} />
      <CardChoice visit={job} pays due={due} {...payment} />
      <OtherWays job={job} />
    </div>
  )
}

function Settled({ title, receiptOf }: { title: string; receiptOf?: string | undefined }) {
  const { role } = usePerson()
  return (
    <Card>
      <div aria-live="polite">
        <EmptyState
          icon={<CircleCheck />}
          title={title}
          action={
            <span className="flex flex-wrap justify-center gap-3">
              {receiptOf && role !== 'technician' && (
                <LinkButton variant="primary" href={paths.receipt(receiptOf)}>
                  {t('Receipt')}
                </LinkButton>
              )}
              <LinkButton href={paths.dashboard}>{t('Back to Dashboard')}</LinkButton>
            </span>
          }
        />
      </div>
    </Card>
  )
}
