import { and, eq, ilike, isNull, type SQL, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { instantKey } from '#server/http/paging.ts'
import type { Customer } from '#shared/contract/admin.ts'
import { decimalFromCents } from '#shared/rules/money.ts'

/** Creation instant with microseconds and id of the last customer of a page. */
export type CustomerKey = { createdAt: string; id: string }
export type CustomerPage = { customers: Customer[]; total: number; next?: CustomerKey }

/** Customers, newest first; every word of `search` must occur in name, e-mail or phone. */
export async function findCustomers(wanted: {
  search?: string
  limit: number
  after?: CustomerKey
}): Promise<CustomerPage> {
  const matching = and(...searchConditions(wanted.search))
  const [rows, total] = await Promise.all([
    selectCustomers(matching, wanted.limit + 1, wanted.after),
    db().$count(users, matching),
  ])
  const page = rows.slice(0, wanted.limit)
  const last = rows.length > wanted.limit ? page.at(-1) : undefined
  return {
    customers: page.map(toCustomer),
    total,
    next: last && { createdAt: last.sortKey, id: last.id },
  }
}

/** Every customer, newest first, for an export. */
export async function everyCustomer(): Promise<Customer[]> {
  return (await selectCustomers(and(...searchConditions()))).map(toCustomer)
}

/** The expression of the index `users_search`; it must be written exactly like this to be used. */
const searched = sql`(${users.firstName} || ' ' || ${users.lastName} || ' ' || coalesce(${users.email}, '') || ' ' || ${users.phone})`

function searchConditions(search = ''): SQL[] {
  const words = search.trim().split(/\s+/).filter(Boolean)
  return [
    eq(users.role, 'customer'),
    isNull(users.anonymizedAt),
    ...words.map((word) => ilike(searched, `%${word.replace(/[\\%_]/g, '\\$&')}%`)),
  ]
}

type Row = Awaited<ReturnType<typeof selectCustomers>>[number]

// The page is cut first, in a materialized CTE; only its customers are counted up.
function selectCustomers(matching: SQL | undefined, limit?: number, after?: CustomerKey) {
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
          sortKey: sql<string>`${sql.raw(instantKey('created_at'))}`.as('sort_key'),
          lastLoginAt: users.lastLoginAt,
          loginCount: users.loginCount,
        })
        .from(users)
        .where(
          and(
            matching,
            after &&
              sql`(${users.createdAt}, ${users.id}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
          ),
        )
        .orderBy(sql`${users.createdAt} desc, ${users.id} desc`)
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
      vehicleCount: sql<number>`(
        select count(*)::int from vehicles where customer_id = page.id and deleted_at is null)`,
      jobCount: sql<number>`(select count(*)::int from jobs where customer_id = page.id)`,
      spentCents: sql<number>`(
        select coalesce(sum(captured_cents - refunded_cents), 0)::int
        from jobs join payment_accounts on payment_accounts.job_id = jobs.id where customer_id = page.id)`,
      lastServiceDate: sql<string | null>`(
        select max(service_date)::text from jobs
        where customer_id = page.id and status = 'completed')`,
    })
    .from(page)
    .orderBy(sql`created_at desc, page.id desc`)
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
