import { useState } from 'react'
import type * as z from 'zod/mini'
import { useBusiness } from '#client/app/session.ts'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { type Job, ReceivedForm } from '#shared/contract/jobs.ts'
import { isOnInvoice } from '#shared/rules/payments.ts'
import { methodsToRecord, paidBy, type RecordedMethod } from '#shared/rules/recorded-payments.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

export type Received = Omit<z.infer<typeof ReceivedForm>, 'amount'> & { amount: string }

/** The customer's payment to the technician, as typed; `read` returns it, or `wrong` after showing the error. */
export function useReceived(job: Job) {
  const business = useBusiness()
  const { due } = job.cost
  const [method, setMethod] = useState<RecordedMethod | ''>('')
  // Follows the amount due until the technician types one.
  const [typed, setAmount] = useState<string | null>(null)
  const amount = typed ?? due
  const [reference, setReference] = useState('')
  const [problem, setProblem] = useState('')
  const isAsked =
    job.status === 'in_progress' &&
    business.techniciansRecordPayments &&
    !isOnInvoice(job.paymentState) &&
    Number(due) > 0
  const read = (): Received | undefined | 'wrong' => {
    if (!isAsked || method === '') return undefined
    const { success, data, error } = ReceivedForm.safeParse({ method, amount, reference })
    const refusal = success
      ? Number(data.amount) > Number(due) &&
        t('Only {amount} is due for this visit.', { amount: formatAmount(due) })
      : translate(error.issues[0]?.message ?? '')
    setProblem(refusal || '')
    return success && !refusal ? { ...data, amount: String(data.amount) } : 'wrong'
  }
  const methods = methodsToRecord(business)
  const fields = { amount, setAmount, reference, setReference, problem }
  return { isAsked, methods, method, setMethod, ...fields, read }
}

export function ReceivedFields(paying: Omit<ReturnType<typeof useReceived>, 'read'>) {
  const { isAsked, methods, method, setMethod, problem } = paying
  if (!isAsked) return null
  return (
    <div className="mt-3 space-y-3">
      <Field label={t('Did the customer pay you?')}>
        <Select
          value={method}
          onChange={({ target }) => setMethod(target.value as RecordedMethod | '')}
          options={[
            { value: '', label: t('No, not to me') },
            ...methods.map((value) => ({ value, label: paidBy(value) })),
          ]}
        />
      </Field>
      {method !== '' && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={t('Amount paid to you')} error={problem || undefined}>
            <TextInput
              inputMode="decimal"
              value={paying.amount}
              onChange={({ target }) => paying.setAmount(target.value)}
            />
          </Field>
          <Field label={method === 'check' ? t('Check number') : t('Reference')} optional>
            <TextInput
              maxLength={100}
              value={paying.reference}
              onChange={({ target }) => paying.setReference(target.value)}
            />
          </Field>
        </div>
      )}
    </div>
  )
}
