import { optionsOf } from '#client/ui/select.tsx'
import type { ReactNode } from 'react'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { makeChange, showWorkFailure } from '#client/app/work/make-change.ts'
import { NotDoneForm } from '#shared/contract/booking.ts'
import { useBusinessClock } from '#client/app/business-clock.ts'
import { useNow } from '#client/app/clock.ts'
import { useMaybePerson } from '#client/app/session.ts'
import type { Job } from '#shared/contract/jobs.ts'
import {
  notDoneLabels,
  type NotDoneReason,
  notDoneReasons,
  whyNotEndedYet,
} from '#shared/rules/not-done.ts'
import { TypedMeasurements, useTypedMeasurements } from './complete-question.tsx'
import { callThem } from '#shared/rules/reach.ts'
import { t, wording } from '#shared/texts/t.ts'

export interface NotDoneDialogProps {
  job: Job
  onClose: () => void
  /** Text already typed elsewhere. */
  note?: string
  /** The reason chosen first. */
  reason?: NotDoneReason
  /** Photo control, for users on site. */
  photos?: ReactNode
}

/** Ends a visit that can't be done, with reason, note and photos; works offline. */
export default function NotDoneDialog(props: NotDoneDialogProps) {
  const { job, onClose, note = '', reason: firstReason, photos } = props
  const readings = useTypedMeasurements(job)
  const clock = useBusinessClock()
  const now = useNow()
  const byOffice = useMaybePerson()?.role === 'admin'
  const whyNotYet = (reason: NotDoneReason | undefined) => {
    const visit = { startsAt: new Date(job.startsAt), isStarted: job.status === 'in_progress' }
    const why = whyNotEndedYet(visit, reason ?? null, new Date(now), clock)
    return why ? wording(why) : undefined
  }
  return (
    <DialogForm
      send={async (body) =>
        (await readings.save()) &&
        makeChange({
          jobId: job.id,
          change: { kind: 'notDone', body },
          refused: showWorkFailure(t('The visit could not be ended. Please try again.')),
          success: {
            title: t('Visit ended as not done'),
            description: describeNotified(job, byOffice),
          },
        })
      }
      schema={NotDoneForm}
      defaultValues={{ note, ...(firstReason && { reason: firstReason }) }}
      onClose={onClose}
      danger
      title={t('Could the service not be done?')}
      description={t(
        'This ends visit {number}. The customer reads the reason; your note is for the office.',
        { number: job.number },
      )}
      submitLabel={t('End the visit')}
      cancelLabel={t('Back to the visit')}
      disabledReason={({ reason }) => whyNotYet(reason)}
    >
      {({ SelectField, TextAreaField }, { reason }) => (
        <>
          <SelectField
            name="reason"
            label={t('Reason')}
            placeholder={t('Choose a reason')}
            options={optionsOf(reasonsFor(job), (one) => notDoneLabels[one])}
          />
          <p className="text-sm text-amber empty:hidden" aria-live="polite">
            {whyNotYet(reason)}
          </p>
          <TextAreaField
            name="note"
            label={t('What happened')}
            hint={t('For example how long you waited, and how you tried to reach them.')}
            rows={3}
          />
          <TypedMeasurements {...readings} />
          {photos}
        </>
      )}
    </DialogForm>
  )
}

/** Only a company's cars stand on a lot. */
const reasonsFor = ({ vehicle }: Job) =>
  notDoneReasons.filter((reason) => reason !== 'not_on_lot' || vehicle.unitNumber)

/** Customers without e-mail or texts need a call from the office. */
function describeNotified({ customer }: Job, byOffice: boolean): string {
  if (byOffice) return callThem(customer) ?? t('The customer is notified.')
  return customer.isUnreached
    ? t('The office is notified, and has to call the customer, who gets no e-mails or texts.')
    : t('The customer and the office are notified.')
}
