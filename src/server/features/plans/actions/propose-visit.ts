import { and, eq } from 'drizzle-orm'
import { slotStart } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { siteAddress } from '#server/base/site-address.ts'
import { db, transaction } from '#server/database/database.ts'
import { planPeriods } from '#server/database/tables/plans.ts'
import { happened } from '#server/events/happened.ts'
import { bookVisits } from '#server/features/booking/actions/book-visits.ts'
import { availabilityFor, bookableDates } from '#server/features/booking/queries.ts'
import { quoteVisit } from '#server/features/booking/queries/quote-visit.ts'
import { placingFor } from '#server/features/jobs/actions/place-on-road.ts'
import { putSavedCardOn } from '#server/features/payments/actions/use-saved-card.ts'
import { locateAddress } from '#server/features/service-area/queries.ts'
import { holdSeat, lockForHolding } from '#server/features/waitlist/actions/hold-seat.ts'
import { AppError } from '#server/http/errors.ts'
import { companyOfAccount, rulesOf } from '#server/reads/companies.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { addDays, type LocalDate } from '#shared/rules/calendar.ts'
import { companyRefusal } from '#shared/rules/companies.ts'
import { totalsOf } from '#shared/rules/lines.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { paths } from '#shared/rules/paths.ts'
import {
  answerDays,
  type OpenTime,
  type PeriodReason,
  planOffCents,
  rankTimes,
} from '#shared/rules/plans.ts'
import type { Person } from '#shared/rules/roles.ts'
import { type Slot, slotLabel, slotOf } from '#shared/rules/slots.ts'
import {
  namesOf,
  needsCard,
  planVisitToken,
  proposesOn,
  subscriptionById,
  type SubscriptionRow,
} from '../queries.ts'
import { lockSubscription } from './change-subscription.ts'

type Time = { date: LocalDate; slot: Slot }

// The office's availability uses exact addresses; holding the time checks again.
const office: Person = { id: '', role: 'admin', active: true }

/** Days before and after the due date on which a time is looked for. */
const around = { before: 5, after: 14 }
/** The most times tried in one run, and the least time to answer. */
const mostTries = 8
const leastAnswerMs = 2 * 3_600_000

/** Open times for a due service, the most suitable first. Throws Invalid for an address that does not exist. */
export async function suitableTimes(row: SubscriptionRow): Promise<OpenTime[]> {
  const { period, serviceAddress: address, servicePackageId } = row
  const window = bookableDates()
  if (!period || !window.first) return []
  const earliest = addDays(period.dueOn, -around.before)
  const from = earliest > window.first ? earliest : window.first
  const latest = addDays(period.dueOn > from ? period.dueOn : from, around.after)
  const to = window.last && window.last < latest ? window.last : latest
  if (to < from) return []
  const days = await availabilityFor(office, {
    from,
    to,
    address,
    servicePackageId,
    customerId: row.customerId,
  })
  const open = days.flatMap(({ date, slots }) =>
    slots
      .filter(({ status }) => status === 'open')
      .map(({ timeSlot, drive, best }) => ({ date, slot: slotOf(timeSlot), drive, best })),
  )
  return rankTimes(open, { dueOn: period.dueOn, slot: row.slot })
}

/** The price a visit's customer pays on their plan, as `bookVisits` takes it. */
const discountOf = (row: SubscriptionRow) => ({
  name: row.plan,
  offCents: (visit: { linesCents: number; priceCents: number }) =>
    planOffCents(row, visit, row.visits + 1),
})

/** A time's visit with its price in cents, tax included. Throws Invalid and NotFound like a booking. */
export async function quotePlanVisit(row: SubscriptionRow, time: Time) {
  const visit = await quoteVisit(row, time)
  const { priceCents } = visit
  const linesCents = totalsOf(visit.lines).cents
  return { ...visit, cents: priceCents - discountOf(row).offCents({ linesCents, priceCents }) }
}

/** Books a visit for the open period of a locked subscription, with its price and card, in the current transaction. */
export async function bookPlanVisit(
  row: SubscriptionRow,
  time: Time,
  seenPrice?: string | number,
): Promise<Job> {
  const { period, customerId, vehicleId, servicePackageId, addonIds, serviceAddress, card } = row
  if (!period) throw new Error('Nothing is due.')
  const customer: Person = { id: customerId, role: 'customer', active: true }
  const [job] = await bookVisits(customer, {
    serviceAddress,
    visits: [
      {
        vehicleId,
        scheduledDate: time.date,
        scheduledTime: slotLabel(time.slot),
        servicePackageId,
        addons: addonIds,
        seenPrice,
      },
    ],
    plan: discountOf(row),
    poNumber: row.poNumber,
  })
  if (!job) throw new Error('The visit was not booked.')
  if (card && !needsCard(row, time.date))
    await putSavedCardOn(job.id, { customerId, cardId: card.id })
  await db()
    .update(planPeriods)
    .set({ state: 'booked', jobId: job.id, reason: null, changedAt: now() })
    .where(eq(planPeriods.id, period.id))
  return job
}

/** Proposes or books a visit for a due period; otherwise stores why that is not possible, for the office. */
export async function proposeVisit(id: string): Promise<void> {
  const row = await subscriptionById(id)
  if (!row || !isDue(row)) return
  const reason = await arrange(row).catch((error: unknown) => {
    // Something about this car, package or customer cannot be booked.
    if (error instanceof AppError) return 'not_bookable' as const
    throw error
  })
  if (reason) await storeReason(id, reason)
}

const isDue = (row: SubscriptionRow) =>
  row.state === 'active' && row.period?.state === 'due' && proposesOn(row)

async function arrange(row: SubscriptionRow): Promise<PeriodReason | null> {
  const { period, otherVisitOn } = row
  if (!period) return null
  if (otherVisitOn) return 'has_visit'
  const company = row.isCompany ? await companyOfAccount(row.customerId) : undefined
  if (row.isCompany && (!company || companyRefusal(rulesOf(company), row))) return 'company'
  if (needsCard(row, period.dueOn)) return 'card'
  if (!(await isInsideArea(row.serviceAddress))) return 'address'
  const times = await suitableTimes(row)
  for (const time of times.slice(0, mostTries))
    if (await (row.autoBook ? bookFor(row.id, time) : holdFor(row.id, time))) return null
  return 'no_time'
}

const isInsideArea = (address: string) =>
  locateAddress(address).then(
    ({ answer }) => answer !== 'outside',
    () => false,
  )

/** Holds a time and proposes it; false if it is no longer free or cannot be driven. */
async function holdFor(id: string, time: Time): Promise<boolean> {
  return transaction(async () => {
    const row = await lockSubscription(id)
    if (!row?.period || !isDue(row)) return true
    await lockForHolding(time.date)
    const ends = now().getTime() + answerDays * 86_400_000
    const expiresAt = new Date(Math.min(ends, slotStart(time.date, time.slot).getTime()))
    if (expiresAt.getTime() - now().getTime() < leastAnswerMs) return false
    const visit = await quotePlanVisit(row, time)
    const placing = await placingFor({ ...visit, ...time, id: '' }, { assign: false })
    if (!placing) return false
    const periodId = row.period.id
    const holder = { entryId: null, planPeriodId: periodId, jobId: null, visitStartsAt: null }
    if (!(await holdSeat(time, { ...holder, visit, placing, expiresAt }))) return false
    await db()
      .update(planPeriods)
      .set({ state: 'proposed', reason: null, changedAt: now() })
      .where(eq(planPeriods.id, periodId))
    await happened({
      event: 'plan_visit_proposed',
      by: null,
      personId: row.customerId,
      data: {
        ...namesOf(row),
        link: siteAddress() + paths.planVisit(await planVisitToken(periodId)),
        date: time.date,
        slot: time.slot,
        periodId,
        expiresAt: expiresAt.toISOString(),
        price: decimalFromCents(visit.cents),
      },
    })
    return true
  })
}

/** Books a time for a customer who asked for that; false if it is no longer free or cannot be driven. */
async function bookFor(id: string, time: Time): Promise<boolean> {
  try {
    await transaction(async () => {
      const row = await lockSubscription(id)
      if (row?.period && isDue(row)) await bookPlanVisit(row, time)
    })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
}

/** Stores why a due period has no time yet; the office, and for a card the customer, are notified once. */
export async function storeReason(id: string, reason: PeriodReason): Promise<void> {
  await transaction(async () => {
    const row = await lockSubscription(id)
    if (!row?.period || row.state !== 'active' || row.period.state !== 'due') return
    if (row.period.reason === reason) return
    const { id: periodId, dueOn } = row.period
    await db()
      .update(planPeriods)
      .set({ reason, changedAt: now() })
      .where(and(eq(planPeriods.id, periodId), eq(planPeriods.state, 'due')))
    const about = { by: null, personId: row.customerId }
    await happened(
      reason === 'card'
        ? { event: 'plan_card_needed', ...about, data: { ...namesOf(row), dueOn } }
        : { event: 'plan_visit_unplanned', ...about, data: { ...namesOf(row), dueOn, reason } },
    )
  })
}
