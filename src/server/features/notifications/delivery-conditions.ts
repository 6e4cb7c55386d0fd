import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { db, queryRow } from '#server/database/database.ts'
import { jobExtras } from '#server/database/tables/job-charges.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { users } from '#server/database/tables/users.ts'
import { textsAreStopped } from '#server/reads/people.ts'
import { owedFor } from '#server/reads/costs.ts'
import { type MailPreference, mailPreferences } from '#shared/rules/mail-preferences.ts'
import { jobStatuses } from '#shared/rules/jobs.ts'
import { dialedNumber } from '#shared/rules/phone-numbers.ts'

/** What must still be true when a mail or a text message is sent; nothing said, nothing asked. */
export const DeliveryConditions = z.object({
  /** A preference of the recipient's account; hearing of it that way must be on too. */
  preference: z.enum(mailPreferences).optional(),
  /** The states its job may be in: no reminder for a cancelled one. */
  jobStatus: z.array(z.enum(jobStatuses)).optional(),
  /** The UTC instant at which its job must still start: no reminder of the time it was moved from. */
  jobStartsAt: z.coerce.date().optional(),
  /** The extra that must still wait for the customer, at that price. */
  waitingExtra: z.object({ id: z.uuid(), totalCents: z.number() }).optional(),
  /** What its customer must still owe for its job: no bill that is paid, or of another amount by now. */
  owedCents: z.int().optional(),
  /** The thread in the inbox that a text answers: whoever wrote it must not have stopped texts. */
  textThread: z.uuid().optional(),
  /** Its customer must not have rated it. */
  unrated: z.literal(true).optional(),
  /** It must be the last visit of a car that its customer still has. */
  lastVisit: z.literal(true).optional(),
  /** Held while it is night for the recipient. */
  byDay: z.boolean().optional(),
  /** A UTC instant after which the message is worthless. */
  notAfter: z.coerce.date().optional(),
})
export type DeliveryConditions = z.infer<typeof DeliveryConditions>

type Message = { channel: 'email' | 'sms' | 'push'; recipient: string; jobId: string | null }

/** Why a message should not be sent any more; undefined when it should. A text goes to its `userId` alone. */
export async function reasonToSkip(
  message: Message,
  conditions: DeliveryConditions & { userId?: string | undefined },
): Promise<string | undefined> {
  const { notAfter, preference, jobStatus, jobStartsAt, waitingExtra, owedCents, userId } =
    conditions
  const { textThread } = conditions
  if (notAfter && notAfter <= now()) return 'Too late to be of use'
  if (textThread) {
    if (await textsAreStopped(textThread)) return 'The recipient wants no texts'
  } else if (message.channel === 'sms') {
    if ((await smsNumberOf(userId, preference)) !== message.recipient)
      return 'The recipient wants no texts, or has another number'
  } else if (
    message.channel === 'email' &&
    preference &&
    !(await wantsMail(message.recipient, preference))
  )
    return 'The recipient does not want these'
  if (jobStatus && !(await isAsExpected(message.jobId, jobStatus, jobStartsAt)))
    return 'The job has moved on'
  if (waitingExtra && !(await stillWaits(waitingExtra))) return 'The extra waits no more'
  if (owedCents !== undefined && owedCents !== (await owedFor(message.jobId)))
    return 'Another amount is owed now'
  if (conditions.unrated && (await isRated(message.jobId))) return 'It was rated already'
  if (conditions.lastVisit && !(await isLastVisit(message.jobId)))
    return 'The car has a newer visit, or is gone'
  return undefined
}

/**
 * Where to text a person, E.164; undefined when they cannot be texted, or they or the operator do not want it.
 * Customers have to have agreed; those who work here are texted about their visits only.
 */
export async function smsNumberOf(
  userId: string | undefined,
  preference?: MailPreference,
): Promise<string | undefined> {
  if (!userId || !currentSettings().smsEnabled) return undefined
  const [user] = await db().select().from(users).where(eq(users.id, userId))
  if (user?.mergedInto) return smsNumberOf(user.mergedInto, preference)
  if (!user || user.deactivatedAt || user.anonymizedAt) return undefined
  if (user.role === 'customer' && !user.smsNotifications) return undefined
  if (preference && !user[preference]) return undefined
  return dialedNumber(user.phone)
}

async function wantsMail(email: string, preference: MailPreference): Promise<boolean> {
  const [user] = await db()
    .select({ mail: users.emailNotifications, wanted: users[preference] })
    .from(users)
    .where(eq(users.email, email))
  // Somebody without an account has booked as a guest: the defaults count.
  return user ? user.mail && user.wanted : preference !== 'marketingEmails'
}

async function isAsExpected(
  jobId: string | null,
  states: NonNullable<DeliveryConditions['jobStatus']>,
  startsAt: Date | undefined,
): Promise<boolean> {
  if (!jobId) return false
  const found = await db()
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.id, jobId),
        inArray(jobs.status, states),
        startsAt && eq(jobs.startsAt, startsAt),
      ),
    )
  return found.length > 0
}

async function isRated(jobId: string | null): Promise<boolean> {
  return jobId !== null && (await db().$count(reviews, eq(reviews.jobId, jobId))) > 0
}

async function isLastVisit(jobId: string | null): Promise<boolean> {
  const found = await queryRow<{ last: boolean }>(lastVisit, [jobId])
  return found?.last === true
}

const lastVisit = {
  name: 'is-last-visit',
  text: `select exists (select from jobs j
    join vehicles v on v.id = j.vehicle_id and v.deleted_at is null and v.customer_id = j.customer_id
    where j.id = $1::uuid and not exists (select from jobs o
      where o.vehicle_id = j.vehicle_id and o.id <> j.id
        and (o.status in ('scheduled', 'assigned', 'in_progress')
          or o.status = 'completed' and (o.service_date, o.slot) > (j.service_date, j.slot)))) as last`,
}

async function stillWaits(
  extra: NonNullable<DeliveryConditions['waitingExtra']>,
): Promise<boolean> {
  const waiting = await db().$count(
    jobExtras,
    and(
      eq(jobExtras.id, extra.id),
      eq(jobExtras.totalCents, extra.totalCents),
      eq(jobExtras.approval, 'waiting'),
    ),
  )
  return waiting > 0
}
