// Searches 100,000 customers by the product's folded text, and by a plain lower-case copy of the same text.
import { and, sql } from 'drizzle-orm'
import { db, openDatabase } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { migrate } from '#server/database/migrator.ts'
import { searchCustomers } from '#server/features/customers/queries/search-customers.ts'
import { personPatterns } from '#server/http/paging.ts'
import { isCustomer } from '#server/reads/search-conditions.ts'
import { loadReferenceData } from '#server/reference/load-reference-data.ts'
import { customersSql, fillInBulk, runUnhurried } from './bulk.ts'
import { answerMessages } from './child.ts'
import { type Figures, measureInTurns } from './figures.ts'
import type { Place } from './prepare.ts'

const shown = 5
const customers = 100_000
/** A tenth is written with accents and apostrophes, which only the folded text matches. */
const accented = `update users set first_name = translate(first_name, 'aeio', 'áéíó'), last_name = 'O’' || last_name
  where role = 'customer' and hashtext(id::text) % 10 = 0`
const plainText = `alter table users add column plain_text text generated always as (lower(' ' || first_name || ' ' ||
  last_name || ' ' || coalesce(email, '') || ' ' || phone || ' ' || regexp_replace(phone, '[^0-9]', '', 'g'))) stored`
const plainIndex = 'create index users_plain on users using gin (plain_text gin_trgm_ops)'

const turns = { warmUpSeconds: 0.5, roundSeconds: 0.5, rounds: 7 }
const searched = ['example.com', 'maria', 'maria ashford', 'ashford', '5122', 'zzzz']

/** The searches a second, as the office searches while typing. */
answerMessages(async ({ place }: { place: Place }): Promise<Figures> => {
  await openDatabase({ url: place.DATABASE_URL, dataDir: place.DATA_DIR })
  await migrate()
  await loadReferenceData()
  await fillInBulk(place.DATABASE_URL, customersSql(customers))
  for (const statement of [accented, plainText, plainIndex, 'vacuum (analyze)'])
    await runUnhurried(place.DATABASE_URL, statement)
  const found: Figures = {}
  for (const words of searched)
    found[words] = await measureInTurns(
      {
        folded: perSecond(() => searchCustomers(words, shown)),
        plain: perSecond(() => searchPlain(words)),
      },
      turns,
    )
  return found
})

const perSecond = (act: () => Promise<unknown>) => async (seconds: number) => {
  const end = performance.now() + seconds * 1000
  let count = 0
  for (; performance.now() < end; count++) await act()
  return count / seconds
}

/** The same search without folding. */
function searchPlain(words: string): Promise<unknown> {
  const { id, firstName, lastName, email, phone, createdAt } = users
  const matching = personPatterns(words).map((pattern) => sql`plain_text like ${pattern}`)
  const found = db()
    .select({ id, firstName, lastName, email, phone, createdAt })
    .from(users)
    .where(and(isCustomer(), ...matching))
    .limit(200)
    .as('found')
  const name = sql`lower(${found.firstName} || ' ' || ${found.lastName})`
  return db()
    .select({
      id: found.id,
      firstName: found.firstName,
      lastName: found.lastName,
      email: found.email,
      phone: found.phone,
    })
    .from(found)
    .orderBy(
      sql`${found.email} = ${words} desc nulls last`,
      sql`starts_with(${name}, ${words}) or starts_with(lower(${found.lastName}), ${words}) desc`,
      sql`${found.createdAt} desc`,
      found.id,
    )
    .limit(shown)
}
