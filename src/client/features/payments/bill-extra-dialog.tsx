import * as z from 'zod/mini'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { useBusiness } from '#client/app/session.ts'
import { ExtraForm } from '#shared/contract/charges.ts'
import type { Payment } from '#shared/contract/payments.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { callPayer } from '#shared/rules/reach.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

const { description, unitPrice } = ExtraForm.shape
const Form = z.strictObject({ description, unitPrice })

export default function BillExtraDialog(props: { payment: Payment; onClose: () => void }) {
  const { jobId: id, jobNumber, customerName } = props.payment
  const call = callPayer(props.payment)
  const { cardPayments } = useBusiness()
  return (
    <DialogForm
      call="POST /api/jobs/{id}/extras"
      input={(body) => ({
        params: { id },
        body: { ...body, serviceType: 'other' as const, quantity: 1 },
      })}
      schema={Form}
      defaultValues={{ description: '', unitPrice: '' }}
      onClose={props.onClose}
      size="small"
      title={t('Charge an extra')}
      description={
        call ??
        (cardPayments
          ? t(
              '{customer} is notified. The card given for {number} is charged; without one they get a payment link.',
              { customer: customerName, number: jobNumber },
            )
          : t('{customer} is notified, and pays you directly.', { customer: customerName }))
      }
      submitLabel={({ unitPrice: typed = '' }) => {
        const cents = centsFromDecimal(typed)
        return cents ? t('Charge {amount}', { amount: formatCents(cents) }) : t('Charge an extra')
      }}
      failureTitle={t('The extra was not charged')}
      successToast={{
        title: t('Extra added'),
        description: call ?? t('The customer was notified.'),
      }}
    >
      {({ TextField, MoneyField }) => (
        <>
          <TextField name="description" label={t('What for')} />
          <MoneyField name="unitPrice" label={t('Price')} />
        </>
      )}
    </DialogForm>
  )
}
