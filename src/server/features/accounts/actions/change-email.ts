import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { siteAddress } from '#server/base/site-address.ts'
import { db, transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { emailChanges, signInCodes } from '#server/database/tables/credentials.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import type { SignedIn } from '#server/http/handlers.ts'
import { endOtherSessions, endSessions } from '#server/sessions/sessions.ts'
import { messagePaths } from '#shared/rules/message-paths.ts'
import { phrase } from '#shared/texts/t.ts'
import { sameSeal, sealOf } from '../secret-key.ts'
import { type ProvenCode, useCode } from './check-code.ts'

const dayMs = 86_400_000
const officeWaitsMs = dayMs
const undoMs = 7 * dayMs

type Person = Pick<typeof users.$inferSelect, 'id' | 'email' | 'emailProvenAt'>

/** The owner's change, in the current transaction: their other sessions end, and the former address can undo it. */
export async function changeOwnEmail(person: SignedIn, proven: ProvenCode): Promise<void> {
  await useCode(proven)
  const before = await lockPerson(person.id)
  await dropWaiting(person.id)
  await write(before, proven.email, now())
  await endOtherSessions(person.id, person.sessionHash)
  if (!before.email) return
  const id = await record(before.email, before.id, proven.email, person.id, now())
  await notifyOfChange(id, before.email, proven.email, person.id)
}

/**
 * Changes a person's e-mail for the office, in the current transaction: at once if the old address was never proven, otherwise
 * after a day, so that its owner can object. Returns which.
 */
export async function changeEmailForPerson(
  person: Person,
  email: string,
  by: string,
): Promise<'changed' | 'in a day'> {
  const { id, email: formerEmail } = person
  if (!formerEmail || !isProvenEmail(person)) {
    await db().update(users).set({ email, emailProvenAt: null }).where(eq(users.id, id))
    if (formerEmail)
      await happened({ event: 'email_changed', by, data: { email, formerEmail, undoLink: '' } })
    return 'changed'
  }
  await assertFree(email, id)
  await dropWaiting(id)
  const dueAt = new Date(now().getTime() + officeWaitsMs)
  const changeId = await record(formerEmail, id, email, by, dueAt)
  await happened({
    event: 'email_change_asked',
    by,
    personId: id,
    data: {
      personId: id,
      email,
      formerEmail,
      dueAt: dueAt.toISOString(),
      undoLink: await undoLink(changeId),
    },
  })
  return 'in a day'
}

/** Whether the owner has signed in with this address; the office's change of it then waits a day. */
export const isProvenEmail = ({ email, emailProvenAt }: Omit<Person, 'id'>): boolean =>
  email !== null && emailProvenAt !== null

/** The pending change; null if there is none. */
export async function waitingEmailChange(userId: string) {
  const [row] = await db().select().from(emailChanges).where(waiting(userId))
  return row ? { email: row.email, dueAt: row.dueAt.toISOString() } : null
}

/** Cancels the pending change. Throws NotFound if there is none. */
export async function cancelEmailChange(userId: string, by: string): Promise<void> {
  await transaction(async () => {
    if (!(await dropWaiting(userId))) throw new NotFound()
    await happened({
      event: 'email_change_undone',
      by,
      personId: userId,
      data: { personId: userId },
    })
  })
}

/** Revokes undo links sent to former addresses and cancels a pending change, in the current transaction. */
export async function settleEmail(userId: string): Promise<void> {
  await db()
    .update(emailChanges)
    .set({ undoneAt: now() })
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.undoneAt)))
}

/** Applies the changes that are due. Drops a change whose new address got its own account in the meantime. */
export async function makeDueEmailChanges(): Promise<void> {
  const due = await db()
    .select()
    .from(emailChanges)
    .where(and(isWaiting, lte(emailChanges.dueAt, now())))
  for (const change of due)
    await transaction(() => makeDueChange(change)).catch(async (error) => {
      if (!isUniqueViolation(error, 'users_email')) throw error
      await cancelEmailChange(change.userId, change.askedBy)
    })
}

type EmailChange = typeof emailChanges.$inferSelect

async function makeDueChange({ id, userId, formerEmail, email, askedBy }: EmailChange) {
  const before = await lockPerson(userId)
  const made = await db()
    .update(emailChanges)
    .set({ doneAt: now() })
    .where(and(eq(emailChanges.id, id), isWaiting))
    .returning({ id: emailChanges.id })
  if (made.length === 0) return
  await write(before, email, null)
  await endSessions(userId)
  await notifyOfChange(id, formerEmail, email, askedBy)
}

/**
 * Undoes a change by the link sent to the former address: cancels a pending one, or restores the former address and ends
 * all sessions. Throws NotFound for an invalid, expired or used link; Conflict if the former address now has its own
 * account.
 */
export async function undoEmailChange(token: string): Promise<{ email: string }> {
  const [id = '', seal = ''] = token.split('.')
  if (!/^[0-9a-f-]{36}$/.test(id) || !sameSeal(seal, await sealOf('undo e-mail change', id)))
    throw linkEnded()
  try {
    return await transaction(async () => {
      const [change] = await db().select().from(emailChanges).where(eq(emailChanges.id, id))
      if (!change) throw linkEnded()
      const { userId, formerEmail } = change
      await lockPerson(userId)
      // Changes made after this one are undone too.
      const undone = await db()
        .update(emailChanges)
        .set({ undoneAt: now() })
        .where(
          and(
            eq(emailChanges.userId, userId),
            isNull(emailChanges.undoneAt),
            or(
              eq(emailChanges.id, id),
              sql`${emailChanges.createdAt} > ${change.createdAt.toISOString()}`,
            ),
          ),
        )
        .returning()
      const first = undone.find((one) => one.id === id)
      const tooOld = new Date(now().getTime() - undoMs)
      if (!first || (first.doneAt && first.doneAt < tooOld)) throw linkEnded()
      if (undone.some(({ doneAt }) => doneAt)) {
        await db()
          .update(users)
          .set({ email: formerEmail, emailProvenAt: now() })
          .where(eq(users.id, userId))
        for (const { email } of undone)
          await db().delete(signInCodes).where(eq(signInCodes.email, email))
        await endSessions(userId)
      }
      await happened({
        event: 'email_change_undone',
        by: userId,
        personId: userId,
        data: { personId: userId },
      })
      return { email: formerEmail }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email'))
      throw new Conflict(phrase('This e-mail address already has an account of its own.'))
    throw error
  }
}

const linkEnded = () =>
  new NotFound(
    phrase('This link is no longer valid. If you lost access to your account, please call us.'),
  )

const isWaiting = and(isNull(emailChanges.doneAt), isNull(emailChanges.undoneAt))
const waiting = (userId: string) => and(eq(emailChanges.userId, userId), isWaiting)

async function dropWaiting(userId: string): Promise<boolean> {
  const dropped = await db()
    .update(emailChanges)
    .set({ undoneAt: now() })
    .where(waiting(userId))
    .returning({ id: emailChanges.id })
  return dropped.length > 0
}

async function record(
  formerEmail: string,
  userId: string,
  email: string,
  askedBy: string,
  dueAt: Date,
): Promise<string> {
  const at = now()
  const [row] = await db()
    .insert(emailChanges)
    .values({
      userId,
      formerEmail,
      email,
      askedBy,
      createdAt: at,
      dueAt,
      doneAt: dueAt > at ? null : at,
    })
    .returning({ id: emailChanges.id })
  if (!row) throw new Error('The change of an e-mail address was not stored.')
  return row.id
}

/** Notifies the former address, with a link that undoes it. */
const notifyOfChange = async (id: string, formerEmail: string, email: string, by: string) =>
  happened({
    event: 'email_changed',
    by,
    data: { email, formerEmail, undoLink: await undoLink(id) },
  })

const undoLink = async (id: string) =>
  siteAddress() + messagePaths.undoEmail(`${id}.${await sealOf('undo e-mail change', id)}`)

async function lockPerson(id: string): Promise<Person> {
  const [person] = await db()
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.anonymizedAt)))
    .for('no key update')
  if (!person) throw new NotFound()
  return person
}

/** Invalidates codes mailed to the former address. */
async function write(before: Person, email: string, emailProvenAt: Date | null): Promise<void> {
  await db().update(users).set({ email, emailProvenAt }).where(eq(users.id, before.id))
  if (before.email) await db().delete(signInCodes).where(eq(signInCodes.email, before.email))
}

async function assertFree(email: string, id: string): Promise<void> {
  const [holder] = await db().select({ id: users.id }).from(users).where(eq(users.email, email))
  if (holder && holder.id !== id)
    throw new Conflict(phrase('This e-mail address already has an account of its own.'))
}
