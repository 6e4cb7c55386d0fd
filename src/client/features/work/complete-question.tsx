import { type ReactNode, useState } from 'react'
import { readSessionStore, writeSessionStore } from '#client/app/session-store.ts'
import { describeWorkChange } from '#client/app/work/describe-work-change.ts'
import { makeChange, showWorkFailure } from '#client/app/work/make-change.ts'
import type { ShownExtra } from '#client/app/work/waiting-changes.ts'
import { Button } from '#client/ui/button.tsx'
import { askAboutMiles } from '#client/app/ask-about-miles.ts'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { Money } from '#client/ui/money.tsx'
import { ExtraForm } from '#shared/contract/charges.ts'
import { type Job, Measurements } from '#shared/contract/jobs.ts'
import { checklist } from '#shared/rules/checklist.ts'
import { centsFromDollars } from '#shared/rules/money.ts'
import type { Tires } from '#shared/rules/tires.ts'
import { formatCents, formatDay } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import { AskForAnswer } from './ask-for-answer.tsx'
import { extraDraft, measurementsDraft, useOfferedDraft } from './drafts.ts'
import { type Received, ReceivedFields, useReceived } from './received-fields.tsx'
import { lacksTires, TiresQuestion, useTires } from './tires.tsx'
import { unanswered, useExtras } from './use-extras.ts'

interface CompleteQuestionProps {
  job: Job
  chargesCard: boolean
  pending: boolean
  onConfirm: (also: { received?: Received; tires?: Tires; leaveOut?: string[] }) => void
  onClose: () => void
}

/** Confirms completing a visit, or starting one of another day. */
export default function CompleteQuestion(props: CompleteQuestionProps) {
  const { job, chargesCard, pending, onConfirm, ...rest } = props
  const readings = useTypedMeasurements(job)
  const typedExtra = useTypedExtra(job.id)
  const paying = useReceived(job)
  const tires = useTires(job)
  const asksForTires = job.status === 'in_progress' && lacksTires(job)
  const lacksOdometer =
    job.needsOdometer === true &&
    job.odometerMiles === null &&
    readings.measured?.odometerMiles === undefined &&
    t('This company requires an odometer reading. Go back to enter it.')
  const { shown } = useExtras(job.id)
  const leaveOut = idsToLeaveOut(shown)
  const question =
    job.status === 'in_progress'
      ? {
          title: t('Complete the service?'),
          description: t(
            '{customer} pays the final amount. Checklist, extras and notes are locked afterwards.',
            { customer: job.customer.name },
          ),
          confirmLabel: leaveOut
            ? t('Leave out and complete')
            : chargesCard && paying.method === ''
              ? t('Complete & charge')
              : t('Complete'),
          children: (
            <>
              <CompletionSummary job={job} />
              {asksForTires && <TiresQuestion {...tires} />}
              <ReceivedFields {...paying} />
              <TypedMeasurements {...readings} />
              {typedExtra.question}
            </>
          ),
        }
      : {
          title: t('Start this visit today?'),
          description: t('It is booked for {day}.', { day: formatDay(job.scheduledDate) }),
          confirmLabel: t('Start Service'),
        }
  const confirm = async () => {
    const received = paying.read()
    if (received === 'wrong' || !(await readings.save())) return
    onConfirm({
      ...(received && { received }),
      ...(asksForTires && tires.value && { tires: tires.value }),
      ...(leaveOut && { leaveOut }),
    })
    tires.clear()
  }
  return (
    <ConfirmDialog
      cancelLabel={t('Not yet')}
      {...rest}
      {...question}
      pending={pending || readings.saving}
      disabledReason={
        job.status === 'in_progress' &&
        (typedExtra.undecided || (asksForTires && tires.problem) || lacksOdometer)
      }
      onConfirm={() => void confirm()}
    />
  )
}

/** Unsaved typed readings, and a function to save them, which returns false if they were refused. */
export function useTypedMeasurements(job: Job) {
  const [saving, setSaving] = useState(false)
  const draft = measurementsDraft(job.id)
  const typed =
    job.status === 'in_progress' ? Measurements.safeParse(readSessionStore(draft)) : null
  const measured = typed?.success && Object.keys(typed.data).length > 0 ? typed.data : undefined
  const asked = askAboutMiles(measured?.odometerMiles, job.lastReading)
  const save = async () => {
    if (!measured) return true
    setSaving(true)
    const saved = await makeChange({
      jobId: job.id,
      // Confirming completion also answers the question about the reading.
      change: { kind: 'measurements', body: { ...measured, ...(asked && { confirmed: true }) } },
      refused: showWorkFailure(t('The measurements were not saved.')),
    })
    if (saved) writeSessionStore(draft, null)
    setSaving(false)
    return saved
  }
  return {
    measured,
    asked,
    isInvalid: typed?.success === false && isTyped(readSessionStore(draft)),
    save,
    saving,
  }
}

const isTyped = (draft: unknown) => Object.values(draft ?? {}).some((value) => value !== '')

type TypedMeasurementsProps = Pick<
  ReturnType<typeof useTypedMeasurements>,
  'measured' | 'asked' | 'isInvalid'
>

export function TypedMeasurements({ measured, asked, isInvalid }: TypedMeasurementsProps) {
  if (isInvalid)
    return (
      <p className="mt-3 font-medium text-amber">
        {t(
          'The measurements you typed are not valid and will not be saved. Go back to correct them.',
        )}
      </p>
    )
  if (!measured) return null
  const { entered = '' } = describeWorkChange({ kind: 'measurements', body: measured })
  return (
    <>
      <p className="mt-3">{t('Also saves what you typed: {readings}', { readings: entered })}</p>
      {asked && (
        <p className="mt-1 font-medium text-amber">
          {asked.title} {asked.description}
        </p>
      )}
    </>
  )
}

/**
 * A typed extra that was not added: `question` asks to add it or leave it out; `undecided` explains why completion waits.
 */
export function useTypedExtra(jobId: string): { question: ReactNode; undecided: string | false } {
  const { adding } = useExtras(jobId)
  const [isOffered, setOffered] = useOfferedDraft(jobId)
  const [draft, setDraft] = useState(() => readSessionStore(extraDraft(jobId)))
  const [isAdding, setAdding] = useState(false)
  const { description, unitPrice } = (draft ?? {}) as { description?: string; unitPrice?: string }
  if (!description && !unitPrice) return { question: null, undecided: false }
  const { success, data } = ExtraForm.safeParse(draft)
  const leaveOut = () => {
    writeSessionStore(extraDraft(jobId), null)
    setOffered(null)
    setDraft(null)
  }
  const add = async () => {
    if (!success) return
    setAdding(true)
    const isAdded = await makeChange({
      jobId,
      change: adding(data, { isOffered }),
      refused: showWorkFailure(t('Failed to add extra service. Please try again.')),
    })
    setAdding(false)
    if (isAdded) leaveOut()
  }
  const question = (
    <div className="mt-3 font-medium text-amber">
      <p>
        {success
          ? t('This extra is typed but not added: {extra}', {
              extra: describeWorkChange({ kind: 'extra', body: data, asks: false }).entered ?? '',
            })
          : t('An extra is typed but not added. Go back to finish it, or complete without it.')}
      </p>
      <span className="mt-2 flex flex-wrap gap-2">
        {success && (
          <Button pending={isAdding} onClick={() => void add()}>
            {t('Add extra')}
          </Button>
        )}
        <Button onClick={leaveOut}>{t('Leave it out')}</Button>
      </span>
    </div>
  )
  return { question, undecided: t('First add the extra you typed, or leave it out.') }
}

/** Ids of unanswered lines, which are not charged if the visit is completed now. */
export function idsToLeaveOut(shown: readonly ShownExtra[]): string[] | undefined {
  const ids = unanswered(shown).map(({ id }) => id)
  return ids.length > 0 ? ids : undefined
}

export function CompletionSummary({ job }: { job: Job }) {
  const { shown } = useExtras(job.id)
  const undecided = unanswered(shown)
  const unticked = checklist.length - job.checklist.length
  const lacking = job.receipt ? lackingOnReceipt(job) : []
  return (
    <>
      <p className="flex items-baseline justify-between gap-4 rounded-control bg-sunken px-4 py-3">
        <span className="font-medium">{t('Final amount')}</span>
        <Money amount={job.finalAmount} className="text-2xl font-semibold" />
      </p>
      {undecided.length > 0 && (
        <div className="mt-3 font-medium text-amber">
          <p>
            {plural(undecided.length, {
              one: '{count} extra still waits for the customer. Ask for their answer now, or leave it out.',
              other:
                '{count} extras still wait for the customer. Ask for their answer now, or leave them out.',
            })}
          </p>
          <ul className="mt-1 list-disc pl-5">
            {undecided.map(({ id, description, totalPrice, unsent }) => (
              <li key={id}>
                {description}, {formatCents(centsFromDollars(totalPrice))}
                {unsent && ` (${t('not sent yet')})`}
              </li>
            ))}
          </ul>
          <AskForAnswer job={job} />
        </div>
      )}
      {unticked > 0 && (
        <p className="mt-3 font-medium text-amber">
          {plural(unticked, {
            one: '{count} step of the checklist is not ticked.',
            other: '{count} steps of the checklist are not ticked.',
          })}
        </p>
      )}
      {lacking.length > 0 && (
        <p className="mt-3 font-medium text-amber">
          {t('The receipt will lack: {facts}.', { facts: lacking.join(', ') })}
        </p>
      )}
    </>
  )
}

/** Facts the receipt needs that the visit lacks; completing without them is allowed. */
const lackingOnReceipt = ({ odometerMiles, filledQuarts, vehicle }: Job): string[] =>
  [
    odometerMiles === null && t('odometer reading'),
    filledQuarts === null && t('quarts of new oil'),
    vehicle.licensePlate === '' && t('license plate'),
  ].filter((fact) => fact !== false)
