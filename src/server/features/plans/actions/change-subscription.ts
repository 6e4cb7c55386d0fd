import { and, eq, inArray } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { db, queryRow, queryRows, transaction } from '#server/database/database.ts'
import { planPeriods, subscriptions } from '#server/database/tables/plans.ts'
import { happened } from '#server/events/happened.ts'
import { cancelBooking } from '#server/features/booking/actions/cancel-booking.ts'
import { isFreeToCancel } from '#server/features/jobs/actions/cancel-job.ts'
import { loadSavedCard } from '#server/features/payments/queries/saved-cards.ts'
import { endOffer } from '#server/features/waitlist/actions/change-entries.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import { readJob } from '#server/reads/visits.ts'
import type { LeaveForm, SubscriptionChange } from '#shared/contract/plans.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import type { SubscriptionEvents } from '#shared/rules/events.ts'
import {
  afterPeriod,
  type EndReason,
  type PeriodReason,
  type PeriodState,
  type Schedule,
} from '#shared/rules/plans.ts'
import type { Person } from '#shared/rules/roles.ts'
import { hasExpired } from '#shared/rules/saved-cards.ts'
import { slotOf } from '#shared/rules/slots.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { phrase, t } from '#shared/texts/t.ts'
import {
  dueOf,
  loadSubscription,
  missedOf,
  namesOf,
  paysByCard,
  scheduleOf,
  subscriptionById,
  type SubscriptionRow,
  termsFor,
  toSubscription,
} from '../queries.ts'
import { storeConsent, usualAddress } from './join-plan.ts'

const locking = {
  name: 'lock-subscription',
  text: 'select id from subscriptions where id = $1::uuid for update',
}

/** A subscription, locked until the current transaction ends. */
export async function lockSubscription(id: string): Promise<SubscriptionRow | undefined> {
  await queryRow(locking, [id])
  return subscriptionById(id)
}

/** Runs a change of a subscription that has not ended, in a transaction with its lock. Throws NotFound, and Conflict if it has ended. */
async function changing(
  person: Person,
  id: string,
  change: (row: SubscriptionRow) => Promise<void>,
): Promise<SubscriptionRow> {
  return transaction(async () => {
    await queryRow(locking, [id])
    const row = await loadSubscription(person, id)
    if (row.state === 'ended') throw new Conflict(phrase('This plan has ended already.'))
    await change(row)
    return loadSubscription(person, id)
  })
}

type Update = Partial<typeof subscriptions.$inferInsert>

export const update = (row: SubscriptionRow, values: Update) =>
  db().update(subscriptions).set(values).where(eq(subscriptions.id, row.id))

/** Publishes a change; the customer and the audit log read it. */
export const subscriptionChanged = (
  by: string | null,
  row: SubscriptionRow,
  data: Omit<SubscriptionEvents['subscription_changed'], keyof ReturnType<typeof namesOf>>,
) =>
  happened({
    event: 'subscription_changed',
    by,
    personId: row.customerId,
    data: { ...namesOf(row), ...data },
  })

const openOffer = {
  name: 'open-offer-of-period',
  text: `select id, service_date::text as date from waitlist_offers
    where plan_period_id = $1::uuid and ended_at is null`,
}

/** Ends the held time of a period, if it has one. */
export async function endHold(
  periodId: string,
  outcome: 'accepted' | 'declined' | 'expired' | 'ended',
): Promise<void> {
  for (const offer of await queryRows<{ id: string; date: LocalDate }>(openOffer, [periodId]))
    await endOffer(offer, outcome)
}

type Ending = {
  state: Extract<PeriodState, 'done' | 'skipped' | 'lapsed' | 'missed'>
  reason: PeriodReason | null
  /** The service that ended it; null for none. */
  servicedOn?: LocalDate | null
}

const open: readonly PeriodState[] = ['due', 'proposed', 'booked']

/**
 * Ends the open period of a locked subscription and counts the schedule on from it; false if it ended before. Its held time
 * becomes available.
 */
export async function endPeriod(
  row: SubscriptionRow,
  { state, reason, servicedOn = null }: Ending,
): Promise<boolean> {
  const { period } = row
  if (!period) return false
  const ended = await db()
    .update(planPeriods)
    .set({ state, reason, changedAt: now() })
    .where(and(eq(planPeriods.id, period.id), inArray(planPeriods.state, [...open])))
    .returning({ id: planPeriods.id })
  if (ended.length === 0) return false
  await endHold(period.id, state === 'lapsed' ? 'expired' : 'ended')
  await update(row, afterPeriod(scheduleOf(row), { dueOn: period.dueOn, servicedOn }))
  return true
}

/** Counts the schedule of a locked subscription without an open period from a service outside the plan. */
export const serviced = (row: SubscriptionRow, servicedOn: LocalDate) =>
  update(row, afterPeriod(scheduleOf(row), { dueOn: servicedOn, servicedOn }))

/** Opens the next period of a locked subscription without one. */
export async function openPeriod(
  row: SubscriptionRow,
  { dueOn, schedule }: { dueOn: LocalDate; schedule: Schedule },
): Promise<void> {
  await db().insert(planPeriods).values({
    subscriptionId: row.id,
    number: row.nextNumber,
    dueOn,
    createdAt: now(),
    changedAt: now(),
  })
  await update(row, { ...schedule, nextNumber: row.nextNumber + 1 })
}

/** Changes card, usual place and time, or whether visits are booked. Throws NotFound, Invalid with the field, Conflict. */
export async function changeSubscription(
  person: Person,
  id: string,
  form: SubscriptionChange,
  network: string,
): Promise<SubscriptionRow> {
  const { cardId, time, autoBook, seenTerms } = form
  const serviceAddress =
    form.serviceAddress === undefined ? undefined : await usualAddress(form.serviceAddress)
  return changing(person, id, async (row) => {
    // Only the customer can agree to these; a company's visits are always booked.
    if (
      (person.role === 'admin' && (cardId !== undefined || autoBook)) ||
      (row.isCompany && (cardId !== undefined || autoBook === false))
    )
      throw new Conflict(phrase('Only the customer can choose this.'))
    if (cardId && hasExpired((await loadSavedCard(person.id, cardId)).expires, businessToday()))
      throw Invalid.at('cardId', phrase('This card has expired. Please choose another one.'))
    if (autoBook && !row.autoBook) {
      const vehicle = vehicleName(row.vehicle)
      const words = termsFor(row, { vehicle, autoBook, byCard: paysByCard(row) })
      if (seenTerms !== undefined && seenTerms !== words)
        throw new Conflict(phrase('The terms have just changed. Please read them again.'), {
          reason: 'terms',
          terms: words,
        })
      await storeConsent(id, { kind: 'changed', words, network })
    }
    await update(row, {
      serviceAddress: serviceAddress ?? row.serviceAddress,
      slot: time ? slotOf(time) : row.slot,
      autoBook: autoBook ?? row.autoBook,
      ...(cardId && { cardId }),
    })
    await subscriptionChanged(person.id, row, { what: 'changed' })
  })
}

/** Changes to the terms the customer was told about. Throws NotFound, and Conflict if there are none or others than those shown. */
export const agreeToTerms = (
  person: Person,
  id: string,
  { seenTerms, network }: { seenTerms: string; network: string },
): Promise<SubscriptionRow> =>
  changing(person, id, async (row) => {
    const words = toSubscription(row).newTerms?.terms
    if (!row.offered || !words)
      throw new Conflict(phrase('There are no new terms to agree to.'), { reason: 'changed' })
    if (words !== seenTerms)
      throw new Conflict(phrase('The terms have just changed. Please read them again.'), {
        reason: 'terms',
        terms: words,
      })
    await storeConsent(id, { kind: 'new_version', words, network })
    await update(row, { planVersionId: row.offered.id, offeredVersionId: null })
    await subscriptionChanged(person.id, row, { what: 'agreed', terms: words })
  })

/** Makes a service due again that was not answered or missed. Throws NotFound, and Conflict if there is none. */
export const reopenService = (person: Person, id: string): Promise<SubscriptionRow> =>
  changing(person, id, async (row) => {
    const missed = missedOf(row, businessToday())
    if (!missed) throw new Conflict(phrase('There is no missed service.'), { reason: 'changed' })
    await db()
      .update(planPeriods)
      .set({ state: 'due', reason: null, dueOn: businessToday(), changedAt: now() })
      .where(eq(planPeriods.id, missed.id))
    // It is no longer one without service.
    await update(row, { passed: row.passed - 1 })
    await subscriptionChanged(person.id, row, { what: 'reopened' })
  })

/** Pauses a plan until a day, or until it is resumed; a proposed time is given up. Throws NotFound, Invalid, Conflict. */
export function pauseSubscription(
  person: Person,
  id: string,
  until: LocalDate | undefined,
): Promise<SubscriptionRow> {
  if (until !== undefined && until <= businessToday())
    throw Invalid.at('until', phrase('Please choose a day after today.'))
  return changing(person, id, async (row) => {
    await update(row, { state: 'paused', pausedUntil: until ?? null })
    await withdrawProposal(row)
    if (row.state === 'paused' && row.pausedUntil === (until ?? null)) return
    const { period } = row
    await subscriptionChanged(person.id, row, {
      what: 'paused',
      ...(until && { until }),
      ...(period?.visit && { visit: { date: period.visit.date, slot: period.visit.slot } }),
    })
  })
}

/** Makes a proposed period due again; its held time becomes available. */
export async function withdrawProposal({ period }: SubscriptionRow): Promise<void> {
  if (period?.state !== 'proposed') return
  await endHold(period.id, 'ended')
  await db()
    .update(planPeriods)
    .set({ state: 'due', reason: null, changedAt: now() })
    .where(and(eq(planPeriods.id, period.id), eq(planPeriods.state, 'proposed')))
}

/** Resumes a paused plan. A service that fell due in the meantime is due now. Throws NotFound, Conflict. */
export const resumeSubscription = (person: Person, id: string): Promise<SubscriptionRow> =>
  changing(person, id, async (row) => {
    if (row.state === 'paused') await resume(person.id, row)
  })

export async function resume(by: string | null, row: SubscriptionRow): Promise<void> {
  const today = businessToday()
  const { period, notBefore } = row
  await update(row, {
    state: 'active',
    pausedUntil: null,
    notBefore: notBefore > today ? notBefore : today,
  })
  if (period?.state === 'due' && period.dueOn < today)
    await db().update(planPeriods).set({ dueOn: today }).where(eq(planPeriods.id, period.id))
  await subscriptionChanged(by, row, { what: 'resumed' })
}

/** Skips the next service; a repeat with the due date shown changes nothing. Throws NotFound, and Conflict if its visit is booked. */
export const skipService = (
  person: Person,
  id: string,
  dueOn: LocalDate | undefined,
): Promise<SubscriptionRow> =>
  changing(person, id, async (row) => {
    if (row.state === 'paused')
      throw new Conflict(phrase('This plan is paused. There is nothing to skip.'))
    if (row.period?.state === 'booked')
      throw new Conflict(phrase('This visit is booked. Please cancel or move the visit instead.'), {
        reason: 'booked',
      })
    const due = dueOf(row)
    if (dueOn !== undefined && dueOn !== (row.period?.dueOn ?? due.dueOn))
      throw new Conflict(phrase('This service is skipped already.'), { reason: 'changed' })
    if (!row.period) await openPeriod(row, due)
    const opened = row.period ? row : await subscriptionById(id)
    const reason = person.role === 'admin' ? 'by_office' : 'by_customer'
    if (opened && (await endPeriod(opened, { state: 'skipped', reason })))
      await subscriptionChanged(person.id, row, { what: 'skipped' })
  })

/**
 * Ends a plan at once, and cancels its booked visit unless that is to stay or costs a fee. Throws NotFound.
 */
export async function cancelSubscription(
  person: Person,
  id: string,
  { reason = 'other', words = '', cancelVisit = true }: LeaveForm = {},
): Promise<void> {
  await transaction(async () => {
    await queryRow(locking, [id])
    const row = await loadSubscription(person, id)
    if (row.state === 'ended') return
    const byOffice = person.role === 'admin'
    await endSubscription(person.id, row, {
      reason: byOffice ? 'by_office' : reason,
      words,
      ...(cancelVisit && { as: person }),
    })
  })
}

/** Ends a locked subscription; `as`: who cancels its booked visit, if that is free. Otherwise the visit stays, at its price. */
export async function endSubscription(
  by: string | null,
  row: SubscriptionRow,
  { reason, words = '', as }: { reason: EndReason; words?: string; as?: Person },
): Promise<void> {
  const { period } = row
  const job = period?.jobId && as ? await readJob(period.jobId) : undefined
  const cancels = job !== undefined && isFreeToCancel(job)
  // A visit that stays ends its period when it is done or cancelled.
  if (period && (period.state !== 'booked' || cancels))
    await endPeriod(row, { state: 'skipped', reason: 'ended' })
  await update(row, {
    state: 'ended',
    endedAt: now(),
    endReason: reason,
    endWords: words,
    pausedUntil: null,
  })
  if (cancels && as)
    await cancelBooking(as, job.id, as.role === 'admin' ? { reason: t('The plan ended.') } : {})
  const visit = cancels ? null : period?.visit
  await subscriptionChanged(by, row, {
    what: 'ended',
    reason,
    ...(visit && { visit: { date: visit.date, slot: visit.slot } }),
  })
}
