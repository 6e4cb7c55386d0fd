import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startFromSettings } from '#server/base/current-settings.ts'
import { db } from '#server/database/database.ts'
import { makeAddon, makeJob, makeUser } from '#server/database/test-factories.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { paymentDiscrepancies } from '#server/database/tables/payment-discrepancies.ts'
import { unsentWork } from '#server/database/tables/unsent-work.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import type { AttentionGroup, AttentionKind } from '#shared/contract/attention.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { jobStatuses } from '#shared/rules/jobs.ts'
import { paymentStates } from '#shared/rules/payments.ts'
import { setupSteps } from '#shared/rules/setup.ts'

/** Wednesday, November 18, 2026, 12:00 in Chicago. */
const app = useTestApp({ at: new Date('2026-11-18T18:00:00Z') })
const today = '2026-11-18'

const read = async (admin: TestPerson, kind?: AttentionKind): Promise<AttentionGroup[]> => {
  const query = kind && { query: { kind } }
  const { status, body } = await admin.call('GET /api/admin/attention', query)
  expect(status).toBe(200)
  return body
}
// What a new business is asked for is tested by itself.
beforeEach(() => startFromSettings({ confirmedSteps: setupSteps.map(({ step }) => step) }))
afterAll(() => startFromSettings({}))

const kinds = (groups: AttentionGroup[]) => groups.map(({ kind, count }) => [kind, count])
const pay = (jobId: string, values: Partial<typeof paymentAccounts.$inferInsert>) =>
  db().update(paymentAccounts).set(values).where(eq(paymentAccounts.jobId, jobId))

test('nothing waits for the office of a new business', async () => {
  expect(await read(await app.as('admin'))).toEqual([])
})

test('everything that waits is named by its kind, the most pressing first, until it is seen to', async () => {
  const admin = await app.as('admin')
  const technician = await makeUser({ role: 'technician' })
  const request = await makeJob({ serviceDate: '2026-12-01', needsConfirmation: true, seat: null })
  const unassigned = await makeJob({ serviceDate: addDays(today, 2) })
  await makeJob({ serviceDate: addDays(today, 3) })
  const notDone = await makeJob({
    status: 'cancelled',
    outcome: 'not_done',
    notDoneReason: 'no_show',
    serviceDate: '2026-11-17',
    feeDecisionUntil: new Date('2026-11-19T12:00:00Z'),
  })
  await makeJob({ status: 'cancelled', feeDecisionUntil: new Date('2026-11-18T12:00:00Z') })
  const strange = await makeJob({ status: 'completed' })
  await pay(strange.id, { state: 'paid', capturedCents: 12_999 })
  await db()
    .insert(paymentDiscrepancies)
    .values({ jobId: strange.id, ref: 'strange', detail: 'A charge nobody asked for' })
  const failed = await makeJob({ status: 'assigned', technicianId: technician.id })
  await pay(failed.id, { state: 'failed' })
  const unpaid = await makeJob({ status: 'completed', packageCents: 10_000 })
  await pay(unpaid.id, { state: 'balance_due', capturedCents: 2500 })
  const open = await makeJob({
    status: 'in_progress',
    technicianId: technician.id,
    serviceDate: '2026-11-17',
  })
  await db()
    .insert(unsentWork)
    .values({ jobId: strange.id, technicianId: technician.id, changes: [] })
  const letter = { name: 'Ann', email: 'ann@example.com', subject: 'Hello', message: 'There' }
  await db().insert(contactMessages).values(letter)
  await db()
    .insert(contactMessages)
    .values({ ...letter, handled: true })
  const newcomer = await makeUser({ role: 'technician', approvedAt: null, firstName: 'Priya' })
  const oil = await makeAddon({ category: 'oil', name: 'Oil', stockQuantity: 10 })
  await makeAddon({ category: 'oil', stockQuantity: 11 })
  await makeAddon({ category: 'service', stockQuantity: 0 })
  await makeAddon({ category: 'filter', stockQuantity: 0, onSale: false })

  const groups = await read(admin)
  expect(groups).toMatchObject([
    { kind: 'requests', count: 1, entries: [{ id: request.id, needsConfirmation: true }] },
    { kind: 'unassigned', count: 1, capped: false, entries: [{ id: unassigned.id }] },
    { kind: 'messages', count: 1, entries: [{ subject: 'Hello' }] },
    {
      kind: 'fee_decisions',
      entries: [{ id: notDone.id, decideUntil: '2026-11-19T12:00:00.000Z' }],
    },
    { kind: 'payment_problems', entries: [{ id: strange.id }] },
    { kind: 'failed', entries: [{ id: failed.id, due: '129.99' }] },
    { kind: 'unpaid', entries: [{ id: unpaid.id, due: '75.00' }] },
    { kind: 'not_ended', entries: [{ id: open.id }] },
    { kind: 'unsent_work', entries: [{ id: strange.id }] },
    { kind: 'technicians', entries: [{ id: newcomer.id }] },
    { kind: 'low_stock', count: 1, entries: [{ id: oil.id, name: 'Oil', stockQuantity: 10 }] },
  ])
  for (const group of groups) expect(await read(admin, group.kind)).toEqual([group])

  await admin.call('POST /api/jobs/{id}/confirm', { params: { id: request.id } })
  await admin.call('POST /api/admin/technicians/{id}/approve', { params: { id: newcomer.id } })
  const assign = { params: { id: unassigned.id }, body: { technicianId: technician.id } }
  await admin.call('POST /api/jobs/{id}/assign', assign)
  const left = kinds(await read(admin)).map(([kind]) => kind)
  for (const kind of ['requests', 'technicians', 'unassigned']) expect(left).not.toContain(kind)
})

test('unsent work waits until somebody of the office has seen to it, and says who', async () => {
  const user = await makeUser({ role: 'admin', firstName: 'Olga', lastName: 'Office' })
  const admin = await app.as(user)
  const { id: technicianId } = await makeUser({ role: 'technician' })
  const { id } = await makeJob({ status: 'completed' })
  await pay(id, { state: 'paid' })
  const [work] = await db()
    .insert(unsentWork)
    .values({ jobId: id, technicianId, changes: [] })
    .returning()
  const params = { id, workId: work?.id ?? '' }
  const handle = (handled: boolean, who = admin) =>
    who.call('PATCH /api/jobs/{id}/unsent-work/{workId}', { params, body: { handled } })
  expect(kinds(await read(admin))).toEqual([['unsent_work', 1]])
  await handle(true)
  const { body } = await handle(true)
  expect(body).toMatchObject([{ handledAt: expect.any(String), handledBy: 'Olga Office' }])
  expect(await read(admin)).toEqual([])
  expect((await handle(false)).body).toMatchObject([{ handledAt: null, handledBy: '' }])
  expect(kinds(await read(admin))).toEqual([['unsent_work', 1]])
  const history = await admin.call('GET /api/jobs/{id}/history', { params: { id } })
  expect(history.text).toContain('Unsent work seen to')
  expect((await handle(true, await app.as('customer'))).status).toBe(403)
  params.workId = id
  expect((await handle(true)).status).toBe(404)
})

test('a few of each are shown and the rest is counted, all of one kind when asked for', async () => {
  const admin = await app.as('admin')
  const { id: customerId } = await makeUser()
  for (let slot = 1; slot <= 7; slot++)
    await makeJob({
      customerId,
      serviceDate: today,
      slot: ((slot - 1) % 5) + 1,
      seat: slot > 5 ? 2 : 1,
    })
  const [few] = await read(admin)
  expect(few).toMatchObject({ kind: 'unassigned', count: 7 })
  expect(few?.entries).toHaveLength(5)
  const [all] = await read(admin, 'unassigned')
  expect(all?.entries).toHaveLength(7)
})

test('whatever visits there are, each kind is counted as reading them one by one would', async () => {
  const admin = await app.as('admin')
  const { id: customerId } = await makeUser()
  const { id: technicianId } = await makeUser({ role: 'technician' })
  const visit = fc.record({
    status: fc.constantFrom(...jobStatuses),
    state: fc.constantFrom(...paymentStates),
    days: fc.integer({ min: -3, max: 4 }),
    request: fc.boolean(),
    feeHours: fc.option(fc.integer({ min: -2, max: 2 })),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(visit, { maxLength: 12 }), async (visits) => {
      await db().delete(paymentAccounts)
      await db().delete(jobs)
      for (const [at, { status, state, days, request, feeHours }] of visits.entries()) {
        const isRequest = request && status === 'scheduled'
        const job = await makeJob({
          customerId,
          status,
          serviceDate: addDays(today, days),
          slot: (at % 5) + 1,
          seat: isRequest ? null : at + 1,
          needsConfirmation: isRequest,
          technicianId: status === 'completed' ? technicianId : null,
          feeDecisionUntil:
            feeHours === null ? null : new Date(Date.UTC(2026, 10, 18, 18 + feeHours)),
        }).catch(() => undefined)
        if (job) await pay(job.id, { state })
      }
      const stored = await db()
        .select()
        .from(jobs)
        .innerJoin(paymentAccounts, eq(paymentAccounts.jobId, jobs.id))
      const count = (is: (row: (typeof stored)[number]) => boolean) => stored.filter(is).length
      const plain: [AttentionKind, number][] = [
        ['requests', count(({ jobs: j }) => j.needsConfirmation)],
        [
          'unassigned',
          count(
            ({ jobs: j }) =>
              j.status === 'scheduled' &&
              !j.needsConfirmation &&
              ['2026-11-18', '2026-11-19', '2026-11-20'].includes(j.serviceDate),
          ),
        ],
        [
          'fee_decisions',
          count(
            ({ jobs: j }) => (j.feeDecisionUntil?.getTime() ?? 0) > Date.UTC(2026, 10, 18, 18, 1),
          ),
        ],
        ['failed', count(({ payment_accounts: m }) => m.state === 'failed')],
        [
          'unpaid',
          count(
            ({ jobs: j, payment_accounts: m }) =>
              m.state === 'balance_due' && (j.status === 'completed' || j.status === 'cancelled'),
          ),
        ],
        [
          'not_ended',
          count(
            ({ jobs: j }) =>
              j.serviceDate < today &&
              !j.needsConfirmation &&
              j.status !== 'completed' &&
              j.status !== 'cancelled',
          ),
        ],
      ]
      expect(kinds(await read(admin))).toEqual(plain.filter(([, some]) => some > 0))
    }),
    { numRuns: 12 },
  )
})

test.each([null, 'customer', 'technician'] as const)('%s sees none of it', async (role) => {
  const person = await app.as(role)
  expect((await person.call('GET /api/admin/attention')).status).toBe(403)
})
