import type { FastifyRequest } from 'fastify'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { guestLinks } from '#server/database/tables/credentials.ts'
import { invoices } from '#server/database/tables/invoices.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import { isOwed } from '#server/reads/costs.ts'
import { takesCards } from '#server/features/payments/queries.ts'
import { NotFound } from '#server/http/errors.ts'
import type { SignedIn } from '#server/http/handlers.ts'
import { hashToken } from '#server/base/tokens.ts'
import type { GuestLink, Person } from '#shared/rules/roles.ts'
import { guestLinkHeader, linkDays } from '#shared/rules/guest-links.ts'
import { phrase } from '#shared/texts/t.ts'

const hourMs = 3_600_000
const lifeMs = linkDays * 24 * hourMs

/**
 * The customer of a link's visit, limited to that visit. Throws the same NotFound for a guessed and an expired token. Looks
 * up the stored hash, so timing reveals nothing about nearly right tokens.
 */
export async function guestByLink(token: string): Promise<Person & { link: GuestLink }> {
  const [link] = await db()
    .select({ jobId: guestLinks.jobId, customerId: jobs.customerId, startsAt: jobs.startsAt })
    .from(guestLinks)
    .innerJoin(jobs, eq(jobs.id, guestLinks.jobId))
    .innerJoin(users, eq(users.id, jobs.customerId))
    .where(
      and(
        eq(guestLinks.tokenHash, hashToken(token)),
        // Counted from the visit's current time: a moved visit keeps its link.
        or(
          gt(jobs.startsAt, new Date(now().getTime() - lifeMs)),
          hasOpenInvoice,
          takesCards() ? isUnpaid : undefined,
        ),
        eq(users.role, 'customer'),
        isNull(users.deactivatedAt),
        isNull(users.anonymizedAt),
      ),
    )
  if (!link) throw new NotFound(phrase('This link has expired or is incomplete.'))
  return {
    id: link.customerId,
    role: 'customer',
    active: true,
    link: {
      jobId: link.jobId,
      until: new Date(Math.max(link.startsAt.getTime() + lifeMs, now().getTime() + hourMs)),
    },
  }
}

/** The guest of a request with a guest link, regardless of its cookie; null without a link. Throws NotFound. */
export async function guestOfRequest({ headers }: FastifyRequest): Promise<SignedIn | null> {
  const token = headers[guestLinkHeader]
  if (token === undefined) return null
  return { ...(await guestByLink(String(token))), sessionHash: '', language: null }
}

/** An open invoice keeps the link valid, however late it is. */
const hasOpenInvoice = sql`exists (select from ${invoices}
  where ${invoices.jobId} = ${jobs.id} and ${invoices.openCents} > 0)`

/** Reminders to pay, up to 60 days after the visit, lead to the link. */
const isUnpaid = sql`exists (select from payment_accounts m
  where m.job_id = ${jobs.id} and ${sql.raw(isOwed)})`

/** Whether a browser's code was already used for a booking. */
export async function isBookedWith(ticket: string): Promise<boolean> {
  return (await db().$count(guestLinks, eq(guestLinks.ticketHash, hashToken(ticket)))) > 0
}
