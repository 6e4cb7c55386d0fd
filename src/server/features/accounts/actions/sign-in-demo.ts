import { and, asc, desc, eq, isNotNull, isNull, like, ne, or } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Role } from '#shared/rules/roles.ts'
import { signIn } from './sign-in.ts'

/** Signs in the demo's person with a role. Throws NotFound when the demo has none. */
export async function signInDemo(role: Role): Promise<{ userId: string; token: string }> {
  const [person] = await db()
    .select({ email: users.email })
    .from(users)
    .where(
      and(
        eq(users.role, role),
        isNull(users.deactivatedAt),
        isNotNull(users.email),
        or(ne(users.role, 'technician'), isNotNull(users.approvedAt)),
      ),
    )
    // The seed names its main person of each role this way; otherwise the oldest account is used.
    .orderBy(desc(like(users.email, `${role}@%`)), asc(users.createdAt), asc(users.id))
    .limit(1)
  if (!person?.email) throw new NotFound()
  return signIn({ email: person.email }, undefined)
}
