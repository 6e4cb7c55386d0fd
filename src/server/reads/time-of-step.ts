import { claimedTime } from '#server/base/claimed-time.ts'
import { now } from '#server/base/clock.ts'
import { queryRow } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import {
  belongsToItsTime,
  type Step,
  stepsBefore,
  timeOfWork,
  workSteps,
  maxWorkAgeHours,
} from '#shared/rules/time-of-work.ts'
import { Conflict } from '#server/http/errors.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import type { ChecklistItemId } from '#shared/rules/checklist.ts'
import { type Slot, slotLabel } from '#shared/rules/slots.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'

/**
 * When a step of a visit was done (the phone's time, if plausible) and when the server received it. Throws Conflict for work
 * that belongs to a time the visit was moved away from.
 */
export async function timeOfStep(
  jobId: string,
  step: Step,
): Promise<{ at: Date; receivedAt: Date }> {
  const receivedAt = now()
  const claimed = claimedTime()?.getTime()
  if (claimed === undefined) return { at: receivedAt, receivedAt }
  if (belongsToItsTime(step)) await assertNotMovedSince(jobId, step)
  const last = await queryRow<{ at: Date | null }>(lastStep, [jobId, stepsBefore(step), workSteps])
  const limits = { received: receivedAt.getTime(), after: last?.at?.getTime() }
  return { at: new Date(timeOfWork(claimed, limits)), receivedAt }
}

/**
 * Whether a later value of a step than one of the time `at` has arrived before it: of that `field` of its data, of that
 * extra, or of that `item` of the checklist. Work done offline does not overwrite what was entered after it.
 */
export async function isOutdated(
  jobId: string,
  step:
    | 'notes_saved'
    | 'measurements_saved'
    | 'extra_corrected'
    | 'checklist_saved'
    | 'inspection_saved',
  at: Date,
  of: {
    field?: 'odometerMiles' | 'filledQuarts' | 'tires' | 'usedProducts'
    extraId?: string
    item?: ChecklistItemId
  } = {},
): Promise<boolean> {
  if (!claimedTime()) return false
  const { field = null, extraId = null, item = null } = of
  const row = await queryRow(laterStep, { jobId, step, at, field, extraId, item })
  return row?.found === true
}

type LaterStep = {
  jobId: string
  step: string
  at: Date
  field: string | null
  extraId: string | null
  item: string | null
}
const laterStep = statement<{ found: boolean }, LaterStep>(
  'later-step',
  ($) => `select exists (select 1 from job_events where job_id = ${$.jobId} and kind = ${$.step}
    and created_at > ${$.at}::timestamptz and not data ? 'late'
    and (${$.field}::text is null or data ? ${$.field}::text)
    and (${$.extraId}::text is null or data ->> 'extraId' = ${$.extraId}::text)
    and (${$.item}::text is null or data -> 'changed' ? ${$.item}::text)) as found`,
)

/** Throws Conflict, with `reason: "other_car"`, if the visit has been for another car since the work was done. */
export async function assertSameCar(jobId: string): Promise<void> {
  const claimed = claimedTime()
  if (!claimed) return
  const row = await queryRow<{ found: boolean }>(carChange, [jobId, claimed])
  if (row?.found)
    throw new Conflict(
      phrase('You did this before the office chose another car, so it was not saved.'),
      { reason: 'other_car' },
    )
}

const carChange = {
  name: 'car-changed-after',
  text: `select exists (select 1 from job_events where job_id = $1 and kind = 'job_changed'
    and created_at > $2::timestamptz and data -> 'to' ? 'vehicle') as found`,
}

// Of several starts, the earliest counts.
const lastStep = {
  name: 'last-step',
  text: `select greatest(
      (select max(e.created_at) from job_events e
        where e.job_id = j.id and e.kind = any($2::text[]) and e.kind <> 'service_started'
          and (e.kind <> all($3::text[]) or e.actor_id = j.technician_id)),
      case when 'service_started' = any($2::text[]) then j.started_at end) as at
    from jobs j where j.id = $1`,
}

type Time = { date: LocalDate; slot: Slot }

/**
 * Throws Conflict, with `reason: "moved"`, if the step was done offline for a time the visit has since been moved away from:
 * another day, or an earlier time than the current one.
 */
async function assertNotMovedSince(jobId: string, step: Step): Promise<void> {
  const claimed = claimedTime()
  // Ignores phones with a wrong clock.
  if (!claimed || claimed.getTime() < now().getTime() - maxWorkAgeHours * 3_600_000) return
  const move = await queryRow<{ then: Time; date: LocalDate; slot: Slot; startsAt: Date }>(
    firstMove,
    [jobId, claimed],
  )
  if (!move) return
  const { then, date, slot, startsAt } = move
  const isLater = then.date !== date || then.slot < slot
  if (!isLater || claimed >= startsAt) return
  const visit = { visit: formatVisit(date, slotLabel(slot)) }
  throw new Conflict(
    step === 'service_started'
      ? phrase(
          'You started this visit before it was moved to {visit}, so the start was not saved. Please call the office.',
          visit,
        )
      : phrase(
          'You did this before the visit was moved to {visit}, so it was not saved. Please call the office.',
          visit,
        ),
    { reason: 'moved' },
  )
}

const firstMove = {
  name: 'first-move-after',
  text: `select e.data -> 'from' as "then", j.service_date::text as date, j.slot,
      j.starts_at
    from job_events e join jobs j on j.id = e.job_id
    where e.job_id = $1 and e.kind = 'job_rescheduled' and e.created_at > $2::timestamptz
    order by e.created_at limit 1`,
}
