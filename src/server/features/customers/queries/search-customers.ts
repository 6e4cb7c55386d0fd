import { sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import type { FoundCustomer } from '#shared/contract/search.ts'
import { isNamed } from '#server/reads/search-conditions.ts'

/** Of a word that half the business has, so many are looked at: whoever types on has them told apart. */
const mostCandidates = 200

/** Customers by name, e-mail or phone however it is typed; those whose name begins with it first, then the newest. */
export async function searchCustomers(q: string, limit: number): Promise<FoundCustomer[]> {
  const named = isNamed(q)
  if (!named) return []
  const { id, firstName, lastName, email, phone, createdAt } = users
  const some = db()
    .select({ id, firstName, lastName, email, phone, createdAt })
    .from(users)
    .where(named)
    .limit(mostCandidates)
    .as('some')
  const typed = q.trim().replace(/\s+/g, ' ').toLowerCase()
  return db()
    .select({
      id: some.id,
      firstName: some.firstName,
      lastName: some.lastName,
      email: some.email,
      phone: some.phone,
    })
    .from(some)
    .orderBy(
      sql`${some.email} = ${typed} desc nulls last`,
      sql`starts_with(lower(${some.firstName} || ' ' || ${some.lastName}), ${typed})
        or starts_with(lower(${some.lastName}), ${typed}) desc`,
      sql`${some.createdAt} desc`,
      some.id,
    )
    .limit(limit)
}
