import { now } from '#server/base/clock.ts'
import { queryRow } from '#server/database/database.ts'
import type { users } from '#server/database/tables/users.ts'
import type { SignedIn } from '#server/http/handlers.ts'
import { isActive } from '#shared/rules/roles.ts'

type Row = Pick<typeof users.$inferSelect, 'id' | 'role' | 'language' | 'approvedAt'> & {
  expiresAt: Date
}

/** The live session with that hash and its active person. */
export async function sessionByHash(
  sessionHash: string,
): Promise<(SignedIn & { expiresAt: Date }) | undefined> {
  const row = await queryRow<Row>(liveSession, [sessionHash, now()])
  if (!row) return undefined
  const { id, role, language, expiresAt } = row
  return { id, role, language, active: isActive(row), sessionHash, expiresAt }
}

const liveSession = {
  name: 'live session',
  text: `
    select u.id, u.role, u.language, u.approved_at, s.expires_at
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = $1 and s.expires_at > $2
      and u.deactivated_at is null and u.anonymized_at is null`,
}
