import { DialogForm } from '#client/app/form/dialog-form.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { ReviewForm } from '#shared/contract/reviews.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** Asks for one to five stars and, if somebody likes, a few words; once per visit. */
export default function RateVisitDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  return (
    <DialogForm
      call="POST /api/jobs/{id}/review"
      input={(body) => ({ params: { id: job.id }, body })}
      schema={ReviewForm}
      defaultValues={{}}
      onClose={onClose}
      size="small"
      title={t('How was the visit?')}
      description={`${vehicleName(job.vehicle)}, ${formatDay(job.scheduledDate)}`}
      submitLabel={t('Send rating')}
      cancelLabel={t('Not now')}
      disabledReason={({ rating }) => !rating && t('Please choose one to five stars')}
      successToast={{
        title: t('Thank you'),
        description: t('Your rating helps us and other drivers.'),
      }}
    >
      {({ StarsField, TextAreaField }) => (
        <>
          <StarsField name="rating" label={t('Your rating')} />
          <TextAreaField name="comment" label={t('Anything you would like to tell us?')} />
        </>
      )}
    </DialogForm>
  )
}
