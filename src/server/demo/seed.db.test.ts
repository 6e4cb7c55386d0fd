import { afterEach, beforeEach, expect, test } from 'vitest'
import { businessToday } from '#server/base/business-time.ts'
import { now, travelBack, travelTo } from '#server/base/clock.ts'
import { db, queryRow } from '#server/database/database.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { users } from '#server/database/tables/users.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { loadPaymentAccount } from '#server/features/payments/actions/change-payment-account.ts'
import { claimOperation } from '#server/features/payments/orchestrator/claim-operation.ts'
import { paymentStateOf } from '#server/features/payments/orchestrator/payment-state.ts'
import { findProducts } from '#server/features/catalog/queries/products.ts'
import { findDuplicates } from '#server/features/customers/queries/duplicates.ts'
import { lastImports } from '#server/features/imports/queries.ts'
import { businessStats } from '#server/features/dashboard/queries.ts'
import { locateAddress } from '#server/features/service-area/queries.ts'
import { loadSettings } from '#server/features/settings/queries.ts'
import { invalidateEngines } from '#server/features/vehicles/queries/engines.ts'
import { loadReferenceData } from '#server/reference/load-reference-data.ts'
import { mainCustomer } from './people.ts'
import { readRoadDays } from '#server/features/jobs/queries/road-days.ts'
import { availabilityFor } from '#server/features/booking/queries.ts'
import { assignmentRefusal } from '#shared/rules/assignment.ts'
import { addDays, dateRange } from '#shared/rules/calendar.ts'
import { provideOfflineServices } from '#server/testing/test-services.ts'
import { holdsDemo, seedDemo } from './seed.ts'

useTestDatabase()

beforeEach(async () => {
  provideOfflineServices()
  await loadSettings()
  await loadReferenceData()
  // Each test's engines have ids of their own.
  invalidateEngines()
})
afterEach(travelBack)

/** Whether an SQL condition holds for the demo. */
async function holds(name: string, text: string, values: unknown[] = []): Promise<boolean> {
  const row = await queryRow<{ holds: boolean }>({ name, text: `select ${text} as holds` }, values)
  return row?.holds ?? false
}

test('seeds an empty database once and leaves one with people unchanged', async () => {
  expect(await seedDemo(businessToday())).toBe(true)
  const people = await db().$count(users)
  expect(await seedDemo(businessToday())).toBe(false)
  expect(await db().$count(users)).toBe(people)
  expect(await holdsDemo()).toBe(true)
})

test('a database with a single person is left unchanged', async () => {
  await makeUser({ role: 'admin' })
  expect(await seedDemo(businessToday())).toBe(false)
  expect(await holdsDemo()).toBe(false)
})

test.each([
  ['a Saturday at night', '2026-11-21T07:48:00Z'],
  ['a closed Sunday', '2026-11-22T15:00:00Z'],
  ['the change to summer time', '2026-03-08T20:00:00Z'],
  ['a leap day', '2028-02-29T16:00:00Z'],
  ['the first of the year', '2027-01-01T22:00:00Z'],
])('on %s its books agree and nothing has happened in the future', async (_, at) => {
  travelTo(new Date(at))
  await seedDemo(businessToday())
  expect(
    await holds(
      'cash',
      `(select sum(case when debit = 'cash' then cents when credit = 'cash' then -cents else 0 end)
        from ledger_entries) = (select sum(captured_cents - refunded_cents - disputed_cents) from payment_accounts)`,
    ),
  ).toBe(true)
  expect(
    await holds(
      'receivable',
      `not exists (select from jobs j join payment_accounts c on c.job_id = j.id
        where coalesce((select sum(case when 'receivable' = debit then cents
            when 'receivable' = credit then -cents else 0 end) from ledger_entries l
            where l.job_id = j.id), 0)
          <> case when j.status = 'completed' then j.package_cents + j.addons_cents
            + j.extras_cents + c.adjustment_cents else 0 end - c.captured_cents + c.refunded_cents)`,
    ),
  ).toBe(true)
  expect(
    await holds(
      'parts',
      `not exists (select from jobs j where
        j.addons_cents <> (select coalesce(sum(total_cents), 0) from job_lines where job_id = j.id and source = 'addon')
        or j.extras_cents <> (select coalesce(sum(total_cents), 0) from job_lines
          where job_id = j.id and source = 'extra' and approval in ('not_needed', 'approved'))
        or j.package_cents <> (select sum(total_cents) from job_lines
          where job_id = j.id and source = 'package'))`,
    ),
  ).toBe(true)
  expect(
    await holds(
      'network',
      `(select count(*) from payment_holds) = (select count(*) from simulator_records s
        join payment_holds h on h.payment_id = s.id and (s.data->>'cents')::int = h.cents
        where s.kind = 'payment' and s.data->>'status' = case h.status
          when 'open' then 'approved' when 'captured' then 'completed' else 'canceled' end)`,
    ),
  ).toBe(true)
  expect(
    await holds(
      'movements',
      `(select count(*) from simulator_records where kind = 'movement')
        = (select count(*) from payment_captures) + (select count(*) from payment_refunds) + 1`,
    ),
  ).toBe(true)
  expect(
    await holds(
      'past',
      `not exists (select from jobs where greatest(created_at, started_at, completed_at,
          cancelled_at) > $1::timestamptz or completed_at < started_at)
        and not exists (select from ledger_entries where at > $1::timestamptz)
        and not exists (select from jobs j join users u on u.id = j.customer_id
          where j.created_at < u.created_at)`,
      [now().toISOString()],
    ),
  ).toBe(true)
  expect(
    await holds(
      'odometers',
      `(select bool_and(count between case when imported then 1 else 2 end and 4 and ordered and newest <= $1::date)
          from (select count(o.id), max(o.read_on) as newest,
              exists (select from import_records r where r.record_id = v.id) as imported,
              bool_and(not exists (select from odometer_readings e
                where e.vehicle_id = o.vehicle_id and e.read_on < o.read_on and e.miles > o.miles)) as ordered
            from vehicles v left join odometer_readings o on o.vehicle_id = v.id group by v.id) cars)
        and not exists (select from jobs j where (j.odometer_miles is null) = (j.status = 'completed'))
        and not exists (select from jobs j join odometer_readings o on o.vehicle_id = j.vehicle_id
          and o.read_on = j.service_date where j.status = 'completed' and o.miles <> j.odometer_miles)`,
      [businessToday()],
    ),
  ).toBe(true)
  expect(
    await holds(
      'to rate',
      `exists (select from jobs j join users u on u.id = j.customer_id
        where u.email = 'customer@example.com' and j.status = 'completed'
          and not exists (select from reviews r where r.job_id = j.id))`,
    ),
  ).toBe(true)
  expect(await businessStats()).toMatchObject({ activeTechs: 3, avgRating: 4.9 })
})

test('a customer disputes a charge, and the office has to answer', async () => {
  await seedDemo(businessToday())
  expect(
    await holds(
      'dispute',
      `exists (select from payment_disputes d join payment_accounts m on m.job_id = d.job_id
        join payment_discrepancies p on p.job_id = d.job_id and p.resolved_at is null
        join simulator_records s on s.kind = 'dispute' and s.id = d.dispute_id
        where d.state = 'open' and d.cents = m.disputed_cents and d.respond_by > $1::timestamptz
          and d.created_at < $1::timestamptz
          and exists (select from notifications n join users u on u.id = n.user_id and u.role = 'admin'
            where n.type = 'payment_disputed' and n.job_id = d.job_id and n.created_at = d.created_at
              and n.data ->> 'state' = 'open' and (n.data ->> 'cents')::int = d.cents))`,
      [now().toISOString()],
    ),
  ).toBe(true)
})

test('the payment orchestrator finds nothing to do or correct', async () => {
  await seedDemo(businessToday())
  const stored = await db()
    .select({ jobId: paymentAccounts.jobId, state: paymentAccounts.state })
    .from(paymentAccounts)
  expect(stored.length).toBeGreaterThan(100)
  for (const { jobId, state } of stored) {
    const { account } = await loadPaymentAccount(jobId)
    expect(claimOperation(account, now(), 'boot')).toMatchObject({
      operation: null,
      entries: [],
      account,
    })
    expect(paymentStateOf(account, now())).toBe(state)
  }
})

test('the office has tags, notes and a deleted car, the same in every run', async () => {
  await seedDemo(businessToday())
  expect(
    await holds(
      'office',
      `(select count(*) from customer_notes) = 3
        and (select count(distinct tag) from users, unnest(tags) tag) = 4
        and not exists (select from customer_notes n join users u on u.id = n.customer_id
          where n.created_at < u.created_at or u.version <> 2)
        and (select array_agg(make || ' ' || model) from vehicles where deleted_at is not null)
          = array['Honda Fit']`,
    ),
  ).toBe(true)
})

test('today has every status, and a technician on the way to the demo customer', async () => {
  travelTo(new Date('2026-11-18T18:00:00Z'))
  await seedDemo(businessToday())
  expect(
    await holds(
      'statuses',
      `(select count(distinct status) from jobs where service_date = '2026-11-18') = 5
        and exists (select from jobs j join users u on u.id = j.customer_id
          where u.email = 'customer@example.com' and j.communication_active
            and exists (select from conversation_entries where job_id = j.id))`,
    ),
  ).toBe(true)
})

test('every visit has coordinates inside the service area', async () => {
  await seedDemo(businessToday())
  expect(
    await holds(
      'places',
      'not exists (select from jobs where latitude is null or longitude is null)',
    ),
  ).toBe(true)
  const addresses = await db().selectDistinct({ address: jobs.serviceAddress }).from(jobs)
  const answers = await Promise.all(
    addresses.map(async ({ address }) => (await locateAddress(address)).answer),
  )
  for (const answer of answers) expect(['inside', 'near']).toContain(answer)
})

test.each([
  ['a Saturday at night', '2026-11-21T07:48:00Z'],
  ['a closed Sunday', '2026-11-22T15:00:00Z'],
  ['a Wednesday at noon', '2026-11-18T18:00:00Z'],
])(
  'on %s technicians can drive to all that is to come, and there are best times',
  async (_, at) => {
    travelTo(new Date(at))
    const today = businessToday()
    await seedDemo(today)
    const days = await readRoadDays(dateRange(addDays(today, 1), addDays(today, 14)))
    const visits = [...days.values()].flatMap((day) => {
      const taken = day.visits.map((one) => ({
        ...one,
        technicianId: one.technicianId ?? one.tentativeTechnicianId,
      }))
      return taken.map((one) => {
        const who = day.technicians.find(({ id }) => id === one.technicianId)
        return who ? assignmentRefusal(who, one, taken, day.road) : 'nobody'
      })
    })
    expect(visits.length).toBeGreaterThan(5)
    expect(visits.filter((refusal) => refusal !== null)).toEqual([])
    const offered = await availabilityFor(null, { address: mainCustomer.address })
    const best = offered.flatMap(({ slots }) => slots.filter((slot) => slot.best))
    expect(best).toHaveLength(3)
  },
)

test('there is an import, a duplicate customer and low stock', async () => {
  await seedDemo(businessToday())
  const [made, ...none] = await lastImports()
  expect(none).toEqual([])
  expect(made).toMatchObject({
    state: 'done',
    rows: 5,
    doneRows: 5,
    counts: { newCustomers: 4, newVehicles: 4, badRows: 1 },
    problems: [{ row: 6 }],
    canUndo: true,
  })
  const [pair, ...others] = await findDuplicates()
  expect(others).toEqual([])
  expect(pair?.reasons).toEqual(['phone'])
  expect(pair?.customers.map(({ lastName }) => lastName)).toEqual(['Alvarez', 'Alvarez'])
  const low = await findProducts({ state: 'low', limit: 10 })
  expect(Object.fromEntries(low.products.map((one) => [one.sku, one.stockQuantity]))).toEqual({
    'ADD-WIPERS': 3,
    'OIL-5W30-SB': 8,
  })
  const { products: all } = await findProducts({ limit: 50 })
  const [oil] = all.filter(({ sku }) => sku === 'OIL-0W20-FS')
  expect(oil?.stockQuantity).toBe(120)
  expect(
    await holds(
      'shelf',
      `not exists (select from stock_movements m join products p on p.id = m.product_id
        where m.stock_after <> p.stock_quantity)`,
    ),
  ).toBe(true)
})
