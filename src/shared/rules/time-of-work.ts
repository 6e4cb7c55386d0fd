import type {
  BookingEvents,
  ChargeEvents,
  ConversationEvents,
  PlanEvents,
  WorkEvents,
} from './events.ts'

/** Maximum age of work stored on a phone; longer than any day without signal. */
export const maxWorkAgeHours = 48

/** Difference between two clocks above which one is wrong. */
export const clockSkewMs = 5 * 60_000

/**
 * When work was done, by the phone's clock within limits: not in the future, not before the preceding step, at most 48 hours
 * before `received`; otherwise the time received. All in epoch milliseconds.
 */
export function timeOfWork(
  claimed: number | undefined,
  { received, after = -Infinity }: { received: number; after?: number | undefined },
): number {
  if (claimed === undefined || claimed > received) return received
  if (claimed < received - maxWorkAgeHours * 3_600_000) return received
  if (claimed >= after) return claimed
  return claimed >= after - clockSkewMs ? Math.min(after, received) : received
}

/** Maximum age of work reported to the office afterwards. */
const oldestReportDays = 60

/**
 * When reported work was done. If the phone's clock is ahead of ours by more than clocks differ, or far behind, the time
 * received counts. All in epoch milliseconds.
 */
export function timeOfReport(claimed: number, received: number): number {
  const isBelievable =
    claimed <= received + clockSkewMs && claimed >= received - oldestReportDays * 86_400_000
  return isBelievable ? claimed : received
}

/** An action on a visit. */
export type Step = keyof (BookingEvents &
  PlanEvents &
  WorkEvents &
  ChargeEvents &
  ConversationEvents)

const given: readonly Step[] = ['job_assigned', 'job_claimed']

/** A technician's work on the car and notes about it. */
export const workSteps = [
  'checklist_saved',
  'measurements_saved',
  'notes_saved',
  'extra_added',
  'extra_approval',
  'extra_corrected',
  'extra_removed',
  'extra_decided',
  'addon_added',
  'addon_removed',
  'inspection_saved',
  'photo_added',
  'photo_removed',
] as const satisfies Step[]

const before: Partial<Record<Step, readonly Step[]>> = {
  technician_arrived: ['technician_on_way'],
  service_started: ['technician_on_way', 'technician_arrived'],
  service_completed: ['technician_on_way', 'technician_arrived', 'service_started', ...workSteps],
  job_not_done: ['technician_on_way', 'technician_arrived', 'service_started', ...workSteps],
  ...Object.fromEntries(workSteps.map((step) => [step, ['service_started'] as const])),
}

/**
 * Known steps that must precede a step. Of `workSteps` only the assigned technician's count: the office's changes precede
 * nothing.
 */
export const stepsBefore = (step: Step): readonly Step[] => [...given, ...(before[step] ?? [])]

/** Steps independent of the visit's time: words, not work. */
const timeless: readonly Step[] = ['notes_saved', 'job_message', 'communication_closed']
export const belongsToItsTime = (step: Step): boolean => !timeless.includes(step)
