import * as z from 'zod/mini'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { callAndRefresh } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { localDate, optionalText } from '#shared/contract/fields.ts'
import type { Subscription } from '#shared/contract/plans.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { endReasons, leavingReasons } from '#shared/rules/plans.ts'
import { formatDay, formatVisit } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

const Form = z.strictObject({
  until: z.optional(z.nullable(localDate())),
  reason: z.optional(z.enum([...leavingReasons, ''])),
  words: optionalText(500),
  cancelVisit: z.boolean(),
})

type Change = `POST /api/subscriptions/{id}/${ChangeDialogProps['what']}`

interface ChangeDialogProps {
  what: 'pause' | 'resume' | 'skip' | 'propose' | 'cancel'
  subscription: Subscription
  /** The office does it for this customer. */
  forName?: string
  onClose: () => void
}

/** Pauses, resumes or cancels a car's plan, or skips its next service; one more click confirms. */
export default function ChangeDialog({ what, subscription, forName, onClose }: ChangeDialogProps) {
  const { today } = useBusiness()
  const { id, nextDue, period } = subscription
  const visit = period?.visit
  const words = wordsOf(what, subscription)
  const send = ({ until, reason, words: own = '', cancelVisit }: z.output<typeof Form>) => {
    const forms = {
      pause: until ? { until } : {},
      resume: undefined,
      propose: undefined,
      skip: nextDue ? { dueOn: nextDue } : {},
      cancel: { ...(reason && { reason }), words: own, cancelVisit },
    }
    const body = forms[what]
    return callAndRefresh<Change>(`POST /api/subscriptions/{id}/${what}`, {
      params: { id },
      ...(body && { body }),
    })
  }
  return (
    <DialogForm
      send={send}
      schema={Form}
      defaultValues={{ until: null, reason: '', words: '', cancelVisit: true }}
      onClose={onClose}
      title={forName ? t('{name}: {what}', { name: forName, what: words.title }) : words.title}
      description={words.text}
      submitLabel={words.button}
      cancelLabel={what === 'cancel' ? t('Keep plan') : t('Back')}
      danger={what === 'cancel'}
      size="small"
      failureTitle={t('The plan was not changed')}
      successToast={{ title: words.done }}
    >
      {({ DateField, SelectField, SwitchField, TextField }) => (
        <>
          {what === 'pause' && (
            <DateField
              name="until"
              label={t('Until')}
              hint={t('Blank: until you resume.')}
              min={addDays(today, 1)}
            />
          )}
          {what === 'cancel' && visit && (
            <SwitchField
              name="cancelVisit"
              label={t('Cancel the booked visit too')}
              description={t('{time}. A visit that costs a fee to cancel now stays booked.', {
                time: formatVisit(visit.date, visit.time),
              })}
            />
          )}
          {what === 'cancel' && !forName && (
            <>
              <SelectField
                name="reason"
                label={t('May we ask why?')}
                options={[
                  { value: '', label: t('Rather not say') },
                  ...leavingReasons.map((value) => ({
                    value,
                    label: translate(endReasons[value]),
                  })),
                ]}
              />
              <TextField name="words" label={t('Anything we could do better?')} />
            </>
          )}
        </>
      )}
    </DialogForm>
  )
}

function wordsOf(what: ChangeDialogProps['what'], { plan, vehicle, nextDue }: Subscription) {
  const date = nextDue ? formatDay(nextDue, { year: true }) : ''
  return {
    pause: {
      title: t('Pause {plan}', { plan }),
      text: t('{vehicle}: no visits are proposed or booked in the meantime.', { vehicle }),
      button: t('Pause'),
      done: t('Plan paused'),
    },
    resume: {
      title: t('Resume {plan}', { plan }),
      text: t('{vehicle}: a service that fell due in the meantime is due now.', { vehicle }),
      button: t('Resume'),
      done: t('Plan resumed'),
    },
    skip: {
      title: t('Skip the next service?'),
      text: date
        ? t('{vehicle}: the service due about {date} is skipped, and nothing is charged for it.', {
            vehicle,
            date,
          })
        : vehicle,
      button: t('Skip'),
      done: t('Service skipped'),
    },
    propose: {
      title: t('Propose a time again?'),
      text: t('{vehicle}: the last service did not take place. It is due now.', { vehicle }),
      button: t('Propose a time'),
      done: t('A time will be proposed'),
    },
    cancel: {
      title: t('Cancel {plan}', { plan }),
      text: t('{vehicle}: the plan ends now, and nothing more is charged for it.', { vehicle }),
      button: t('Cancel plan'),
      done: t('The plan has ended'),
    },
  }[what]
}
