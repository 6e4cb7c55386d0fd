import { and, eq, isNull } from 'drizzle-orm'
import type { User } from '#shared/contract/accounts.ts'
import { now } from '#server/base/clock.ts'
import { db, queryRow } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { NotFound } from '#server/http/errors.ts'
import type { SignedIn } from '#server/http/handlers.ts'

type UserRow = typeof users.$inferSelect

/** A technician counts once approved; everybody else at once. */
const isActive = (user: Pick<UserRow, 'role' | 'approvedAt'>) =>
  user.role !== 'technician' || user.approvedAt !== null

/** A person as the wire carries them. Throws NotFound. */
export async function userById(id: string): Promise<User> {
  const [row] = await db().select().from(users).where(eq(users.id, id))
  if (!row) throw new NotFound()
  return { ...row, active: isActive(row), createdAt: row.createdAt.toISOString() }
}

/** Ids of the admins who may be told something. */
export async function adminIds(): Promise<string[]> {
  const admins = await db()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.deactivatedAt)))
  return admins.map(({ id }) => id)
}

/** The live session with that hash and its person, who must not be deactivated. */
export async function sessionByHash(
  sessionHash: string,
): Promise<(SignedIn & { expiresAt: Date }) | undefined> {
  const row = await queryRow<SessionRow>(liveSession, [sessionHash, now()])
  if (!row) return undefined
  return {
    id: row.id,
    role: row.role,
    language: row.language,
    active: isActive(row),
    sessionHash,
    expiresAt: row.expiresAt,
  }
}

type SessionRow = Pick<UserRow, 'id' | 'role' | 'language' | 'approvedAt'> & { expiresAt: Date }

const liveSession = {
  name: 'live session',
  text: `
    select u.id, u.role, u.language, u.approved_at as "approvedAt", s.expires_at as "expiresAt"
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = $1 and s.expires_at > $2
      and u.deactivated_at is null and u.anonymized_at is null`,
}
