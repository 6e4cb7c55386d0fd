import { and, desc, eq, gt, ne } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { sessions } from '#server/database/tables/credentials.ts'
import { publishChange } from './session-changes.ts'
import { lastUse } from './session-cookie.ts'

const live = (userId: string) => and(eq(sessions.userId, userId), gt(sessions.expiresAt, now()))

/** A person's live sessions, last used first. */
export async function liveSessions(userId: string) {
  const rows = await db()
    .select()
    .from(sessions)
    .where(live(userId))
    .orderBy(desc(sessions.expiresAt), desc(sessions.createdAt))
  return rows.map((row) => ({ ...row, lastUsedAt: lastUse(row.expiresAt) }))
}

/** Ends the person's session with that id; false if they have none. */
export async function endSessionById(userId: string, id: string): Promise<boolean> {
  return transaction(async () => {
    const [ended] = await db()
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
      .returning({ sessionHash: sessions.tokenHash })
    if (ended) await publishChange(ended)
    return ended !== undefined
  })
}

/** Signs a person out everywhere but in one session, with the current transaction. */
export async function endOtherSessions(userId: string, sessionHash: string): Promise<void> {
  await transaction(async () => {
    const ended = await db()
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, sessionHash)))
      .returning({ sessionHash: sessions.tokenHash })
    for (const each of ended) await publishChange(each)
  })
}

/** When the person last proved in this session that the e-mail address is theirs. */
export async function provenIn(sessionHash: string): Promise<Date> {
  const [row] = await db().select().from(sessions).where(eq(sessions.tokenHash, sessionHash))
  return row?.provenAt ?? new Date(0)
}

/** The person proved the address again in this session. */
export async function noteProof(sessionHash: string): Promise<void> {
  await db().update(sessions).set({ provenAt: now() }).where(eq(sessions.tokenHash, sessionHash))
}
