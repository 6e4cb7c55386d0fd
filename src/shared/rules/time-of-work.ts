import type {
  BookingEvents,
  ChargeEvents,
  ConversationEvents,
  PlanEvents,
  WorkEvents,
} from './events.ts'

/** How old what a phone kept may be; longer than any day without a signal. */
export const oldestWorkHours = 48

/** How far two clocks may stand apart before one of them is wrong. */
export const clockSkewMs = 5 * 60_000

/**
 * When work was done, by the clock of the phone within reason: not in the future, not before what came before it, at most
 * 48 hours before it was `received`; else when it was received. All in epoch milliseconds.
 */
export function timeOfWork(
  claimed: number | undefined,
  { received, after = -Infinity }: { received: number; after?: number | undefined },
): number {
  if (claimed === undefined || claimed > received) return received
  if (claimed < received - oldestWorkHours * 3_600_000) return received
  if (claimed >= after) return claimed
  return claimed >= after - clockSkewMs ? Math.min(after, received) : received
}

/** How old work may be that a phone kept and somebody hands in at last. */
const oldestReportDays = 60

/**
 * When work was done that a technician reports to the office afterwards. The clock of the phone is wrong where it is ahead
 * of ours by more than clocks differ, or far behind: then it is when it was received. All in epoch milliseconds.
 */
export function timeOfReport(claimed: number, received: number): number {
  const isBelievable =
    claimed <= received + clockSkewMs && claimed >= received - oldestReportDays * 86_400_000
  return isBelievable ? claimed : received
}

/** Something done for a visit. */
export type Step = keyof (BookingEvents &
  PlanEvents &
  WorkEvents &
  ChargeEvents &
  ConversationEvents)

const given: readonly Step[] = ['job_assigned', 'job_claimed']

/** What a technician does to the car and writes down of it. */
export const workSteps = [
  'checklist_saved',
  'measurements_saved',
  'notes_saved',
  'extra_added',
  'extra_approval',
  'extra_corrected',
  'extra_removed',
  'addon_added',
  'addon_removed',
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
 * What a step of a visit cannot have been done before, where that is known already. Of `workSteps` only those of its own
 * technician count: what the office does meanwhile comes before nothing.
 */
export const stepsBefore = (step: Step): readonly Step[] => [...given, ...(before[step] ?? [])]

/** What is as true of a visit at another time: words, not work. */
const timeless: readonly Step[] = ['notes_saved', 'job_message', 'communication_closed']
export const belongsToItsTime = (step: Step): boolean => !timeless.includes(step)
