import * as z from 'zod/mini'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { required } from '#shared/contract/fields.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { formatAmount, formatVisit } from '#shared/texts/format.ts'
import { t, text } from '#shared/texts/t.ts'

const Form = z.strictObject({
  reason: required(text('Please give a reason for the cancellation.'), 500),
})

/** For the office: cancels a visit, or declines a request, with a reason that its customer reads. */
export default function CancelVisitDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const { number, customer } = job
  const isRequest = job.needsConfirmation && isNotStarted(job.status)
  return (
    <DialogForm
      call="POST /api/jobs/{id}/cancel"
      input={(body) => ({ params: { id: job.id }, body })}
      schema={Form}
      defaultValues={{}}
      onClose={onClose}
      danger
      title={isRequest ? t('Decline this request?') : t('Cancel {number}?', { number })}
      description={[
        formatVisit(job.scheduledDate, job.scheduledTime) + '.',
        t('{name} is told, with your reason.', { name: customer.name || t('The customer') }),
        ...whatBecomesOfMoney(job),
      ].join(' ')}
      submitLabel={isRequest ? t('Decline') : t('Cancel visit')}
      cancelLabel={t('Keep it')}
      successToast={{
        title: isRequest ? t('{number} is declined', { number }) : t('Visit cancelled'),
        description: number,
      }}
      failureTitle={t('Could not cancel')}
    >
      {({ TextAreaField }) => <TextAreaField name="reason" label={t('Reason')} rows={3} />}
    </DialogForm>
  )
}

function whatBecomesOfMoney({ heldAmount, paidAmount }: Job): string[] {
  return [
    ...(heldAmount
      ? [t('{amount} reserved on the card is released.', { amount: formatAmount(heldAmount) })]
      : []),
    ...(paidAmount === '0.00'
      ? []
      : [t('{amount} that was paid is refunded.', { amount: formatAmount(paidAmount) })]),
  ]
}
