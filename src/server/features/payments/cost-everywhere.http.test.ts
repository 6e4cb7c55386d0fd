import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { now } from '#server/base/clock.ts'
import { db, queryRow } from '#server/database/database.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { readJob } from '#server/reads/visits.ts'
import { describePrice } from '#server/events/describe-visit.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { jobStatuses } from '#shared/rules/jobs.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { amountCents } from '#shared/rules/visit-cost.ts'
import { eq } from 'drizzle-orm'
import { testNetwork } from './test-network.ts'
import { bookVisit, changeAndSettle, preAuthorize, networkPayments } from './test-visits.ts'

const app = useTestApp()
let customer: TestPerson
let admin: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
  admin = await app.as('admin')
})

const adjust = async (jobId: string, amount: string) =>
  admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId },
    body: { amount, reason: 'discount_applied' },
  })

type Told = { finalAmount: string; cost: Record<string, unknown> }

/** The visit's cost in every answer that contains it. */
async function amountsTold(jobId: string): Promise<Record<string, string | undefined>> {
  const params = { id: jobId }
  const read = async (person: TestPerson, call: string, input: object = {}) =>
    (await person.call(call, input)).body
  const mine = (jobs: { id: string }[]) => jobs.find(({ id }) => id === jobId) as unknown as Told
  const job: Told & { vehicleId: string; scheduledDate: string; technicianId: string } = await read(
    customer,
    'GET /api/jobs/{id}',
    { params },
  )
  const order = mine(await read(customer, 'GET /api/jobs/customer'))
  const ofCar = mine(
    await read(customer, 'GET /api/vehicles/{id}/jobs', { params: { id: job.vehicleId } }),
  )
  const board = mine(
    await read(admin, 'GET /api/admin/jobs', { query: { date: job.scheduledDate } }),
  )
  const [payment] = await read(admin, 'GET /api/payments')
  const { text: csv } = await admin.call('GET /api/payments/export')
  const [header, row] = csv
    .slice(1)
    .split('\r\n')
    .map((line: string) => line.split(','))
  const receipt = await read(customer, 'GET /api/jobs/{id}/receipt', { params })
  const own = await read(customer, 'GET /api/account/data')
  const row0 = await readJob(jobId)
  return {
    job: job.finalAmount,
    order: order.finalAmount,
    ofCar: ofCar.finalAmount,
    board: board?.finalAmount,
    payment: payment.amount,
    csv: row?.[header?.indexOf('Amount (USD)') ?? -1],
    receipt: receipt.cost?.amount,
    ownJob: own.jobs[0].finalAmount,
    ownPayment: own.payments[0].amount,
    mail: row0 && describePrice(row0).slice(1),
  }
}

const everywhere = async (jobId: string, amount: string) => {
  const told = await amountsTold(jobId)
  expect(told).toEqual(Object.fromEntries(Object.keys(told).map((place) => [place, amount])))
}

test('an adjusted amount appears everywhere, with its reason', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  expect((await adjust(jobId, '100.00')).body.notes).toContain('Discount: -$29.99')
  await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  await everywhere(jobId, '100.00')
  const { body } = await customer.call('GET /api/jobs/{id}', { params: { id: jobId } })
  expect(body.cost).toMatchObject({
    quoted: '129.99',
    lines: '100.00',
    feesAndDiscounts: [{ kind: 'discount_applied', amount: '-29.99' }],
    adjustments: [],
    amount: '100.00',
    paid: '100.00',
    due: '0.00',
  })
  const [listed] = (await admin.call('GET /api/payments')).body
  expect(listed.notes).toBe('Discount: -$29.99')
  const [spender] = (await admin.call('GET /api/admin/customers')).body
  expect(spender.totalSpent).toBe('100.00')
})

test('an office discount appears in the payment list and its CSV, with the reason', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  const body = { discount: '20', reason: 'Sorry, "we" were late' }
  expect((await admin.call('PATCH /api/jobs/{id}', { params: { id: jobId }, body })).status).toBe(
    200,
  )
  await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  await everywhere(jobId, '109.99')
  const { text: csv } = await admin.call('GET /api/payments/export')
  const [, row] = csv.split('\r\n')
  expect(row).toContain(',109.99,0.00,109.99,0.00,completed,')
  expect(row).toContain(',"Sorry, ""we"" were late: -$20.00",')
})

test('a full refund appears everywhere', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  const [payment] = await networkPayments()
  await testNetwork.refundInDashboard(payment?.id ?? '', 12_999)
  await runDueTasks()
  await everywhere(jobId, '0.00')
  const { body } = await customer.call('GET /api/jobs/{id}', { params: { id: jobId } })
  expect(body).toMatchObject({
    paymentStatus: 'refunded',
    cost: { lines: '129.99', charged: '129.99', refunded: '129.99', paid: '0.00', due: '0.00' },
  })
})

test("the amount used for sorting and statistics equals the rules' amount", async () => {
  const cents = fc.integer({ min: 0, max: 100_000 })
  const { id } = await makeJob({ customerId: customer.user.id })
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        status: fc.constantFrom(...jobStatuses),
        packageCents: cents,
        addonsCents: cents,
        extrasCents: cents,
        taxableCents: cents,
        taxRateBp: fc.constantFrom(null, 0, 825, 2000),
        adjustmentCents: fc.integer({ min: -300_000, max: 300_000 }),
      }),
      async ({ adjustmentCents, ...job }) => {
        await db().update(jobs).set(job).where(eq(jobs.id, id))
        await db()
          .update(paymentAccounts)
          .set({ adjustmentCents })
          .where(eq(paymentAccounts.jobId, id))
        const row = await queryRow<{ cents: number }>(
          {
            name: 'test-amount',
            text: 'select amount_cents as cents from payment_accounts where job_id = $1',
          },
          [id],
        )
        expect(row?.cents).toBe(amountCents(job, { adjustmentCents }))
        const told = await readJob(id)
        expect(told && centsFromDecimal(describePrice(told).replaceAll(/[$,]/g, ''))).toBe(
          row?.cents,
        )
      },
    ),
    { numRuns: 25 },
  )
})
