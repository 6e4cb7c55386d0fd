import { useState } from 'react'
import { useWrite } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Payment } from '#shared/contract/payments.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { type AdjustReason, adjustReasons } from '#shared/rules/payments.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

interface AdjustPaymentDialogProps {
  payment: Payment
  onClose: () => void
}

/** Sets what is due for a payment that is not completed, and why. */
export function AdjustPaymentDialog({ payment, onClose }: AdjustPaymentDialogProps) {
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState<AdjustReason | ''>('')
  const adjust = useWrite('PATCH /api/payments/{jobId}/adjust', {
    onSuccess: (adjusted) => {
      onClose()
      toast({
        title: t('Payment adjusted successfully'),
        description: t('{number}: {amount}', {
          number: adjusted.jobNumber,
          amount: formatAmount(adjusted.amount),
        }),
      })
    },
  })
  const cents = centsFromDecimal(amount.trim())
  const submit = () => {
    if (cents === undefined || !reason || adjust.isPending) return
    adjust.mutate({ params: { jobId: payment.jobId }, body: { amount: cents / 100, reason } })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={t('Adjust Payment')}
      description={t('{number} of {customer}, now {amount}', {
        number: payment.jobNumber,
        customer: payment.customerName,
        amount: formatAmount(payment.amount),
      })}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            pending={adjust.isPending}
            disabledReason={whyNot(amount, cents, reason)}
            onClick={submit}
          >
            {cents === undefined
              ? t('Adjust Payment')
              : t('Adjust to {amount}', { amount: formatAmount(String(cents / 100)) })}
          </Button>
        </>
      }
    >
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {/* Lets Enter in the amount submit; the visible button stands in the footer. */}
        <button type="submit" hidden />
        {adjust.isError && (
          <Banner tone="error" live title={t('Error adjusting payment')}>
            {translate(adjust.error.message) || t('Something went wrong')}
          </Banner>
        )}
        <Field label={t('New amount')}>
          <TextInput
            type="number"
            inputMode="decimal"
            min={0}
            step={0.01}
            before="$"
            placeholder={payment.amount}
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        </Field>
        <Field label={t('Reason')}>
          <Select
            placeholder={t('Choose a reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value as AdjustReason)}
            options={adjustReasons.map((one) => ({
              value: one,
              label: translate(statusLabel(one)),
            }))}
          />
        </Field>
      </form>
    </Dialog>
  )
}

function whyNot(amount: string, cents: number | undefined, reason: string): string | false {
  if (cents === undefined)
    return amount.trim() ? t('Please enter an amount like 129.99') : t('Enter the new amount first')
  return !reason && t('Choose a reason first')
}
