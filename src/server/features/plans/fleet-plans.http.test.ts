import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { companyApprovals } from '#server/database/tables/company-approvals.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { servicePackages } from '#server/database/tables/catalog.ts'
import { monday } from '#server/features/booking/test-customer.ts'
import { makeCompany, yard } from '#server/features/companies/test-company.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { usesEverything } from '#shared/rules/uses.ts'
import { addPlan, plansRun } from './test-members.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
  await changeSettings({ maxVisitsPerVehiclePerDay: 0, uses: usesEverything })
})

async function fleetOnPlan(rules: object = {}, more: object = {}) {
  const company = await makeCompany(app, admin, rules)
  const [oil] = await db().select().from(servicePackages)
  const plan = await addPlan(admin, oil?.id ?? '')
  const [vehicleId = ''] = company.cars
  const form = {
    planId: plan.id,
    vehicleId,
    companyId: company.id,
    serviceAddress: yard,
    lastServiceOn: '2026-06-01',
    ...more,
  }
  const join = (person: TestPerson, body: object = form) =>
    person.call('POST /api/subscriptions', { body })
  return { ...company, vehicleId, form, join }
}

test('a manager puts a car of the company on a plan; its visits are booked and billed on the statement', async () => {
  const { manager, id, form, join, accountId, vehicleId } = await fleetOnPlan()
  const offered = await manager.call('GET /api/plans', { query: { vehicleId, companyId: id } })
  expect(offered.body).toHaveLength(1)
  const { status, body } = await join(manager, { ...form, seenTerms: offered.body[0].autoTerms })
  expect([status, body.autoBook, body.needsCard]).toEqual([201, true, false])
  await plansRun()
  const [visit, ...others] = await db().select().from(jobs)
  expect(others).toEqual([])
  expect(visit).toMatchObject({ customerId: accountId, vehicleId })
  const own = await manager.call('GET /api/subscriptions', { query: { companyId: id } })
  expect(own.body).toMatchObject([{ period: { state: 'booked', visit: { id: visit?.id } } }])
  await db().update(jobs).set({ status: 'completed', completedAt: now() })
  await plansRun()
  const skipped = await manager.call('POST /api/subscriptions/{id}/pause', {
    params: { id: body.id },
  })
  expect(skipped.body.state).toBe('paused')
})

test('drivers and others neither see nor change a company’s plans, and read no price', async () => {
  const { manager, driver, id, form, join, vehicleId } = await fleetOnPlan()
  const { body } = await join(manager)
  await plansRun()
  const { companyId: _, ...withoutCompany } = form
  for (const person of [driver, await app.as('customer')]) {
    expect((await join(person)).status).toBe(404)
    expect((await join(person, withoutCompany)).status).toBe(404)
    for (const query of [{ vehicleId }, { vehicleId, companyId: id }] as Record<string, string>[])
      expect((await person.call('GET /api/plans', { query })).status).toBe(404)
    expect((await person.call('GET /api/subscriptions', { query: { companyId: id } })).status).toBe(
      404,
    )
    expect((await person.call('GET /api/subscriptions')).body).toEqual([])
    const params = { id: body.id as string }
    for (const what of ['pause', 'resume', 'skip', 'propose', 'cancel'])
      expect((await person.call(`POST /api/subscriptions/{id}/${what}`, { params })).status).toBe(
        404,
      )
  }
})

test('approvers are asked about the price on the plan', async () => {
  const { manager, join } = await fleetOnPlan({ approvalAbove: '50.00' })
  expect((await join(manager)).status).toBe(201)
  await plansRun()
  const [asked] = await db().select().from(companyApprovals)
  const [visit] = await db().select().from(paymentAccounts)
  expect(asked).toMatchObject({ jobId: visit?.jobId, cents: visit?.amountCents })
})

test('a required PO number is that of the plan, asked for when joining; on hold the office is told', async () => {
  const { id, manager, join, form } = await fleetOnPlan({ poRequired: true })
  const refused = await join(manager)
  expect(refused).toMatchObject({ status: 409, body: { details: { field: 'poNumber' } } })
  const hold = (onHold: boolean) =>
    admin.call('PATCH /api/admin/companies/{id}', { params: { id }, body: { onHold } })
  expect((await join(manager, { ...form, poNumber: 'PO-7' })).status).toBe(201)
  await hold(true)
  await plansRun()
  const { body: list } = await admin.call('GET /api/admin/plans/members', {
    query: { list: 'attention' },
  })
  expect(list).toMatchObject([{ period: { reason: 'The company’s rules do not allow it now' } }])
  expect(await db().$count(jobs)).toBe(0)
  await hold(false)
  await plansRun()
  expect(await db().select().from(jobs).where(eq(jobs.poNumber, 'PO-7'))).toHaveLength(1)
})
