import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { reachedNumber } from '#server/base/phone-numbers.ts'
import { db, queryRow } from '#server/database/database.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { sessions } from '#server/database/tables/credentials.ts'
import { customerEvents } from '#server/database/tables/events.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { notifications, pushSubscriptions } from '#server/database/tables/notifications.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { users } from '#server/database/tables/users.ts'
import { textsAreStopped } from '#server/reads/people.ts'
import { owedFor } from '#server/reads/costs.ts'
import { type MailPreference, mailPreferences } from '#shared/rules/mail-preferences.ts'
import { jobStatuses } from '#shared/rules/jobs.ts'
import type { ConsentWay } from '#shared/rules/text-consent.ts'

/** Conditions checked when a mail or text message is sent; a missing one is not checked. */
export const DeliveryConditions = z.object({
  /** A preference of the recipient's account; the channel must be on too. */
  preference: z.enum(mailPreferences).optional(),
  /** The allowed states of its visit, e.g. no reminder for a cancelled one. */
  jobStatus: z.array(z.enum(jobStatuses)).optional(),
  /** The UTC instant at which its visit must still start: no reminder of a previous time. */
  jobStartsAt: z.coerce.date().optional(),
  /** Lines of which one must still await approval at its price. */
  waitingLines: z.array(z.object({ id: z.uuid(), totalCents: z.number() })).optional(),
  /** The amount its customer must still owe for the visit: no bill that is paid or has changed. */
  owedCents: z.int().optional(),
  /** The inbox thread that a text answers: its writer must not have opted out. */
  textThread: z.uuid().optional(),
  /** A text to the visit's own contact, who must still be it. */
  toContact: z.literal(true).optional(),
  /** Its visit must not be rated yet. */
  unrated: z.literal(true).optional(),
  /** It must be the latest visit of a car that its customer still owns. */
  lastVisit: z.literal(true).optional(),
  /** Held while it is night for the recipient. */
  byDay: z.boolean().optional(),
  /** A UTC instant after which the message is useless. */
  notAfter: z.coerce.date().optional(),
})
export type DeliveryConditions = z.infer<typeof DeliveryConditions>

type Message = { channel: 'email' | 'sms' | 'push'; recipient: string; jobId: string | null }

type Recipients = DeliveryConditions & { userId?: string | undefined }

/** Why a message should no longer be sent; undefined if it should. A text goes to its `userId` or the visit's contact only. */
export async function reasonToSkip(
  message: Message,
  conditions: Recipients,
): Promise<string | undefined> {
  const { notAfter, preference, jobStatus, jobStartsAt, waitingLines, owedCents } = conditions
  const { textThread } = conditions
  if (notAfter && notAfter <= now()) return 'Too late to be useful'
  if (textThread) {
    if (await textsAreStopped(textThread)) return 'The recipient does not want texts'
    if (!(await reachedNumber(message.recipient)))
      return 'The number costs extra, or is in a country that is not texted'
  } else if (message.channel === 'sms') {
    if ((await numberFor(message.jobId, conditions)) !== message.recipient)
      return 'The recipient does not want texts, or has changed their number'
  } else if (
    message.channel === 'email' &&
    preference &&
    !(await wantsMail(message.recipient, preference))
  )
    return 'The recipient has turned these off'
  if (jobStatus && !(await isAsExpected(message.jobId, jobStatus, jobStartsAt)))
    return 'The visit has changed'
  if (waitingLines && !(await stillWait(waitingLines))) return 'The extra no longer awaits approval'
  if (owedCents !== undefined && owedCents !== (await owedFor(message.jobId)))
    return 'The amount due has changed'
  if (conditions.unrated && (await isRated(message.jobId))) return 'The visit is already rated'
  if (conditions.lastVisit && !(await isLastVisit(message.jobId)))
    return 'The car has a newer visit, or was deleted'
  return undefined
}

type Pushed = { subscriptionId?: string | undefined; notificationId?: string | undefined }

/** Why a push message should no longer be sent; undefined if it should. */
export async function reasonNotToPush(
  { subscriptionId = '', notificationId = '' }: Pushed,
  preference: MailPreference | undefined,
): Promise<string | undefined> {
  const [browser] = await db()
    .select({ wanted: preference ? users[preference] : users.id })
    .from(pushSubscriptions)
    .innerJoin(
      sessions,
      and(eq(sessions.tokenHash, pushSubscriptions.sessionHash), gt(sessions.expiresAt, now())),
    )
    .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.deactivatedAt)))
    .where(eq(pushSubscriptions.id, subscriptionId))
  if (!browser) return 'The browser no longer receives notifications'
  if (!browser.wanted) return 'The recipient has turned these off'
  const unread = await db().$count(
    notifications,
    and(eq(notifications.id, notificationId), isNull(notifications.readAt)),
  )
  return unread > 0 ? undefined : 'Already read'
}

/**
 * The number for texts to a person, E.164; undefined when their number cannot be texted, or they or the operator do not want it.
 * Customers must have agreed; employees are texted about their visits only.
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
  const number = await reachedNumber(user.phone)
  return number && !(await hasStoppedTexts(number)) ? number : undefined
}

/** The number to which a text about a visit, or none, goes now, E.164; undefined when there is none that may be texted. */
export const numberFor = (
  jobId: string | null,
  { toContact, userId, preference }: Recipients,
): Promise<string | undefined> =>
  toContact ? numberOfContact(jobId) : smsNumberOf(userId, preference)

/**
 * The number of a visit's own contact, for what people write to them: the customer gave it to be reached about the visit.
 * Never one whose owner has ended texts.
 */
async function numberOfContact(jobId: string | null): Promise<string | undefined> {
  if (!jobId || !currentSettings().smsEnabled) return undefined
  const [job] = await db().select({ phone: jobs.contactPhone }).from(jobs).where(eq(jobs.id, jobId))
  const number = job && (await reachedNumber(job.phone))
  if (!number || (await hasStoppedTexts(number))) return undefined
  const ended = await lastEndOfTexts(number)
  return ended && ended !== 'number' ? undefined : number
}

/** How texts to a number (E.164) were last ended by a customer who has it; undefined if they have agreed since, or never ended. */
export async function lastEndOfTexts(phone: string): Promise<ConsentWay | undefined> {
  const { kind, customerId, data, createdAt, id } = customerEvents
  const [last] = await db()
    .select({ kind, how: sql<ConsentWay>`${data}->>'how'` })
    .from(customerEvents)
    .innerJoin(users, eq(users.id, customerId))
    .where(
      and(
        eq(users.phone, phone),
        inArray(kind, ['texts_agreed', 'texts_ended']),
        sql`${data}->>'phone' = ${phone}`,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(1)
  return last?.kind === 'texts_ended' ? last.how : undefined
}

/** Whether anyone has opted out from this number. */
async function hasStoppedTexts(phone: string): Promise<boolean> {
  const { channel, textsStopped } = contactMessages
  const stopped = and(eq(channel, 'sms'), eq(contactMessages.phone, phone), eq(textsStopped, true))
  return (await db().$count(contactMessages, stopped)) > 0
}

async function wantsMail(email: string, preference: MailPreference): Promise<boolean> {
  const [user] = await db()
    .select({ mail: users.emailNotifications, wanted: users[preference] })
    .from(users)
    .where(eq(users.email, email))
  // Someone without an account booked as a guest: the defaults apply.
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

async function stillWait(lines: NonNullable<DeliveryConditions['waitingLines']>): Promise<boolean> {
  const priced = lines.map(({ id, totalCents }) =>
    and(eq(jobLines.id, id), eq(jobLines.totalCents, totalCents)),
  )
  const waiting = await db().$count(
    jobLines,
    and(
      or(...priced),
      eq(jobLines.approval, 'waiting'),
      // Asked before the visit was cancelled, it is left out.
      sql`exists (select from jobs j where j.id = ${jobLines.jobId}
        and (j.status <> 'cancelled' or ${jobLines.createdAt} > j.cancelled_at))`,
    ),
  )
  return waiting > 0
}
