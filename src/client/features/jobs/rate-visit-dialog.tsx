import { useState } from 'react'
import { useWrite } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { StarInput } from '#client/ui/stars.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatDay } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'

/** Asks for one to five stars and, if somebody likes, a few words; once per visit. */
export function RateVisitDialog({ job, onClose }: { job: Job | null; onClose: () => void }) {
  return job && <OpenDialog key={job.id} job={job} onClose={onClose} />
}

function OpenDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const [rating, setRating] = useState<number | null>(null)
  const [comment, setComment] = useState('')
  const review = useWrite('POST /api/jobs/{id}/review', {
    onSuccess: () => {
      onClose()
      toast({ title: t('Thank you'), description: t('Your rating helps us and other drivers.') })
    },
  })
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t('How was the visit?')}
      description={`${vehicleName(job.vehicle)}, ${formatDay(job.scheduledDate)}`}
      footer={
        <>
          <Button onClick={onClose}>{t('Not now')}</Button>
          <Button
            variant="primary"
            pending={review.isPending}
            disabledReason={!rating && t('Please choose one to five stars')}
            onClick={() =>
              rating &&
              review.mutate({
                params: { id: job.id },
                body: { rating, comment: comment.trim() || undefined },
              })
            }
          >
            {t('Send rating')}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {review.isError && (
          <Banner tone="error" live>
            {translate(review.error.message)}
          </Banner>
        )}
        <StarInput
          legend={t('Your rating')}
          value={rating}
          onChange={setRating}
          labelFor={(stars) => plural(stars, { one: '{count} star', other: '{count} stars' })}
        />
        <Field label={t('Anything you would like to tell us?')} optional>
          <TextArea
            maxLength={1000}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  )
}
