import { and, eq, type SQL, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { db } from '#server/database/database.ts'
import { customerTotals } from '#server/database/tables/customers.ts'
import { users } from '#server/database/tables/users.ts'
import {
  cutPage,
  type ListKey,
  type ListOrder,
  listOrder,
  textKey,
} from '#server/http/list-order.ts'
import type { Customer, customerSorts } from '#shared/contract/customers.ts'
import { NotFound } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'
import { customerStatus } from '#shared/rules/customers.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { type CustomerFilter, isCustomer, isFiltered } from '#server/reads/search-conditions.ts'
import { emailOf, fullName } from './queries/leading-word.ts'
import { countedCustomers, type Found, isBegun, isFirst, isNext, narrow } from './queries/narrow.ts'

export type ListedCustomers = CustomerFilter & { sort?: string | undefined }
type Listed = ListedCustomers & { cursor?: string | undefined }
type CustomerPage = { customers: Customer[]; total: number; next?: string | undefined }

/**
 * A page of customers, newest first unless sorted; every word of `search` must occur in name, e-mail, phone or a plate.
 * `total` counts all matches, up to `countedCustomers` with a search or filter.
 */
export async function findCustomers(wanted: Listed & { limit: number }): Promise<CustomerPage> {
  const found = await narrow(wanted)
  const [page, total] = await Promise.all([
    pageOf(found, wanted, wanted.limit),
    found.count ?? (isFiltered(wanted) ? countMatching(found.matching) : countCustomers()),
  ])
  return { ...page, total }
}

async function pageOf(found: Found, wanted: Listed, limit: number) {
  const order = orderCustomers(wanted)
  const rows = found.isCommon
    ? await selectCommon(found, wanted, limit + 1)
    : await selectCustomers(found.matching, order, limit + 1)
  const page = cutPage(rows, limit, order)
  return { customers: page.rows.map(toCustomer), next: page.next }
}

/**
 * Common matches turn up soon when scanning in list order; where they do not, since they may all be near its end, finds them
 * first and sorts them.
 */
async function selectCommon({ matching }: Found, wanted: Listed, limit: number) {
  const order = orderCustomers(wanted)
  const page = { order, ofTotals: isOfTotals(wanted.sort), wanted, limit }
  const begun = await isBegun(page)
  if (begun) return selectCustomers(begun, order, limit)
  const rows = await selectCustomers(isNext(page), order, limit)
  return rows.length === limit ? rows : selectCustomers(isFirst(matching, page), order, limit)
}

/** One customer. Throws NotFound. */
export async function customerById(id: string): Promise<Customer> {
  const [row] = await selectCustomers(and(isCustomer(), eq(users.id, id)), orderCustomers({}), 1)
  if (!row) throw new NotFound(phrase('Customer not found.'))
  return toCustomer(row)
}

/** Yields the matching customers page by page; searches only once. */
export async function pagesOfCustomers(wanted: ListedCustomers) {
  const found = await narrow(wanted)
  return (limit: number, cursor: string | undefined) => pageOf(found, { ...wanted, cursor }, limit)
}

/** The customer this one was merged into; undefined if it was not merged. */
export async function mergedInto(id: string): Promise<string | undefined> {
  const [row] = await db().select({ kept: users.mergedInto }).from(users).where(eq(users.id, id))
  return row?.kept ?? undefined
}

// Counting a hundred thousand takes longer than reading a page, and no one notices if the number is a minute old.
const large = 20_000
const cacheMs = 60_000
let counted = { count: 0, until: 0 }

/** The number of customers; above 20,000, up to a minute old. */
export async function countCustomers(): Promise<number> {
  const at = now().getTime()
  if (at < counted.until) return counted.count
  const count = await db().$count(users, isCustomer())
  if (count > large) counted = { count, until: at + cacheMs }
  return count
}

async function countMatching(matching: SQL | undefined): Promise<number> {
  const some = db()
    .select({ id: users.id })
    .from(users)
    .innerJoin(customerTotals, eq(customerTotals.customerId, users.id))
    .where(matching)
    .limit(countedCustomers + 1)
  const [row] = await db()
    .select({ count: sql<number>`count(*)::int` })
    .from(some.as('some'))
  return row?.count ?? 0
}

/** The business-local date of the latest completed visit. */
const lastServiceDate = () =>
  sql<
    string | null
  >`(${customerTotals.lastCompletedAt} at time zone ${currentSettings().timeZone})::date::text`

type Field = (typeof customerSorts)[number]
const ofTotals: readonly string[] = ['jobs', 'spent', 'lastService'] satisfies Field[]
const isOfTotals = (sort = '') => ofTotals.includes(sort.replace(/^-/, ''))

/** Replaces a missing value, so that it sorts last and the index serves the order; must match the index's expression. */
const never = (instant: SQL, descending: boolean): ListKey => ({
  by: sql`coalesce(${instant}, ${sql.raw(`'${descending ? '1900-01-01' : '9999-12-31'}T00:00:00Z'`)}::timestamptz)`,
  type: 'timestamptz',
})

function orderCustomers(requested: { sort?: string | undefined; cursor?: string | undefined }) {
  const descending = requested.sort?.startsWith('-') ?? false
  // From the table that has the index.
  const id = isOfTotals(requested.sort) ? sql`${customerTotals.customerId}` : sql`${users.id}`
  return listOrder<Field>(requested, {
    fields: {
      name: textKey(fullName),
      email: textKey(emailOf(descending)),
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

// Limits the page first, so only its cars are counted; nothing is joined to it, so its order holds.
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
          invoicing: users.invoicing,
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
      invoicing: page.invoicing,
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
