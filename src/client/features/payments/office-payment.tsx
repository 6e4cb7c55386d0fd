import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import { Money } from '#client/ui/money.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { Payment } from '#shared/contract/payments.ts'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { disputeLabels } from '#shared/rules/disputes.ts'
import { describeMovements } from '#shared/rules/receipts.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { PaymentActions, usePaymentDialog } from './payment-actions.tsx'
import { PaymentStatusBadge } from './recent-payments.tsx'
import { RecordedList } from './recorded-list.tsx'

export function OfficePayment({ job }: { job: Pick<Job, 'id'> }) {
  const { data, isError } = useCall('GET /api/payments/{jobId}', { params: { jobId: job.id } })
  return (
    <Card
      aria-label={t('Payment')}
      title={t('Payment')}
      action={data && <PaymentStatusBadge payment={data} />}
    >
      {data ? <Standing payment={data} /> : !isError && <Skeleton lines={3} />}
      {isError && !data && <p className="text-soft">{t('The payment could not be loaded')}</p>}
    </Card>
  )
}

function Standing({ payment }: { payment: Payment }) {
  const { amount, heldAmount, capturedAmount, refundedAmount, recordedAmount, notes, tip } = payment
  const { openDialog, dialog } = usePaymentDialog()
  const some = (money: string) => (money === '0.00' ? null : <Money amount={money} />)
  return (
    <div className="space-y-3">
      <Facts
        items={[
          { label: t('Amount'), value: <Money amount={amount} /> },
          { label: t('Held'), value: some(heldAmount) },
          { label: t('Captured'), value: some(capturedAmount) },
          {
            label: t('Paid directly'),
            value: recordedAmount && <Money amount={recordedAmount} />,
          },
          { label: t('Refunded'), value: some(refundedAmount) },
          { label: t('Tip'), value: tip && <Money amount={tip.amount} /> },
        ]}
      />
      <Disputes payment={payment} />
      {notes && <p className="text-sm text-soft">{notes}</p>}
      <RecordedList payment={payment} />
      <CardMovements jobId={payment.jobId} />
      <PaymentActions payment={payment} isShort onOpen={openDialog} />
      {dialog}
    </div>
  )
}

/** Each dispute with its deadline and the evidence for the bank; empty without disputes. */
function Disputes({ payment: { jobId, disputes = [] } }: { payment: Payment }) {
  const { timeZone } = useBusiness()
  if (disputes.length === 0) return null
  const isUndecided = disputes.some(({ state }) => state === 'open' || state === 'inquiry')
  return (
    <div className="space-y-2">
      <Facts
        items={disputes.map(({ amount, state, respondBy }) => ({
          label: translate(disputeLabels[state]),
          value: (
            <>
              <Money amount={amount} />
              {respondBy && isUndecided && (
                <span className="block text-sm text-soft">
                  {t('Evidence is accepted until {when}', {
                    when: formatInstant(respondBy, timeZone),
                  })}
                </span>
              )}
            </>
          ),
        }))}
      />
      <LinkButton size="small" href={fileUrls.evidencePdf(jobId)} download="">
        {t('Download evidence (PDF)')}
      </LinkButton>
    </div>
  )
}

function CardMovements({ jobId }: { jobId: string }) {
  const { timeZone, cardPayments } = useBusiness()
  const { data, isError } = useCall('GET /api/payments/{jobId}/movements', { params: { jobId } })
  if (isError && !data)
    return <p className="text-sm text-soft">{t('What happened on the card could not be loaded')}</p>
  if (!data) return <Skeleton lines={2} />
  const onCard = data.filter(({ method }) => method === null)
  if (onCard.length === 0)
    return cardPayments ? (
      <p className="text-sm text-soft">{t('Nothing has happened on a card yet.')}</p>
    ) : null
  return (
    <ol aria-label={t('On the card')} className="divide-y divide-line border-y border-line">
      {describeMovements(onCard).map(({ label, amount, at, isCharge }, index) => (
        <li
          key={index}
          className={`flex items-baseline justify-between gap-4 py-2 ${isCharge ? '' : 'text-soft'}`}
        >
          <span className="min-w-0">
            {label}
            <span className="block text-sm text-soft">{formatInstant(at, timeZone)}</span>
          </span>
          <Money amount={amount} className={isCharge ? 'font-medium' : ''} />
        </li>
      ))}
    </ol>
  )
}
