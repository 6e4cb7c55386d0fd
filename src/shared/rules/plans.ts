import { text } from '../texts/t.ts'
import { addDays, addMonths, daysBetween, type LocalDate, startOfMonth } from './calendar.ts'
import { milesOn, type OdometerReading, rateOf, reachedOn } from './next-service.ts'
import { minutesOf, type Slot, startOf } from './slots.ts'

export const subscriptionStates = ['active', 'paused', 'ended'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]
export const subscriptionStateLabels: Record<SubscriptionState, string> = {
  active: text('state|Active'),
  paused: text('state|Paused'),
  ended: text('state|Ended'),
}

/** `due`: no time is proposed yet. The first three are open. */
export const periodStates = [
  'due',
  'proposed',
  'booked',
  'done',
  'skipped',
  'lapsed',
  'missed',
] as const
export type PeriodState = (typeof periodStates)[number]
export const periodStateLabels: Record<PeriodState, string> = {
  due: text('state|Due'),
  proposed: text('state|Proposed'),
  booked: text('state|Booked'),
  done: text('state|Serviced'),
  skipped: text('state|Skipped'),
  lapsed: text('state|Not answered'),
  missed: text('state|Missed'),
}

/** Why no time was proposed, or why a period ended without service. */
export const periodReasons = {
  card: text('No valid card'),
  no_time: text('No free time that suits'),
  address: text('Address not found or outside the area'),
  not_bookable: text('Package or car can’t be booked'),
  has_visit: text('The car has another visit'),
  company: text('The company’s rules do not allow it now'),
  by_customer: text('Skipped by the customer'),
  by_office: text('Skipped by the office'),
  serviced: text('Serviced outside the plan'),
  unanswered: text('Not answered in time'),
  visit_cancelled: text('The visit was cancelled'),
  not_done: text('The visit was not done'),
  ended: text('The plan ended'),
} as const
export type PeriodReason = keyof typeof periodReasons

/** Why a plan ended for a car. */
export const endReasons = {
  too_expensive: text('Too expensive'),
  drives_less: text('Drives less'),
  sold_car: text('Sold the car'),
  moved_away: text('Moved away'),
  unhappy: text('Unhappy with the service'),
  other: text('Another reason'),
  by_office: text('Ended by the office'),
  car_removed: text('Car removed'),
  merged: text('The car was on a plan twice'),
  erased: text('Account deleted'),
} as const
export type EndReason = keyof typeof endReasons
/** Those that customers choose from. */
export const leavingReasons = [
  'too_expensive',
  'drives_less',
  'sold_car',
  'moved_away',
  'unhappy',
  'other',
] as const satisfies readonly EndReason[]

export const consentKinds = ['joined', 'changed', 'new_version'] as const
export type ConsentKind = (typeof consentKinds)[number]

/**
 * How long an agreement is kept: three years, or one year past the plan's end if that is later (California's automatic
 * renewal law).
 */
export const consentYears = { least: 3, afterEnd: 1 }

/** Days before the due date when a time is proposed, and when a missing card is asked for. */
export const proposeDays = 14
export const askCardDays = 21
/** Days to answer a proposal. */
export const answerDays = 7
/** Days after the due date when a period without a time is missed. */
export const missedDays = 30
/** No two services of a plan fall due closer together. */
const leastDays = 28

type Interval = { everyMonths: number; everyMiles: number | null }

/** Where a subscription's due dates are counted from. */
export type Schedule = {
  anchorOn: LocalDate
  /** Periods without service since then; -1 if the first one is due on that date. */
  passed: number
  /** Nothing is due before. */
  notBefore: LocalDate
}

/** The readings that never decrease: the longest such series, oldest first. Others are typing errors. */
export function plausibleReadings(readings: readonly OdometerReading[]): OdometerReading[] {
  const sorted = readings.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  const best: OdometerReading[][] = []
  for (const reading of sorted) {
    const before = best
      .filter((series) => (series.at(-1)?.miles ?? 0) <= reading.miles)
      .reduce<OdometerReading[]>((most, one) => (one.length >= most.length ? one : most), [])
    best.push([...before, reading])
  }
  return best.reduce<OdometerReading[]>((most, one) => (one.length >= most.length ? one : most), [])
}

/** When the next service of a plan is due: by months or miles, whichever comes first. */
export function nextDue(
  { anchorOn, passed, notBefore }: Schedule,
  { everyMonths, everyMiles }: Interval,
  odometer: readonly OdometerReading[],
): { dueOn: LocalDate; byMiles: boolean; schedule: Schedule } {
  const byDate = addMonths(anchorOn, (passed + 1) * everyMonths)
  const reached =
    everyMiles === null ? null : reachedAfter((passed + 1) * everyMiles, anchorOn, odometer)
  const byMiles = reached !== null && reached < byDate
  const planned = byMiles ? reached : byDate
  if (planned >= notBefore)
    return { dueOn: planned, byMiles, schedule: { anchorOn, passed, notBefore } }
  // Overdue dates are one service, not several: the plan counts from there.
  return { dueOn: notBefore, byMiles, schedule: { anchorOn: notBefore, passed: -1, notBefore } }
}

function reachedAfter(
  miles: number,
  date: LocalDate,
  odometer: readonly OdometerReading[],
): LocalDate | null {
  const readings = plausibleReadings(odometer)
  const start = milesOn(readings, date)
  return start === null ? null : reachedOn(start + miles, readings, rateOf(readings))
}

/** The schedule after a period due on `dueOn`, with the date of its service or null if there was none. */
export function afterPeriod(
  { anchorOn, passed }: Schedule,
  { dueOn, servicedOn }: { dueOn: LocalDate; servicedOn: LocalDate | null },
): Schedule {
  return servicedOn
    ? { anchorOn: servicedOn, passed: 0, notBefore: addDays(servicedOn, leastDays) }
    : { anchorOn, passed: passed + 1, notBefore: addDays(dueOn, leastDays) }
}

export type PlanPrice = {
  /** Before sales tax. */
  keptCents: number | null
  percent: number | null
  firstVisits: number
  firstPercent: number
}

/** A visit's price on a plan in cents, before sales tax; never above the price without it. `visit` counts from 1. */
export function planCents(price: PlanPrice, linesCents: number, visit: number): number {
  const { keptCents, percent, firstVisits, firstPercent } = price
  if (visit <= firstVisits) return lessPercent(linesCents, firstPercent)
  if (keptCents !== null) return Math.min(keptCents, linesCents)
  return lessPercent(linesCents, percent ?? 0)
}

const lessPercent = (cents: number, percent: number) =>
  cents - Math.floor((cents * percent + 50) / 100)

/** A plan's discount on a price in cents: `priceCents` with sales tax, `linesCents` without. */
export function planOffCents(
  price: PlanPrice,
  { linesCents, priceCents }: { linesCents: number; priceCents: number },
  visit: number,
): number {
  if (linesCents <= 0) return 0
  const cents = planCents(price, linesCents, visit)
  return priceCents - Math.round((priceCents * cents) / linesCents)
}

/** Days before a renewal when the notice is sent; the law asks for 15 to 45 (California, terms of a year or more). */
export const renewalNoticeDays = 30
/** The shortest term with a notice, in months. */
export const noticeTermMonths = 12

/** The next renewal of a term, and whether its notice is due now; null without a term or once it has renewed. */
export function renewalOf(
  term: { termMonths: number | null; termFrom: LocalDate; remindedFor: LocalDate | null },
  today: LocalDate,
): { renewsOn: LocalDate; notice: boolean; isOver: boolean } | null {
  const { termMonths, termFrom, remindedFor } = term
  if (termMonths === null) return null
  const renewsOn = addMonths(termFrom, termMonths)
  const isOver = renewsOn <= today
  const notice =
    !isOver &&
    termMonths >= noticeTermMonths &&
    remindedFor !== renewsOn &&
    addDays(renewsOn, -renewalNoticeDays) <= today
  return { renewsOn, notice, isOver }
}

type Expected = Interval & { dueOn: LocalDate; cents: number }

/** Visits expected on plans and their amount, in this month and the next two. */
export function expectedByMonth(
  members: readonly Expected[],
  today: LocalDate,
): { month: LocalDate; visits: number; cents: number }[] {
  const months = [0, 1, 2].map((ahead) => addMonths(startOfMonth(today), ahead))
  const end = addMonths(startOfMonth(today), 3)
  const dues = members.flatMap(({ dueOn, everyMonths, cents }) => {
    const first = dueOn < today ? today : dueOn
    return [0, 1, 2]
      .map((times) => addMonths(first, times * everyMonths))
      .filter((date) => date < end)
      .map((date) => ({ date, cents }))
  })
  return months.map((month) => {
    const within = dues.filter(({ date }) => startOfMonth(date) === month)
    return {
      month,
      visits: within.length,
      cents: within.reduce((sum, { cents }) => sum + cents, 0),
    }
  })
}

export type OpenTime = {
  date: LocalDate
  slot: Slot
  /** The drive there, and whether a technician is nearby anyway; unknown without the road. */
  drive?: 'near' | 'usual' | 'far' | undefined
  best?: boolean | undefined
}

const driveDays = { near: -1, usual: 0, far: 3 }

/**
 * Open times for a due service, the most suitable first: near the due date and the usual time, and where a technician is
 * nearby. An hour off the usual time counts as a day, a technician nearby as two.
 */
export function rankTimes<Time extends OpenTime>(
  times: readonly Time[],
  usual: { dueOn: LocalDate; slot: Slot },
): Time[] {
  const start = (slot: Slot) => minutesOf(startOf(slot))
  const badness = ({ date, slot, drive = 'usual', best = false }: Time) =>
    Math.abs(daysBetween(usual.dueOn, date)) +
    Math.abs(start(slot) - start(usual.slot)) / 60 +
    driveDays[drive] -
    (best ? 2 : 0)
  return times.toSorted(
    (a, b) => badness(a) - badness(b) || daysBetween(b.date, a.date) || a.slot - b.slot,
  )
}
