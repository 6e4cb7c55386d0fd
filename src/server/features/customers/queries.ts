import { and, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { db } from '#server/database/database.ts'
import { customerTotals } from '#server/database/tables/customer-totals.ts'
import { users } from '#server/database/tables/users.ts'
import {
  cutPage,
  type ListKey,
  type ListOrder,
  listOrder,
  textKey,
} from '#server/http/list-order.ts'
import { countedUpTo, personPatterns } from '#server/http/paging.ts'
import { ownersByPlate } from '#server/features/vehicles/queries/owners-by-plate.ts'
import type { Customer, customerSorts } from '#shared/contract/customers.ts'
import { NotFound } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'
import { activeSince, customerStatus, type CustomerStatus } from '#shared/rules/customers.ts'
import { decimalFromCents } from '#shared/rules/money.ts'

export type CustomerFilter = {
  search?: string | undefined
  status?: CustomerStatus | undefined
  tag?: string | undefined
}
type Listed = CustomerFilter & { sort?: string | undefined; cursor?: string | undefined }
export type CustomerPage = { customers: Customer[]; total: number; next?: string | undefined }

/**
 * Customers, newest first unless sorted; every word of `search` must occur in name, e-mail, phone or a plate. `total`
 * counts all that are found, up to a limit where anything is asked for.
 */
export async function findCustomers(wanted: Listed & { limit: number }): Promise<CustomerPage> {
  const matching = await matchingCustomers(wanted)
  const [page, total] = await Promise.all([
    pageOf(matching, wanted, wanted.limit),
    isFiltered(wanted) ? countMatching(matching) : countCustomers(),
  ])
  return { ...page, total }
}

export const isFiltered = ({ search, status, tag }: CustomerFilter): boolean =>
  [search, status, tag].some(Boolean)

async function pageOf(matching: SQL | undefined, wanted: Listed, limit: number) {
  const order = orderCustomers(wanted)
  const page = cutPage(await selectCustomers(matching, order, limit + 1), limit, order)
  return { customers: page.rows.map(toCustomer), next: page.next }
}

/** One customer. Throws NotFound. */
export async function customerById(id: string): Promise<Customer> {
  const [row] = await selectCustomers(and(isCustomer(), eq(users.id, id)), orderCustomers({}), 1)
  if (!row) throw new NotFound(phrase('Customer not found.'))
  return toCustomer(row)
}

const exportedAtOnce = 1000

/** Every customer that is found, in the order of the list, a thousand at a time. */
export async function* everyCustomer(wanted: Omit<Listed, 'cursor'>): AsyncGenerator<Customer[]> {
  const matching = await matchingCustomers(wanted)
  let cursor: string | undefined
  do {
    const page = await pageOf(matching, { ...wanted, cursor }, exportedAtOnce)
    yield page.customers
    cursor = page.next
  } while (cursor)
}

/** Who stayed when this customer was merged; undefined for anybody else. */
export async function mergedInto(id: string): Promise<string | undefined> {
  const [row] = await db().select({ kept: users.mergedInto }).from(users).where(eq(users.id, id))
  return row?.kept ?? undefined
}

/** Condition on `users` and `customer_totals`. */
export async function matchingCustomers({ search, status, tag }: CustomerFilter) {
  return and(
    isCustomer(),
    await matchesCustomer(search),
    status && hasStatus(status),
    // The first part is that of the index.
    tag ? sql`${users.tags} <> '{}' and ${users.tags} @> array[${tag}]::text[]` : undefined,
  )
}

function hasStatus(status: CustomerStatus): SQL {
  const since = activeSince(businessToday())
  const { lastVisitOn } = customerTotals
  if (status === 'new') return sql`${lastVisitOn} is null`
  return status === 'active' ? sql`${lastVisitOn} >= ${since}` : sql`${lastVisitOn} < ${since}`
}

async function matchesCustomer(search?: string): Promise<SQL | undefined> {
  const patterns = personPatterns(search)
  if (patterns.length === 0) return undefined
  // A plate may be written in words, of which one alone says little.
  const [whole = [], ...owners] = await Promise.all(
    [search ?? '', ...patterns].map((letters) => ownersByPlate(letters)),
  )
  const everyWord = and(
    ...patterns.map((pattern, at) => or(hasWord(pattern), isOneOf(owners[at] ?? []))),
  )
  return or(everyWord, isOneOf(whole))
}

const isOneOf = (ids: readonly string[]) =>
  ids.length > 0 ? inArray(users.id, [...ids]) : undefined

// Counting a hundred thousand takes longer than a page, and nobody sees whether such a number is a minute old.
const large = 20_000
const cacheMs = 60_000
let counted = { count: 0, until: 0 }

/** How many customers there are; above 20,000 as they were within the last minute. */
export async function countCustomers(): Promise<number> {
  const at = now().getTime()
  if (at < counted.until) return counted.count
  const count = await db().$count(users, isCustomer())
  if (count > large) counted = { count, until: at + cacheMs }
  return count
}

/** The expression of the index `users_search`; it must be written exactly like this to be used. */
const searched = sql`(${users.firstName} || ' ' || ${users.lastName} || ' ' || coalesce(${users.email}, '') || ' ' || ${users.phone} || ' ' || regexp_replace(${users.phone}, '[^0-9]', '', 'g'))`

export const isCustomer = () => and(eq(users.role, 'customer'), isNull(users.anonymizedAt))

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
    .innerJoin(customerTotals, eq(customerTotals.customerId, users.id))
    .where(matching)
    .limit(countedUpTo + 1)
  const [row] = await db()
    .select({ count: sql<number>`count(*)::int` })
    .from(some.as('some'))
  return row?.count ?? 0
}

/** The business-local date on which the latest visit was completed. */
const lastServiceDate = () =>
  sql<
    string | null
  >`(${customerTotals.lastCompletedAt} at time zone ${currentSettings().timeZone})::date::text`

type Field = (typeof customerSorts)[number]
const id = sql`${users.id}`

/** In the place of a missing value, so that it comes last and the index answers the order; written like the index. */
const never = (instant: SQL, descending: boolean): ListKey => ({
  by: sql`coalesce(${instant}, ${sql.raw(`'${descending ? '1900-01-01' : '9999-12-31'}T00:00:00Z'`)}::timestamptz)`,
  type: 'timestamptz',
})

function orderCustomers(asked: { sort?: string | undefined; cursor?: string | undefined }) {
  const descending = asked.sort?.startsWith('-') ?? false
  return listOrder<Field>(asked, {
    fields: {
      name: textKey(sql`(${users.firstName} || ' ' || ${users.lastName})`),
      email: textKey(sql`coalesce(${users.email}, ${sql.raw(descending ? "''" : "U&'\\FFFF'")})`),
      created: { by: sql`${users.createdAt}`, type: 'timestamptz' },
      lastLogin: never(sql`${users.lastLoginAt}`, descending),
      jobs: { by: sql`${customerTotals.jobCount}`, type: 'bigint' },
      spent: { by: sql`${customerTotals.spentCents}`, type: 'bigint' },
      lastService: never(sql`${customerTotals.lastCompletedAt}`, descending),
    },
    usual: [{ by: sql`${users.createdAt}`, type: 'timestamptz', descending: true }],
    id,
  })
}

type Row = Awaited<ReturnType<typeof selectCustomers>>[number]

// The page is cut first, so that only its cars are counted; nothing is joined to it, so it keeps its order.
function selectCustomers(matching: SQL | undefined, order: ListOrder, limit: number) {
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
          tags: users.tags,
          maxVisitsWithoutCard: users.maxVisitsWithoutCard,
          version: users.version,
          jobCount: customerTotals.jobCount,
          spentCents: customerTotals.spentCents,
          lastVisitOn: customerTotals.lastVisitOn,
          lastServiceDate: lastServiceDate().as('last_service_date'),
        })
        .from(users)
        .innerJoin(customerTotals, eq(customerTotals.customerId, users.id))
        .where(and(matching, order.after))
        .orderBy(order.orderBy)
        .limit(limit),
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
      tags: page.tags,
      maxVisitsWithoutCard: page.maxVisitsWithoutCard,
      version: page.version,
      jobCount: page.jobCount,
      spentCents: page.spentCents,
      lastVisitOn: page.lastVisitOn,
      lastServiceDate: page.lastServiceDate,
      vehicleCount: sql<number>`(
        select count(*)::int from vehicles where customer_id = page.id and deleted_at is null)`,
    })
    .from(page)
}

function toCustomer({ sortKey: _sortKey, spentCents, lastVisitOn, ...row }: Row): Customer {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    totalSpent: decimalFromCents(spentCents),
    role: 'customer',
    status: customerStatus(lastVisitOn, businessToday()),
  }
}
