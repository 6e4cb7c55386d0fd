import { and, eq, ilike, isNull, or, type SQL, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { cutPage, type ListOrder, listOrder, textKey } from '#server/http/list-order.ts'
import { countedUpTo, personPatterns } from '#server/http/paging.ts'
import { completedOn } from '#server/features/jobs/queries.ts'
import type { Customer, customerSorts } from '#shared/contract/admin.ts'
import { NotFound } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'
import { decimalFromCents } from '#shared/rules/money.ts'

type Wanted = {
  search?: string | undefined
  sort?: string | undefined
  cursor?: string | undefined
  limit: number
}
export type CustomerPage = { customers: Customer[]; total: number; next?: string | undefined }

/** Customers, newest first unless sorted; every word of `search` must occur in name, e-mail or phone. */
export async function findCustomers(wanted: Wanted): Promise<CustomerPage> {
  const matching = and(isCustomer(), matchesPerson(wanted.search))
  const order = orderCustomers(wanted)
  const [rows, total] = await Promise.all([
    selectCustomers(matching, order, wanted.limit + 1),
    wanted.search ? countMatching(matching) : db().$count(users, matching),
  ])
  const page = cutPage(rows, wanted.limit, order)
  return { customers: page.rows.map(toCustomer), total, next: page.next }
}

/** One customer. Throws NotFound. */
export async function customerById(id: string): Promise<Customer> {
  const [row] = await selectCustomers(and(isCustomer(), eq(users.id, id)), orderCustomers({}))
  if (!row) throw new NotFound(phrase('Customer not found.'))
  return toCustomer(row)
}

/** Every customer that a search finds, for an export. */
export async function everyCustomer(wanted: {
  search?: string | undefined
  sort?: string | undefined
}): Promise<Customer[]> {
  const matching = and(isCustomer(), matchesPerson(wanted.search))
  return (await selectCustomers(matching, orderCustomers(wanted))).map(toCustomer)
}

/** The expression of the index `users_search`; it must be written exactly like this to be used. */
const searched = sql`(${users.firstName} || ' ' || ${users.lastName} || ' ' || coalesce(${users.email}, '') || ' ' || ${users.phone} || ' ' || regexp_replace(${users.phone}, '[^0-9]', '', 'g'))`

const isCustomer = () => and(eq(users.role, 'customer'), isNull(users.anonymizedAt))

/** Condition on `users`: every word occurs in name, e-mail or phone; undefined without words. */
export const matchesPerson = (search?: string): SQL | undefined =>
  and(...personPatterns(search).map((pattern) => ilike(searched, pattern)))

const fewestTrigramLetters = 3

/**
 * The same of customers, for an answer at every letter: words too short for the index of letters begin a name, an
 * address or a number. Undefined for what has neither letters nor digits.
 */
export function isNamed(search: string): SQL | undefined {
  const words = personPatterns(search).filter((pattern) => /[\p{L}\p{N}]/u.test(pattern))
  if (words.length === 0) return undefined
  return and(isCustomer(), ...words.map(hasWord))
}

function hasWord(pattern: string): SQL | undefined {
  if (pattern.length >= fewestTrigramLetters + '%%'.length) return ilike(searched, pattern)
  const word = pattern.slice(1)
  return or(ilike(searched, word), ilike(searched, `% ${word}`))
}

async function countMatching(matching: SQL | undefined): Promise<number> {
  const some = db()
    .select({ id: users.id })
    .from(users)
    .where(matching)
    .limit(countedUpTo + 1)
  const [row] = await db()
    .select({ count: sql<number>`count(*)::int` })
    .from(some.as('some'))
  return row?.count ?? 0
}

const jobCountOf = (id: SQL) => sql<number>`(
  select count(*)::int from jobs where customer_id = ${id})`
const spentCentsOf = (id: SQL) => sql<number>`(
  select coalesce(sum(captured_cents - refunded_cents), 0)::int
  from jobs join payment_accounts on payment_accounts.job_id = jobs.id where customer_id = ${id})`
const lastServiceOf = (id: SQL) => sql<string | null>`(
  select max(${completedOn()})::text from jobs where customer_id = ${id} and status = 'completed')`

type Field = (typeof customerSorts)[number]
const id = sql`${users.id}`

const orderCustomers = (asked: { sort?: string | undefined; cursor?: string | undefined }) =>
  listOrder<Field>(asked, {
    fields: {
      name: textKey(sql`(${users.firstName} || ' ' || ${users.lastName})`),
      email: textKey(sql`${users.email}`, true),
      created: { by: sql`${users.createdAt}`, type: 'timestamptz' },
      lastLogin: { by: sql`${users.lastLoginAt}`, type: 'timestamptz', nullable: true },
      jobs: { by: jobCountOf(id), type: 'bigint' },
      spent: { by: spentCentsOf(id), type: 'bigint' },
      lastService: { by: lastServiceOf(id), type: 'text', nullable: true },
    },
    usual: [{ by: sql`${users.createdAt}`, type: 'timestamptz', descending: true }],
    id,
  })

type Row = Awaited<ReturnType<typeof selectCustomers>>[number]

// The page is cut first, so that only its customers are counted up; nothing is joined to it, so it keeps its order.
function selectCustomers(matching: SQL | undefined, order: ListOrder, limit?: number) {
  const page = db()
    .$with('page')
    .as(
      db()
        .select({
          id: users.id,
          firstName: users.firstName,
          lastName: users.lastName,
          email: users.email,
          phone: users.phone,
          createdAt: users.createdAt,
          sortKey: order.sortKey.as('sort_key'),
          lastLoginAt: users.lastLoginAt,
          loginCount: users.loginCount,
          maxVisitsWithoutCard: users.maxVisitsWithoutCard,
        })
        .from(users)
        .where(and(matching, order.after))
        .orderBy(order.orderBy)
        .limit(limit ?? 2_000_000_000),
    )
  return db()
    .with(page)
    .select({
      id: page.id,
      firstName: page.firstName,
      lastName: page.lastName,
      email: page.email,
      phone: page.phone,
      createdAt: page.createdAt,
      sortKey: page.sortKey,
      lastLoginAt: page.lastLoginAt,
      loginCount: page.loginCount,
      maxVisitsWithoutCard: page.maxVisitsWithoutCard,
      vehicleCount: sql<number>`(
        select count(*)::int from vehicles where customer_id = page.id and deleted_at is null)`,
      jobCount: jobCountOf(sql`page.id`),
      spentCents: spentCentsOf(sql`page.id`),
      lastServiceDate: lastServiceOf(sql`page.id`),
    })
    .from(page)
}

function toCustomer({ sortKey: _sortKey, spentCents, ...row }: Row): Customer {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    totalSpent: decimalFromCents(spentCents),
    role: 'customer',
  }
}
