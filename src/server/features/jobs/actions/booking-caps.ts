import { and, asc, eq, gt, gte, inArray, ne, or, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { db, queryRow } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { guestLinks } from '#server/database/tables/credentials.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { users } from '#server/database/tables/users.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { activeJobStatuses, notStartedStatuses } from '#shared/rules/jobs.ts'
import { mailboxOf } from '#shared/rules/mailboxes.ts'
import { needsCard, paymentStates } from '#shared/rules/payments.ts'

/** SQL: the opposite of `owesNothing` for visits without a card; `account` is the alias of `payment_accounts`. */
export const owesSomething = (account: string): string => `${account}.amount_cents > 0`

/** The limit that prevents a booking. */
export type BookingRefusal =
  | 'visits_without_card'
  | 'vehicle_day'
  | 'cancelled_today'
  | 'guest_visits'
  | 'guest_network'

type CapsWanted = {
  /** A guest's network; undefined for a signed-in customer. */
  guestNetwork?: string | undefined
  /** Other customers whose e-mail reaches the guest's mailbox. */
  sameMailbox?: readonly string[] | undefined
  /** The office books for them, so their own cancellations do not count. */
  withinLimits?: boolean | undefined
}

const dayMs = 86_400_000
const dayAgo = () => new Date(now().getTime() - dayMs)
const statesWithoutCard = paymentStates.filter(needsCard)

/** The `caps` argument of the database function `booking_refusal`; undefined when nothing is limited. */
export function capsOf({
  guestNetwork,
  sameMailbox = [],
  withinLimits,
}: CapsWanted): string | undefined {
  const settings = currentSettings()
  const caps = {
    withoutCard: settings.maxVisitsWithoutCard,
    perVehicleAndDay: settings.maxVisitsPerVehiclePerDay,
    openGuest: guestNetwork ? settings.maxOpenGuestBookings : 0,
    perNetwork: guestNetwork ? settings.maxGuestBookingsPerNetwork : 0,
    cancelled: withinLimits ? 0 : settings.maxCancellationsPerDay,
  }
  if (Object.values(caps).every((cap) => cap === 0)) return undefined
  return JSON.stringify({
    ...caps,
    today: businessToday(),
    statesWithoutCard,
    network: guestNetwork ?? '',
    sameMailbox,
    since: dayAgo(),
  })
}

type Claim = CapsWanted & { customerId: string; vehicleId: string; serviceDate: LocalDate }

/** The limit that prevents this visit from being booked, if any. */
export async function bookingRefusal(claim: Claim): Promise<BookingRefusal | undefined> {
  const caps = capsOf(claim)
  if (!caps) return undefined
  const row = await queryRow(refusing, { ...claim, caps })
  return row?.reason ?? undefined
}

const refusing = statement<{ reason: BookingRefusal | null }, Claim & { caps: string }>(
  'booking-refusal',
  ($) =>
    `select booking_refusal(${$.customerId}::uuid, ${$.vehicleId}::uuid, ${$.serviceDate}::date, ${$.caps}::jsonb) as reason`,
)

/**
 * Customers with upcoming visits, or visits cancelled within a day, that guests booked under other addresses of the same
 * mailbox. Blocks other guest bookings of that mailbox until the current transaction ends.
 */
export async function guestsOfMailbox(email: string): Promise<string[]> {
  const mailbox = mailboxOf(email)
  await db().execute(sql`select pg_advisory_xact_lock(7412, hashtext(${mailbox}))`)
  const guests = await db()
    .selectDistinct({ id: users.id, email: users.email })
    .from(guestLinks)
    .innerJoin(jobs, eq(jobs.id, guestLinks.jobId))
    .innerJoin(users, eq(users.id, jobs.customerId))
    .where(
      and(
        ne(guestLinks.network, ''),
        or(
          and(gte(jobs.serviceDate, businessToday()), inArray(jobs.status, [...activeJobStatuses])),
          gt(jobs.cancelledAt, dayAgo()),
        ),
        eq(sql`left(${users.email}, 1)`, mailbox.slice(0, 1)),
      ),
    )
  return guests.filter((one) => one.email && mailboxOf(one.email) === mailbox).map(({ id }) => id)
}

/** Whether guests of a network have reached their daily limit of bookings. */
export async function networkIsFull(network: string): Promise<boolean> {
  const most = currentSettings().maxGuestBookingsPerNetwork
  if (most === 0) return false
  const of = and(eq(guestLinks.network, network), gt(guestLinks.createdAt, dayAgo()))
  return (await db().$count(guestLinks, of)) >= most
}

/**
 * Whether a customer has reached their daily limit of moves. Blocks their other moves and bookings until the current
 * transaction ends.
 */
export async function movesAreUsedUp(customerId: string): Promise<boolean> {
  const most = currentSettings().maxMovesPerDay
  if (most === 0) return false
  await lockBookingsOf(customerId)
  const moves = and(
    eq(jobEvents.actorId, customerId),
    eq(jobEvents.kind, 'job_rescheduled'),
    gt(jobEvents.createdAt, dayAgo()),
  )
  return (await db().$count(jobEvents, moves)) >= most
}

const lockBookingsOf = (customerId: string) =>
  db().execute(sql`select pg_advisory_xact_lock(7410, hashtext(${customerId}))`)

/** The customer's next visit that still needs a card. */
export async function visitWithoutCard(customerId: string): Promise<string | undefined> {
  const [row] = await db()
    .select({ id: jobs.id })
    .from(jobs)
    .innerJoin(paymentAccounts, eq(paymentAccounts.jobId, jobs.id))
    .where(
      and(
        eq(jobs.customerId, customerId),
        gte(jobs.serviceDate, businessToday()),
        inArray(jobs.status, [...notStartedStatuses]),
        eq(jobs.needsConfirmation, false),
        inArray(paymentAccounts.state, statesWithoutCard),
        sql.raw(owesSomething('payment_accounts')),
      ),
    )
    .orderBy(asc(jobs.serviceDate), asc(jobs.slot))
    .limit(1)
  return row?.id
}

/**
 * Whether a car has reached its daily limit of visits, not counting visit `id`. Blocks its owner's other bookings and moves
 * until the current transaction ends.
 */
export async function vehicleDayIsFull(
  { id, customerId, vehicleId }: { id: string; customerId: string; vehicleId: string },
  date: LocalDate,
): Promise<boolean> {
  const most = currentSettings().maxVisitsPerVehiclePerDay
  if (most === 0) return false
  await lockBookingsOf(customerId)
  const others = and(
    eq(jobs.vehicleId, vehicleId),
    eq(jobs.serviceDate, date),
    ne(jobs.status, 'cancelled'),
    ne(jobs.id, id),
  )
  return (await db().$count(jobs, others)) >= most
}
