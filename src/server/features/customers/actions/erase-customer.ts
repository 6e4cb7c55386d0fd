import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { onlyStaying } from '#server/database/erasing.ts'
import { companyMembers } from '#server/database/tables/companies.ts'
import { customerEvents } from '#server/database/tables/events.ts'
import { customerNotes } from '#server/database/tables/customers.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { waitlistEntries } from '#server/database/tables/waitlist.ts'
import { happened } from '#server/events/happened.ts'
import { eraseAccount, eraseAnswers } from '#server/features/accounts/actions/erase-account.ts'
import { eraseConversations } from '#server/features/conversation/actions/erase-and-merge.ts'
import { eraseContactMessages } from '#server/features/contact/actions/erase-and-merge.ts'
import { eraseInspections } from '#server/features/inspections/actions/erase-inspections.ts'
import { eraseVisitDetails } from '#server/features/jobs/actions/erase-visit-details.ts'
import {
  eraseMailsOf,
  eraseNotifications,
} from '#server/features/notifications/actions/erase-and-merge.ts'
import { erasePhotos } from '#server/features/photos/actions/erase-and-merge.ts'
import { eraseCards } from '#server/features/payments/actions/erase-cards.ts'
import { erasePaymentWords } from '#server/features/payments/actions/erase-payment-words.ts'
import { eraseComments } from '#server/features/reviews/actions/erase-and-merge.ts'
import { eraseVehicles } from '#server/features/vehicles/actions/erase-vehicles.ts'
import { Conflict } from '#server/http/errors.ts'
import { isStale } from '#server/http/versions.ts'
import { assertNoCompany } from '#server/reads/companies.ts'
import { owedBy, toReturnTo } from '#server/reads/costs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { formatCents } from '#shared/texts/format.ts'
import { activeJobStatuses } from '#shared/rules/jobs.ts'
import { phrase } from '#shared/texts/t.ts'
import { eraseRowsToMend } from './erase-rows-to-mend.ts'
import { endPlansOf } from './end-plans.ts'
import { lockCustomer } from './lock-customer.ts'
import { changedSince } from '../queries/details.ts'

/**
 * Permanently removes a customer's personal data. Visits, payments and the ledger stay, without a name; all sessions end and
 * guest links stop working. The name of a debtor, or of someone to be paid back, stays until that is settled. Throws NotFound,
 * or Conflict with `details.reason`: `active_jobs` with a visit ahead or under way, `payment_running` during a card payment,
 * `owes` when they owe money and `owed_back` when the business does, unless confirmed, `changed` when the record's version differs from the one shown.
 */
export async function eraseCustomer(
  customerId: string,
  {
    by = null,
    version,
    evenOwing = false,
  }: { by?: string | null; version?: number | undefined; evenOwing?: boolean } = {},
): Promise<void> {
  await transaction(async () => {
    const customer = await lockCustomer(customerId)
    if (version !== undefined && isStale(version, customer))
      throw await changedSince(customerId, version)
    const { email } = customer
    await assertNoCompany([customerId])
    // Locks the vehicles, as a booking does: a concurrent booking is either seen below or finds its vehicle gone.
    await eraseVehicles(customerId)
    await assertNoActiveJob(customerId)
    const owedCents = await owedBy(customerId)
    if (owedCents > 0 && !evenOwing) throw owes(owedCents)
    const returnCents = await toReturnTo(customerId)
    if (returnCents > 0 && !evenOwing) throw owedBack(returnCents)
    await eraseCards(customerId)
    await erasePaymentWords(customerId)
    await eraseConversations(customerId)
    await eraseComments(customerId)
    await eraseContactMessages({ userId: customerId, email })
    await eraseNotifications({ userId: customerId, email })
    await eraseMailsOf(await formerEmailsOf(customerId))
    await eraseVisitDetails(customerId)
    await erasePhotos(customerId)
    await eraseInspections(customerId)
    await db().delete(customerNotes).where(eq(customerNotes.customerId, customerId))
    await endMemberships(customerId)
    await endPlansOf(customerId)
    await db().delete(waitlistEntries).where(eq(waitlistEntries.customerId, customerId))
    await db()
      .update(customerEvents)
      .set({ data: onlyStaying(customerEvents, stayingData) })
      .where(eq(customerEvents.customerId, customerId))
    await eraseRowsToMend(customer)
    await eraseAnswers(customerId)
    await eraseAccount(customerId, { keepsName: owedCents > 0 || returnCents > 0 })
    await happened({ event: 'account_deleted', by, data: { customerId } })
  })
}

async function endMemberships(userId: string): Promise<void> {
  await db()
    .update(companyMembers)
    .set({ leftAt: now() })
    .where(and(eq(companyMembers.userId, userId), isNull(companyMembers.leftAt)))
  await db().update(vehicles).set({ driverId: null }).where(eq(vehicles.driverId, userId))
}

/** Addresses that this customer lost by merging, unless they belong to an account again. */
async function formerEmailsOf(customerId: string): Promise<string[]> {
  const formerEmail = sql<string>`${customerEvents.data}->>'formerEmail'`
  const rows = await db()
    .selectDistinct({ formerEmail })
    .from(customerEvents)
    .leftJoin(users, eq(users.email, formerEmail))
    .where(
      and(
        eq(customerEvents.customerId, customerId),
        isNotNull(formerEmail),
        or(isNull(users.id), eq(users.id, customerId)),
      ),
    )
  return rows.map((row) => row.formerEmail)
}

/** Data kept in the customer's history, by kind: which fields changed, not their values. */
const stayingData = {
  changed: { fields: true },
  merged: { mergedId: true, name: true, email: true, phone: true },
  vehicle_recovered: { vehicleId: true },
} as const

const owes = (cents: number) =>
  new Conflict(
    phrase('This customer still owes {amount}. Confirm to delete them anyway.', {
      amount: formatCents(cents),
    }),
    { reason: 'owes', amount: decimalFromCents(cents) },
  )

const owedBack = (cents: number) =>
  new Conflict(
    phrase('You still owe this customer {amount}. Confirm to delete them anyway.', {
      amount: formatCents(cents),
    }),
    { reason: 'owed_back', amount: decimalFromCents(cents) },
  )

async function assertNoActiveJob(customerId: string): Promise<void> {
  const [active] = await db()
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.customerId, customerId), inArray(jobs.status, [...activeJobStatuses])))
    .limit(1)
  if (active)
    throw new Conflict(
      phrase(
        'There is still an upcoming or active visit. Cancel it, or wait until it is done, then delete the account.',
      ),
      { reason: 'active_jobs' },
    )
}
