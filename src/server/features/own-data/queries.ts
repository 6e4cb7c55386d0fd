import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { companies, companyMembers } from '#server/database/tables/companies.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import {
  contactMessages,
  contactReplies,
  incomingTexts,
} from '#server/database/tables/contact-messages.ts'
import { customerEvents } from '#server/database/tables/events.ts'
import { customerNotes } from '#server/database/tables/customers.ts'
import { users } from '#server/database/tables/users.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { placesOf, userById } from '#server/features/accounts/queries.ts'
import { allNotificationsOf } from '#server/features/notifications/queries.ts'
import { costsOfCustomer } from '#server/reads/costs.ts'
import type { OwnData } from '#shared/contract/own-data.ts'
import { isOnInvoice, needsPayment } from '#shared/rules/payments.ts'
import { amountCents } from '#shared/rules/visit-cost.ts'
import {
  ownApprovals,
  ownInspections,
  ownPlans,
  ownVehicles,
  ownVisits,
  ownWaitlist,
  visitsWorkedOn,
  withIsoDates,
} from './queries/visits.ts'
import { ownMessages, ownPayments, ownReviews } from './queries/about-visits.ts'

/** Everything stored about a person, each list newest first. Throws NotFound. */
export async function ownDataOf(userId: string): Promise<OwnData> {
  const profile = await userById(userId)
  const email = profile.email ?? ''
  const costs = await costsOfCustomer(userId)
  const [vehicles, visits, waitlist, assignedVisits, messages, payments, reviews] =
    await Promise.all([
      ownVehicles(userId),
      ownVisits(userId, costs),
      ownWaitlist(userId),
      visitsWorkedOn(userId),
      ownMessages(userId, profile.role),
      ownPayments(userId, costs),
      ownReviews(userId),
    ])
  return {
    exportedAt: now().toISOString(),
    profile,
    places: await placesOf(userId),
    vehicles,
    jobs: visits,
    approvals: await ownApprovals(userId),
    inspections: await ownInspections(userId),
    waitlist,
    companies: await membershipsOf(userId),
    plans: await ownPlans(userId),
    assignedVisits,
    messages,
    payments,
    cards: await cardsOf(userId),
    reviews,
    notifications: await allNotificationsOf({
      id: userId,
      role: profile.role,
      active: profile.active,
    }),
    contactMessages: await writtenBy(userId, email),
    ...(await officeRecordOf(userId)),
    mails: await mailsTo(email),
  }
}

async function membershipsOf(userId: string): Promise<OwnData['companies']> {
  const rows = await db()
    .select({ membership: companyMembers, company: users.firstName })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .innerJoin(users, eq(users.id, companies.accountId))
    .where(eq(companyMembers.userId, userId))
    .orderBy(desc(companyMembers.joinedAt))
  return rows.map(({ membership: { role, joinedAt, leftAt }, company }) => ({
    company,
    role,
    joinedAt: joinedAt.toISOString(),
    leftAt: leftAt?.toISOString() ?? null,
  }))
}

async function cardsOf(userId: string) {
  const rows = await db()
    .select()
    .from(paymentCards)
    .where(eq(paymentCards.userId, userId))
    .orderBy(desc(paymentCards.createdAt))
  return rows.map(({ brand, last4, consentVersion, consentAt }) => ({
    brand,
    last4,
    agreedToVersion: consentVersion,
    agreedAt: consentAt.toISOString(),
  }))
}

async function writtenBy(userId: string, email: string) {
  const rows = await db()
    .select()
    .from(contactMessages)
    .where(or(eq(contactMessages.customerId, userId), eq(contactMessages.email, email)))
    .orderBy(desc(contactMessages.createdAt))
  const ids = rows.map(({ id }) => id)
  const replies = await db()
    .select()
    .from(contactReplies)
    .where(inArray(contactReplies.contactMessageId, ids))
    .orderBy(contactReplies.createdAt)
  const texts = await db()
    .select()
    .from(incomingTexts)
    .where(inArray(incomingTexts.contactMessageId, ids))
    .orderBy(incomingTexts.createdAt)
  return rows.map((row) => ({
    ...withIsoDates(row),
    texts: texts.filter((one) => one.contactMessageId === row.id).map(withIsoDates),
    replies: replies.filter((one) => one.contactMessageId === row.id).map(withIsoDates),
  }))
}

async function officeRecordOf(userId: string) {
  const [row] = await db()
    .select({ tags: users.tags, invoicing: users.invoicing })
    .from(users)
    .where(eq(users.id, userId))
  const notes = await db()
    .select()
    .from(customerNotes)
    .where(eq(customerNotes.customerId, userId))
    .orderBy(desc(customerNotes.createdAt))
  const consents = await db()
    .select()
    .from(customerEvents)
    .where(
      and(
        eq(customerEvents.customerId, userId),
        inArray(customerEvents.kind, ['texts_agreed', 'texts_ended']),
      ),
    )
    .orderBy(desc(customerEvents.createdAt))
  return {
    textConsents: consents.map(({ kind, data, createdAt }) => ({
      ...(data as { how: string; words: string; phone: string }),
      agreed: kind === 'texts_agreed',
      createdAt: createdAt.toISOString(),
    })),
    invoicing: row?.invoicing ?? null,
    officeTags: row?.tags ?? [],
    officeNotes: notes.map(withIsoDates),
  }
}

async function mailsTo(email: string) {
  const rows = await db()
    .select()
    .from(sentMessages)
    .where(eq(sql`lower(${sentMessages.recipient})`, email.toLowerCase()))
    .orderBy(desc(sentMessages.createdAt))
  return rows.map(withIsoDates)
}

/** A finished visit the customer still has to pay; undefined without one. */
export async function unpaidVisitOf(customerId: string): Promise<{ number: number } | undefined> {
  const rows = await db()
    .select({ job: jobs, payment: paymentAccounts })
    .from(jobs)
    .innerJoin(paymentAccounts, eq(paymentAccounts.jobId, jobs.id))
    .where(and(eq(jobs.customerId, customerId), inArray(jobs.status, ['completed', 'cancelled'])))
  return rows.find(({ job, payment }) => {
    const direct = payment.recordedCents - payment.recoveredCents
    const net = payment.capturedCents - payment.refundedCents + direct
    const isDue = needsPayment(payment.state) || isOnInvoice(payment.state)
    return isDue && amountCents(job, payment) > net
  })?.job
}
