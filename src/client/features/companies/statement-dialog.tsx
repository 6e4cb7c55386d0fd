import { useState } from 'react'
import * as z from 'zod/mini'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Button, SmallButton, TextLink } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { optionsOf } from '#client/ui/select.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { requiredLine } from '#shared/contract/fields.ts'
import { type Statement, StatementPaymentForm } from '#shared/contract/statements.ts'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { recordedMethodLabels, recordedMethods } from '#shared/rules/recorded-payments.ts'
import { firstDayOf } from '#shared/rules/statements.ts'
import { formatAmount, formatDay, formatMonth } from '#shared/texts/format.ts'
import { t, text, translate } from '#shared/texts/t.ts'
import { StatementFacts } from './statement-facts.tsx'

interface StatementDialogProps {
  companyId: string
  statementId: string
  byOffice: boolean
  onClose: () => void
}

/** A statement with its lines and payments. */
export default function StatementDialog(props: StatementDialogProps) {
  const { companyId, statementId, byOffice, onClose } = props
  const params = { id: companyId, statementId }
  const found = useCall('GET /api/companies/{id}/statements/{statementId}', { params })
  const [asked, setAsked] = useState<{ payment: string } | 'pay' | null>(null)
  const back = () => setAsked(null)
  const { data } = found
  if (asked === 'pay' && data) return <PayDialog params={params} statement={data} onClose={back} />
  if (asked && asked !== 'pay')
    return <TakeBackDialog params={{ ...params, paymentId: asked.payment }} onClose={back} />
  return (
    <Dialog
      size="wide"
      onClose={onClose}
      title={data ? t('Statement {number}', { number: data.number }) : t('Statement')}
      description={data && formatMonth(firstDayOf(data.period))}
      footer={
        <>
          <TextLink href={fileUrls.statementPdf(companyId, statementId)} target="_blank">
            {t('PDF')}
          </TextLink>
          <TextLink href={fileUrls.statementCsv(companyId, statementId)}>CSV</TextLink>
          {byOffice && (
            <Button
              variant="primary"
              disabledReason={data?.open === '0.00' && t('Nothing is due.')}
              onClick={() => setAsked('pay')}
            >
              {t('Record a payment')}
            </Button>
          )}
        </>
      }
    >
      <Loaded
        parts={[found]}
        loading={<Skeleton lines={6} />}
        failed={t('The statement could not be loaded')}
      >
        {(statement) => (
          <>
            <StatementFacts statement={statement} />
            {statement.payments.length > 0 && (
              <Payments
                payments={statement.payments}
                onTakeBack={byOffice ? (payment) => setAsked({ payment }) : undefined}
              />
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

interface PaymentsProps {
  payments: Statement['payments']
  onTakeBack: ((paymentId: string) => void) | undefined
}

function Payments({ payments, onTakeBack }: PaymentsProps) {
  return (
    <>
      <h3 className="mt-5 mb-1 font-medium">{t('Payments')}</h3>
      <ul className="divide-y divide-line border-t border-line text-sm">
        {payments.map(({ id, method, amount, reference, receivedOn, takenBack }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 wrap-anywhere">
              {[translate(recordedMethodLabels[method]), reference].filter(Boolean).join(', ')}
              <span className="block text-soft">{formatDay(receivedOn, { year: true })}</span>
              {takenBack !== null && (
                <span className="block text-amber">
                  {t('Taken back: {reason}', { reason: takenBack })}
                </span>
              )}
            </span>
            <span className="flex items-center gap-3">
              <span className={takenBack === null ? 'tabular-nums' : 'line-through'}>
                {formatAmount(amount)}
              </span>
              {onTakeBack && takenBack === null && (
                <SmallButton onClick={() => onTakeBack(id)}>{t('Take back')}</SmallButton>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

type Params = { id: string; statementId: string }

function PayDialog({
  params,
  statement,
  onClose,
}: {
  params: Params
  statement: Statement
  onClose: () => void
}) {
  const { today } = useBusiness()
  return (
    <DialogForm
      call="POST /api/companies/{id}/statements/{statementId}/payments"
      input={(body) => ({ params, body })}
      schema={StatementPaymentForm}
      defaultValues={{ amount: statement.open, method: 'check', receivedOn: today }}
      onClose={onClose}
      title={t('Record a payment')}
      description={t('It pays the visits of {number}, the oldest first.', statement)}
      submitLabel={t('Record')}
      failureTitle={t('The payment was not recorded')}
      successToast={{ title: t('Payment recorded') }}
    >
      {({ MoneyField, SelectField, TextField, DateField }) => (
        <>
          <MoneyField name="amount" label={t('Amount')} />
          <SelectField
            name="method"
            label={t('How it was paid')}
            options={optionsOf(recordedMethods, (method) => recordedMethodLabels[method])}
          />
          <TextField name="reference" label={t('Check number or reference')} />
          <DateField name="receivedOn" label={t('Received on')} max={today} />
        </>
      )}
    </DialogForm>
  )
}

const Reason = z.strictObject({ reason: requiredLine(text('Please give a reason'), 200) })

function TakeBackDialog({
  params,
  onClose,
}: {
  params: Params & { paymentId: string }
  onClose: () => void
}) {
  return (
    <DialogForm
      call="DELETE /api/companies/{id}/statements/{statementId}/payments/{paymentId}"
      input={(body) => ({ params, body })}
      schema={Reason}
      defaultValues={{ reason: '' }}
      onClose={onClose}
      danger
      title={t('Take the payment back?')}
      description={t('The visits it paid are open again.')}
      submitLabel={t('Take back')}
      failureTitle={t('The payment was not taken back')}
      successToast={{ title: t('Payment taken back') }}
    >
      {({ TextField }) => <TextField name="reason" label={t('Reason')} autoFocus />}
    </DialogForm>
  )
}
