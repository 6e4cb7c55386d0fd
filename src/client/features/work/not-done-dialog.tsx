import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { makeChange } from '#client/app/work/make-change.ts'
import { showWorkFailure } from '#client/app/work/show-work-failure.ts'
import { NotDoneForm } from '#shared/contract/booking.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { notDoneLabels, notDoneReasons } from '#shared/rules/fees.ts'
import { t, translate } from '#shared/texts/t.ts'

/** Ends a visit whose service cannot be done: why, in which words; also without a network. */
export default function NotDoneDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  return (
    <DialogForm
      send={(body) =>
        makeChange({
          jobId: job.id,
          change: { kind: 'notDone', body },
          refused: showWorkFailure(t('The visit could not be ended. Please try again.')),
          success: {
            title: t('Visit ended as not done'),
            description: t('The customer and the office are told.'),
          },
        })
      }
      schema={NotDoneForm}
      defaultValues={{ note: '' }}
      onClose={onClose}
      danger
      title={t('Could the service not be done?')}
      description={t(
        'This ends visit {number}. The customer reads the reason; your note is for the office.',
        { number: job.number },
      )}
      submitLabel={t('End the visit')}
      cancelLabel={t('Back to the visit')}
    >
      {({ SelectField, TextAreaField }) => (
        <>
          <SelectField
            name="reason"
            label={t('Reason')}
            placeholder={t('Choose a reason')}
            options={notDoneReasons.map((reason) => ({
              value: reason,
              label: translate(notDoneLabels[reason]),
            }))}
          />
          <TextAreaField
            name="note"
            label={t('What happened')}
            hint={t('For example how long you waited, and how you tried to reach them.')}
            rows={3}
          />
          <p className="text-sm text-soft">
            {t('Please take photos before, under Service Photos. Afterwards the visit is locked.')}
          </p>
        </>
      )}
    </DialogForm>
  )
}
