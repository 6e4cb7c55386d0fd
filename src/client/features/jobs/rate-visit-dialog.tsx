import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { refreshAfter, useApi } from '#client/app/queries.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { ReviewForm } from '#shared/contract/reviews.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

interface RateVisitDialogProps {
  job: Job
  /** Runs after it was sent. */
  onRated?: () => void
  onClose: () => void
}

export default function RateVisitDialog(props: RateVisitDialogProps) {
  const { job, onRated, onClose } = props
  const call = useApi()
  const rate = async (body: ReviewForm) => {
    const input = { params: { id: job.id }, body }
    const review = await call('POST /api/jobs/{id}/review', input)
    refreshAfter('POST /api/jobs/{id}/review', input)
    return review
  }
  return (
    <DialogForm
      send={rate}
      draft={`review ${job.id}`}
      schema={ReviewForm}
      defaultValues={{}}
      onClose={onClose}
      onSaved={() => onRated?.()}
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
      {({ StarsField, SwitchField, TextAreaField }, { comment }) => (
        <>
          <StarsField name="rating" label={t('Your rating')} />
          <TextAreaField name="comment" label={t('Anything you would like to tell us?')} />
          {comment?.trim() && (
            <SwitchField
              name="mayPublish"
              label={t('You may show my review on your home page')}
              description={t('With my first name and the initial of my last name.')}
            />
          )}
        </>
      )}
    </DialogForm>
  )
}
