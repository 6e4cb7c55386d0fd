import { eq, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { subscribeToEvents } from '#server/events/live-updates.ts'
import { customerTotals } from '#server/database/tables/customers.ts'
import { users } from '#server/database/tables/users.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { countCustomers } from '../queries.ts'
import {
  type CustomerFilter,
  isCustomer,
  matchingCustomers,
} from '#server/reads/search-conditions.ts'
import { countedCustomers } from './narrow.ts'

type Totals = { found: number; visits: number; spentCents: number }

/** The number of customers and of matches, the matches' bookings and payments, and all tags in use. */
export async function summaryOf(filter: CustomerFilter) {
  const [total, tags, { found, visits, spentCents }] = await Promise.all([
    countCustomers(),
    everyTag(),
    totalsOf(filter),
  ])
  return { total, found, visits, totalSpent: decimalFromCents(spentCents), tags }
}

// Adding up a hundred thousand takes longer than anything else on the page.
const large = 20_000
const largeSearch = countedCustomers
const cacheMs = 60_000
const mostCached = 100
const cached = new Map<string, { totals: Totals; until: number }>()

/** Counts changes: a total read during one is already outdated. */
let changes = 0

function invalidateTotals(): void {
  changes++
  cached.clear()
}

/** Reads totals again after customers change in any process. */
export async function subscribeToCustomers(): Promise<void> {
  await subscribeToEvents((update) => {
    if (update.changes.includes('customers')) invalidateTotals()
  }, invalidateTotals)
}

/** Above 20,000 customers, or 1,000 found by a search, kept until customers change, for a minute at most. */
async function totalsOf(filter: CustomerFilter): Promise<Totals> {
  const at = now().getTime()
  const key = JSON.stringify([filter.search, filter.status, filter.tag])
  const before = cached.get(key)
  if (before && at < before.until) return before.totals
  cached.delete(key)
  const reading = changes
  const [totals] = await db()
    .select({
      found: sql<number>`count(*)::int`,
      visits: sql<number>`coalesce(sum(${customerTotals.jobCount}), 0)::int`,
      spentCents: sql<number>`coalesce(sum(${customerTotals.spentCents}), 0)::bigint`,
    })
    .from(users)
    .innerJoin(customerTotals, eq(customerTotals.customerId, users.id))
    .where(matchingCustomers(filter))
  if (!totals) throw new Error('Nothing was added up.')
  const most = filter.search ? largeSearch : large
  if (totals.found > most && cached.size < mostCached && reading === changes)
    cached.set(key, { totals, until: at + cacheMs })
  return totals
}

const maxTags = 200

async function everyTag(): Promise<string[]> {
  const each = db()
    .select({ tag: sql<string>`unnest(${users.tags})`.as('tag') })
    .from(users)
    // The second condition matches the index.
    .where(sql`${isCustomer()} and ${users.tags} <> '{}'`)
    .as('each')
  const rows = await db()
    .selectDistinct({ tag: each.tag })
    .from(each)
    .orderBy(each.tag)
    .limit(maxTags)
  return rows.map(({ tag }) => tag)
}
