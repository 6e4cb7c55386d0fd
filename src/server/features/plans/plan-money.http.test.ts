import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { now, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { monday } from '#server/features/booking/test-customer.ts'
import { sweepPayments } from '#server/features/payments/actions/resume-payments.ts'
import {
  changeAndSettle,
  ledgerOf,
  networkPayments,
} from '#server/features/payments/test-visits.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { usesEverything } from '#shared/rules/uses.ts'
import { member, plansRun } from './test-members.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
  await changeSettings({
    maxVisitsPerVehiclePerDay: 0,
    uses: usesEverything,
    salesTaxEnabled: true,
    salesTaxRateBp: 825,
  })
})

/** A member whose visit is booked and, on the evening before, held on the card of the plan. */
async function heldVisit() {
  const one = await member(app, admin, 10)
  await plansRun()
  const { period } = await one.own()
  const accepted = await one.call('POST /api/plan-visits/{id}/accept', {
    params: { id: period.id },
  })
  const jobId = accepted.body.jobId as string
  expect(accepted.body.path).toContain(jobId)
  await runDueTasks()
  const [job] = await db().select().from(jobs).where(eq(jobs.id, jobId))
  travelTo(new Date((job?.startsAt.getTime() ?? 0) - 12 * 3_600_000))
  await sweepPayments()
  await runDueTasks()
  return { ...one, jobId }
}

test('a visit of a plan is held and captured at its price, tax included, and the books agree', async () => {
  const { jobId, call } = await heldVisit()
  const [hold] = await networkPayments()
  // $129.99 with 8.25 % tax, less 10 %.
  expect(hold).toMatchObject({ status: 'approved', cents: 12_664 })
  const payment = await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  expect(payment.state).toBe('paid')
  expect(await ledgerOf(jobId)).toMatchObject({ cash: 12_664, receivable: 0 })
  const { body } = await call('GET /api/jobs/{id}/receipt', { params: { id: jobId } })
  expect(JSON.stringify(body)).toContain('Care discount')
  expect(body.cost.amount).toBe('126.64')
  await plansRun()
  expect((await networkPayments()).map(({ status, cents }) => [status, cents])).toEqual([
    ['completed', 12_664],
  ])
})

test('cancelling the plan releases the hold, and nothing is charged afterwards', async () => {
  const { jobId, act } = await heldVisit()
  expect((await act('cancel')).status).toBe(200)
  await runDueTasks()
  travelTo(new Date(now().getTime() + 200 * 86_400_000))
  await plansRun()
  await sweepPayments()
  await runDueTasks()
  const payments = await networkPayments()
  expect(payments.map(({ status }) => status)).toEqual(['canceled'])
  expect(await ledgerOf(jobId)).toMatchObject({ cash: 0, receivable: 0, revenue: 0 })
  expect(await db().$count(jobs)).toBe(1)
})
