import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { ledgerEntries } from '#server/database/tables/ledger-entries.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp()

/** Wednesday, November 18, 2026, 12:00 in Chicago. */
const noon = new Date('2026-11-18T18:00:00Z')

let entries = 0
async function move(
  from: 'in' | 'out' | 'billed' | 'tip' | 'tip back' | 'tax' | 'tax back',
  cents: number,
  at: string,
) {
  const { id: jobId } = await makeJob({ status: 'completed' })
  await db().update(paymentAccounts).set({ state: 'paid' }).where(eq(paymentAccounts.jobId, jobId))
  const [debit, credit] = {
    in: ['cash', 'receivable'] as const,
    out: ['receivable', 'cash'] as const,
    billed: ['receivable', 'revenue'] as const,
    tip: ['cash', 'tips_payable'] as const,
    'tip back': ['tips_payable', 'cash'] as const,
    tax: ['tax_billed', 'tax_payable'] as const,
    'tax back': ['tax_payable', 'tax_billed'] as const,
  }[from]
  const entry = { jobId, ref: `test:${++entries}`, debit, credit, cents, memo: 'Test' }
  await db()
    .insert(ledgerEntries)
    .values({ ...entry, at: new Date(at) })
}

test('a new business has only zeros', async () => {
  const admin = await app.as('admin')
  const { body } = await admin.call('GET /api/dashboard/stats')
  expect(body).toMatchObject({
    todayJobs: 0,
    todayRevenue: '0.00',
    activeTechs: 0,
    avgRating: null,
    reviewCount: 0,
    weekRevenue: { value: '0.00', previous: '0.00' },
    monthRevenue: { value: '0.00', previous: '0.00' },
    pendingRevenue: '0.00',
    pendingParts: { reserved: '0.00', owed: '0.00' },
  })
  expect(body.revenueByDay).toHaveLength(14)
})

test('revenue is the cash received per business-local day by the ledger, minus refunds', async () => {
  const admin = await app.as('admin')
  await move('in', 12_999, '2026-11-18T15:00:00Z')
  await move('out', 2000, '2026-11-18T16:00:00Z')
  // Tips are the technician's, sales tax the state's.
  await move('tip', 5000, '2026-11-18T15:30:00Z')
  await move('tip back', 1500, '2026-11-18T15:40:00Z')
  await move('in', 910, '2026-11-18T15:50:00Z')
  await move('tax', 910, '2026-11-18T15:50:00Z')
  await move('out', 200, '2026-11-18T15:55:00Z')
  await move('tax back', 200, '2026-11-18T15:55:00Z')
  // Billed but unpaid is not revenue yet.
  await move('billed', 50_000, '2026-11-18T16:00:00Z')
  // 23:59 on the 17th and 00:00 on the 18th in Chicago.
  await move('in', 100, '2026-11-18T05:59:59Z')
  await move('in', 1000, '2026-11-18T06:00:00Z')
  // Monday of this week; Sunday before it, later than the same stretch of last week.
  await move('in', 7, '2026-11-16T06:00:00Z')
  await move('in', 40_000, '2026-11-16T05:59:59Z')
  // Last week before and after Wednesday noon.
  await move('in', 300, '2026-11-11T17:00:00Z')
  await move('in', 500, '2026-11-11T19:00:00Z')
  // Last month before and after the 18th, noon.
  await move('in', 20_000, '2026-10-05T12:00:00Z')
  await move('in', 70_000, '2026-10-30T12:00:00Z')

  travelTo(noon)
  const { body } = await admin.call('GET /api/dashboard/stats')
  expect(body).toMatchObject({
    todayRevenue: '119.99', // 129.99 - 20.00 + 10.00
    compared: { date: '2026-11-17', revenue: '0.00' },
    weekRevenue: { value: '121.06', previous: '3.00' }, // 119.99 + 1.00 + 0.07
    monthRevenue: { value: '529.06', previous: '200.00' }, // 121.06 + 400.00 + 3.00 + 5.00
  })
  expect(body.revenueByDay.at(-1)).toEqual({ date: '2026-11-18', amount: '119.99' })
  expect(body.revenueByDay.at(-4)).toEqual({ date: '2026-11-15', amount: '400.00' })
  expect(body.revenueByDay[0]).toEqual({ date: '2026-11-05', amount: '0.00' })
})

test.each([
  ['as far as the same hour of the day before', '2026-11-18T18:00:00Z', '2026-11-17', '5.00'],
  ['on Monday with Saturday: Sunday is closed', '2026-11-16T18:00:00Z', '2026-11-14', '7.00'],
  // 10:30 in winter time, the Saturday before the clocks changed still in summer time.
  ['by the clock, also across a change of it', '2026-11-02T16:30:00Z', '2026-10-31', '3.00'],
])('today is compared %s', async (_, at, date, revenue) => {
  const admin = await app.as('admin')
  await move('in', 500, '2026-11-17T17:59:00Z')
  await move('in', 9000, '2026-11-17T18:01:00Z')
  await move('in', 700, '2026-11-14T17:59:00Z')
  await move('in', 9000, '2026-11-14T19:00:00Z')
  await move('in', 300, '2026-10-31T15:29:00Z')
  await move('in', 9000, '2026-10-31T15:31:00Z')
  travelTo(new Date(at))
  const { body } = await admin.call('GET /api/dashboard/stats')
  expect(body.compared).toMatchObject({ date, revenue })
})

test('a day without work is compared with none', async () => {
  const admin = await app.as('admin')
  await move('in', 500, '2026-11-21T17:00:00Z')
  travelTo(new Date('2026-11-22T18:00:00Z'))
  const { body } = await admin.call('GET /api/dashboard/stats')
  expect(body).toMatchObject({ todayRevenue: '0.00', compared: null })
})

test('pending is the amount due for completed visits plus holds for visits ahead', async () => {
  const admin = await app.as('admin')
  const money = async (
    job: Parameters<typeof makeJob>[0],
    values: Partial<typeof paymentAccounts.$inferInsert>,
  ) => {
    const { id } = await makeJob({ packageCents: 10_000, ...job })
    await db().update(paymentAccounts).set(values).where(eq(paymentAccounts.jobId, id))
  }
  await money({ status: 'completed', extrasCents: 999 }, { state: 'balance_due' })
  await money(
    { status: 'completed' },
    { state: 'settling', capturedCents: 9000, refundedCents: 500, adjustmentCents: -200 },
  )
  await money({ status: 'completed' }, { state: 'paid', capturedCents: 10_000 })
  await money({ status: 'assigned' }, { state: 'held', heldCents: 10_000 })
  await money({ status: 'scheduled' }, { state: 'card_saved' })
  await money({ status: 'cancelled' }, { state: 'voided' })
  const { body } = await admin.call('GET /api/dashboard/stats')
  // 109.99 + (98.00 - 85.00) + 100.00
  expect(body.pendingRevenue).toBe('222.99')
  expect(body.pendingParts).toEqual({ reserved: '100.00', owed: '122.99' })
})

test("today's jobs, active technicians and the mean rating", async () => {
  const admin = await app.as('admin')
  await makeJob({ serviceDate: '2026-11-18', slot: slotAt(1) })
  await makeJob({ serviceDate: '2026-11-18', slot: slotAt(2), status: 'completed' })
  await makeJob({ serviceDate: '2026-11-18', slot: slotAt(3), status: 'cancelled' })
  await makeJob({ serviceDate: '2026-11-17', slot: slotAt(1), status: 'completed' })
  await makeUser({ role: 'technician' })
  await makeUser({ role: 'technician', approvedAt: null })
  await makeUser({ role: 'technician', deactivatedAt: noon })
  for (const [i, rating] of [5, 4, 4].entries()) await review(rating, `2026-11-1${i}T12:00:00Z`)
  travelTo(noon)
  const { body } = await admin.call('GET /api/dashboard/stats')
  expect(body).toMatchObject({
    todayJobs: 2,
    compared: { date: '2026-11-17', jobs: 1 },
    activeTechs: 1,
    avgRating: 4.3,
    reviewCount: 3,
  })
})

async function review(rating: number, at: string, name = 'Pat') {
  const customer = await makeUser({ firstName: name, lastName: 'Lee' })
  const job = await makeJob({ customerId: customer.id, status: 'completed' })
  await db()
    .insert(reviews)
    .values({ jobId: job.id, customerId: customer.id, rating, createdAt: new Date(at) })
}

test("the three newest reviews with their authors' names", async () => {
  const admin = await app.as('admin')
  for (const [i, name] of ['Ann', 'Ben', 'Cem', 'Dia'].entries())
    await review(5, `2026-11-1${i}T12:00:00Z`, name)
  const { body } = await admin.call('GET /api/reviews/recent')
  expect(body.map((one: { customerName: string }) => one.customerName)).toEqual([
    'Dia Lee',
    'Cem Lee',
    'Ben Lee',
  ])
})

test.each([null, 'customer', 'technician'] as const)('%s cannot see it', async (role) => {
  const person = await app.as(role)
  for (const route of ['GET /api/dashboard/stats', 'GET /api/reviews/recent'])
    expect((await person.call(route)).status).toBe(403)
})
