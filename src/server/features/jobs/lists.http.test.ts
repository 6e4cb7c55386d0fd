import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

// Still Monday, November 23 in Chicago, Tuesday already in UTC.
const lateMonday = new Date('2026-11-24T03:00:00Z')
const today = '2026-11-23'
const app = useTestApp({ at: lateMonday })

const places = (list: Job[]) => list.map((job) => `${job.scheduledDate} ${job.scheduledTime}`)
const ids = (list: Job[]) => list.map((job) => job.id)

test('a customer sees their own jobs, newest service date first, ordered by time rather than label', async () => {
  const customer = await app.as('customer')
  const mine = { customerId: customer.user.id }
  await makeJob({ ...mine, serviceDate: '2026-11-30', slot: slotAt(1) })
  await makeJob({ ...mine, serviceDate: '2026-11-30', slot: slotAt(3) })
  await makeJob({ ...mine, serviceDate: '2026-12-01', slot: slotAt(1), status: 'cancelled' })
  await makeJob({ serviceDate: '2026-12-02', slot: slotAt(1) })
  const { body } = await customer.call('GET /api/jobs/customer')
  expect(places(body)).toEqual([
    '2026-12-01 8:00 AM - 9:00 AM',
    '2026-11-30 1:00 PM - 2:00 PM',
    '2026-11-30 8:00 AM - 9:00 AM',
  ])
})

test('a customer sees every job once across pages', async () => {
  const customer = await app.as('customer')
  const made = []
  // Two of each share date and slot, so the cursor must distinguish them.
  for (let n = 0; n < 14; n++) {
    const seat = 1 + (n % 2)
    const serviceDate = addDays('2026-11-24', Math.floor(n / 4))
    const slot = slotAt(1 + (Math.floor(n / 2) % 2))
    made.push(await makeJob({ customerId: customer.user.id, serviceDate, slot, seat }))
  }
  const all = (await customer.call('GET /api/jobs/customer')).body
  const seen: Job[] = []
  let cursor: string | undefined
  do {
    const page = await customer.call('GET /api/jobs/customer', {
      query: { limit: '4', ...(cursor && { cursor }) },
    })
    expect(page.headers['x-total-count']).toBe('14')
    seen.push(...page.body)
    cursor = page.headers['x-next-cursor'] as string | undefined
  } while (cursor)
  expect(seen).toEqual(all)
  expect(new Set(ids(seen))).toEqual(new Set(made.map((job) => job.id)))
})

test.each(['nonsense', '2026-11-24_1_x', '2026-11-24'])(
  'the cursor %s is refused',
  async (cursor) => {
    const customer = await app.as('customer')
    const page = await customer.call('GET /api/jobs/customer', { query: { limit: '4', cursor } })
    expect(page.status).toBe(400)
  },
)

test('a technician sees their assigned jobs by start', async () => {
  const technician = await app.as('technician')
  const theirs = { technicianId: technician.user.id, status: 'assigned' } as const
  const late = await makeJob({ ...theirs, serviceDate: today, slot: slotAt(4) })
  const early = await makeJob({ ...theirs, serviceDate: today, slot: slotAt(1) })
  const done = await makeJob({
    ...theirs,
    serviceDate: '2026-11-02',
    slot: slotAt(1),
    status: 'completed',
  })
  await makeJob({ ...theirs, serviceDate: '2026-10-01', slot: slotAt(1), status: 'completed' })
  await makeJob({ ...theirs, serviceDate: today, slot: slotAt(5), status: 'cancelled' })
  await makeJob({ serviceDate: today, slot: slotAt(2) })
  const { body } = await technician.call('GET /api/jobs/technician')
  expect(ids(body)).toEqual([done.id, early.id, late.id])
})

test('today, tomorrow and the week are business days in business time', async () => {
  const [technician, admin] = [await app.as('technician'), await app.as('admin')]
  const theirs = { technicianId: technician.user.id, status: 'assigned' } as const
  const own = await makeJob({ ...theirs, serviceDate: today, slot: slotAt(2) })
  const other = await makeJob({ serviceDate: today, slot: slotAt(1) })
  const tomorrow = await makeJob({ ...theirs, serviceDate: addDays(today, 1), slot: slotAt(1) })
  const sixth = await makeJob({ serviceDate: addDays(today, 6), slot: slotAt(1) })
  await makeJob({ serviceDate: addDays(today, 7), slot: slotAt(1) })
  await makeJob({ serviceDate: addDays(today, -1), slot: slotAt(1) })
  await makeJob({ serviceDate: today, slot: slotAt(3), status: 'cancelled' })
  const list = async (who: typeof admin, range?: string) =>
    ids((await who.call('GET /api/jobs/today', { query: range ? { range } : {} })).body)
  expect(await list(admin)).toEqual([other.id, own.id])
  expect(await list(admin, 'tomorrow')).toEqual([tomorrow.id])
  expect(await list(admin, 'week')).toEqual([other.id, own.id, tomorrow.id, sixth.id])
  expect(await list(technician, 'week')).toEqual([own.id, tomorrow.id])
  const board = await admin.call('GET /api/admin/jobs', { query: { date: addDays(today, 6) } })
  expect(ids(board.body)).toEqual([sixth.id])
  expect((await technician.call('GET /api/admin/jobs', { query: { date: today } })).status).toBe(
    403,
  )
})

test('the queue shows upcoming visits without their customers', async () => {
  const technician = await app.as('technician')
  const customer = await makeUser({ firstName: 'Ada', lastName: 'Lovelace' })
  const job = await makeJob({ serviceDate: today, slot: slotAt(5), customerId: customer.id })
  await makeJob({ serviceDate: addDays(today, -1), slot: slotAt(5) })
  await makeJob({
    serviceDate: today,
    slot: slotAt(1),
    status: 'assigned',
    technicianId: technician.user.id,
  })
  const { body } = await technician.call('GET /api/jobs/unassigned')
  expect(ids(body)).toEqual([job.id])
  expect(body[0].customer).toEqual({ id: '', name: '', phone: '', email: null })
})

test('phone numbers are shown while customer and technician share a visit, the technician’s while they communicate', async () => {
  const [customer, technician, admin] = [
    await app.as('customer'),
    await app.as('technician'),
    await app.as('admin'),
  ]
  const job = await makeJob({
    customerId: customer.user.id,
    technicianId: technician.user.id,
    status: 'assigned',
  })
  const phones = async () => {
    const seen = []
    for (const who of [customer, technician, admin]) {
      const { body } = await who.call('GET /api/jobs/{id}', { params: { id: job.id } })
      seen.push([body.customer.phone !== '', body.technician.phone !== ''])
    }
    return seen
  }
  const [both, own, none] = [
    [true, true],
    [true, false],
    [false, false],
  ]
  expect(await phones()).toEqual([own, both, both])
  const params = { id: job.id }
  await technician.call('POST /api/jobs/{id}/activate-communication', { params })
  expect(await phones()).toEqual([both, both, both])
  await technician.call('POST /api/jobs/{id}/close-communication', { params })
  expect(await phones()).toEqual([own, both, both])
  await db().update(jobs).set({ status: 'completed' }).where(eq(jobs.id, job.id))
  expect(await phones()).toEqual([none, none, both])
})

test('payment state, hold and review are shown', async () => {
  const customer = await app.as('customer')
  const job = await makeJob({ customerId: customer.user.id, status: 'completed' })
  await db()
    .update(paymentAccounts)
    .set({ state: 'held', heldCents: 12_999 })
    .where(eq(paymentAccounts.jobId, job.id))
  await db().insert(reviews).values({ jobId: job.id, customerId: customer.user.id, rating: 5 })
  const { body } = await customer.call('GET /api/jobs/{id}', { params: { id: job.id } })
  expect(body).toMatchObject({ paymentStatus: 'authorized', heldAmount: '129.99', reviewed: true })
  const admin = await app.as('admin')
  const seen = await admin.call('GET /api/jobs/{id}', { params: { id: job.id } })
  expect(seen.body.reviewed).toBe(false)
})
