import { ShieldCheck } from 'lucide-react'
import { useBusiness } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { isNothingToPay } from '#shared/rules/cost-words.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { formatAmount, formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { CardChoice } from './card-choice.tsx'
import { describeHold } from './payment-facts.tsx'
import { OtherWays, PayDirectly } from './pay-directly.tsx'
import { useCardPayment } from './use-card-payment.ts'

interface GuestCardProps {
  job: Job
  due: PaymentDue
}

/** A guest's payment step: hold the amount before the service, or pay after. */
export function GuestCard({ job, due }: GuestCardProps) {
  const { cardPayments } = useBusiness()
  const held = describeHold(job, due)
  // A cancelled visit may cost a fee.
  if (job.status === 'cancelled' && job.cost.fee === '0.00' && !job.feeDecision) return null
  if (due.status === 'completed')
    return (
      <Banner
        tone="success"
        title={isNothingToPay(job.cost) ? t('Nothing to pay') : t('This service is paid')}
        icon={<ShieldCheck />}
      />
    )
  if (held)
    return (
      <Banner tone="success" live icon={<ShieldCheck />} title={held.title}>
        {[held.text, held.card].filter(Boolean).join(' ')}
        {held.changes.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </Banner>
    )
  if (due.state === 'settling' || due.state === 'authorizing')
    return <Banner title={t('Waiting for the card network')} live />
  if (!centsFromDecimal(due.amount))
    return <Banner tone="success" title={t('Nothing to pay')} icon={<ShieldCheck />} />
  if (due.state === 'on_invoice')
    return (
      <Banner title={t('This visit is paid by invoice')} icon={<ShieldCheck />}>
        {job.invoice
          ? t('{amount} is to be paid by {date}. No card is needed for it.', {
              amount: formatAmount(due.amount),
              date: formatDay(job.invoice.dueOn, { year: true }),
            })
          : t('No card is needed for it.')}
      </Banner>
    )
  if (!cardPayments) return <PayDirectly job={job} />
  return <DueCard job={job} due={due} pays={!isActiveJob(job.status)} />
}

function DueCard({ job, due, pays }: GuestCardProps & { pays: boolean }) {
  const call = pays ? 'POST /api/payments/process' : 'POST /api/payments/pre-authorize'
  const payment = useCardPayment(call, job.id, due)
  return (
    <div className="space-y-4">
      <CardChoice visit={job} pays={pays} due={due} {...payment} />
      <OtherWays job={job} />
    </div>
  )
}
