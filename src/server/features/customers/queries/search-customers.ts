import { and, type Column, desc, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { foldedNameSql, users } from '#server/database/tables/users.ts'
import type { FoundCustomer } from '#shared/contract/search.ts'
import { foldName, foldText } from '#shared/rules/fold-text.ts'
import { storedEmail } from '#shared/rules/mailboxes.ts'
import { isCustomer, isNamed } from '#server/reads/search-conditions.ts'

/** Looks at no more matches of a common word; typing further narrows them down. */
const mostCandidates = 200

/** Customers by name, e-mail or phone in any notation; names that begin with the text first, then newest first. */
export async function searchCustomers(q: string, limit: number): Promise<FoundCustomer[]> {
  const named = isNamed(q)
  if (!named) return []
  const { id, firstName, lastName, email, phone, createdAt, searchText } = users
  const some = db()
    .select({ id, firstName, lastName, email, phone, createdAt, searchText })
    .from(users)
    .where(named)
    .limit(mostCandidates)
    .as('some')
  const typed = foldText(q).trim().replace(/\s+/g, ' ')
  const found = await db()
    .select({
      id: some.id,
      firstName: some.firstName,
      lastName: some.lastName,
      email: some.email,
      phone: some.phone,
    })
    .from(some)
    .orderBy(
      sql`${some.email} = ${storedEmail(q)} desc nulls last`,
      sql`starts_with(${some.searchText}, ${` ${typed}`}) or (strpos(${some.searchText}, ${` ${typed}`}) > 0
        and starts_with(${lastNameIn(some)}, ${typed.split(' ')[0]})) desc`,
      sql`${some.createdAt} desc`,
      some.id,
    )
    .limit(limit)
  return found.length > 0 ? found : customersNamed(q, limit)
}

/** Customers with exactly this name, however it is divided: `maryjane` is Mary Jane. By an index. */
const customersNamed = (name: string, limit: number): Promise<FoundCustomer[]> =>
  db()
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      phone: users.phone,
    })
    .from(users)
    .where(and(isCustomer(), sql`${sql.raw(foldedNameSql())} = ${foldName(name)}`))
    .orderBy(desc(users.createdAt), users.id)
    .limit(limit)

/** SQL for the folded last name's first word, taken from the search text: folding 200 names takes a millisecond. */
const lastNameIn = ({ searchText, firstName }: Record<'searchText' | 'firstName', Column>) =>
  sql`split_part(${searchText}, ' ', 3 + char_length(${firstName}) - char_length(replace(${firstName}, ' ', '')))`
