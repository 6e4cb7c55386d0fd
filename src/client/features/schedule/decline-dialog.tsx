import * as z from 'zod/mini'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { required } from '#shared/contract/fields.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { callThem } from '#shared/rules/reach.ts'
import { t, text } from '#shared/texts/t.ts'

const Decline = z.strictObject({
  reason: required(text('Please give a reason for the cancellation.'), 500),
})

export default function DeclineDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  return (
    <DialogForm
      call="POST /api/jobs/{id}/cancel"
      input={(body) => ({ params: { id: job.id }, body })}
      schema={Decline}
      defaultValues={{}}
      onClose={onClose}
      danger
      title={t('Decline this request?')}
      description={
        callThem(job.customer) ??
        t('{name} is notified, with your reason.', { name: job.customer.name })
      }
      submitLabel={t('Decline')}
      cancelLabel={t('visit|Keep it')}
      successToast={{ title: t('{number} is declined', { number: job.number }) }}
      failureToast={t('Could not decline {number}', { number: job.number })}
    >
      {({ TextAreaField }) => <TextAreaField name="reason" label={t('Reason')} rows={3} />}
    </DialogForm>
  )
}
