import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startFromSettings } from '#server/base/current-settings.ts'
import { db } from '#server/database/database.ts'
import { makeAddon, makeJob, makePackage, makeUser } from '#server/database/test-factories.ts'
import { daysOff } from '#server/database/tables/schedule.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { paymentDiscrepancies } from '#server/database/tables/card-network.ts'
import { servicePackages } from '#server/database/tables/catalog.ts'
import { unsentWork } from '#server/database/tables/unsent-work.ts'
import { notificationsShownTo, type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import type { AttentionGroup, AttentionKind } from '#shared/contract/attention.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { setupSteps } from '#shared/rules/setup.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'

/** Wednesday, November 18, 2026, 12:00 in Chicago. */
const app = useTestApp({ at: new Date('2026-11-18T18:00:00Z') })
const today = '2026-11-18'

const read = async (admin: TestPerson, kind?: AttentionKind): Promise<AttentionGroup[]> => {
  const query = kind && { query: { kind } }
  const { status, body } = await admin.call('GET /api/admin/attention', query)
  expect(status).toBe(200)
  return body
}
// A new business's setup is tested elsewhere.
beforeEach(async () => {
  startFromSettings({ confirmedSteps: setupSteps.map(({ step }) => step) })
  await makePackage()
})
afterAll(() => startFromSettings({}))

const kinds = (groups: AttentionGroup[]) => groups.map(({ kind, count }) => [kind, count])
const pay = (jobId: string, values: Partial<typeof paymentAccounts.$inferInsert>) =>
  db().update(paymentAccounts).set(values).where(eq(paymentAccounts.jobId, jobId))

test('in a new business only the missing technician waits for the office', async () => {
  const admin = await app.as('admin')
  const mode = (slotCapacityMode: 'number' | 'technicians') =>
    admin.call('PUT /api/admin/settings', { body: { slotCapacityMode } })
  const nobody = { kind: 'no_technicians', count: 1, capped: false }
  expect(await read(admin)).toEqual([{ ...nobody, entries: [{ offersTimes: true }] }])
  await mode('technicians')
  expect(await read(admin)).toEqual([{ ...nobody, entries: [{ offersTimes: false }] }])
  await makeUser({ role: 'technician' })
  expect(await read(admin)).toEqual([])
  await mode('number')
})

test('an empty catalog waits until something is on sale', async () => {
  const admin = await app.as('admin')
  await makeUser({ role: 'technician' })
  await db().update(servicePackages).set({ isActive: false })
  expect(await read(admin)).toMatchObject([{ kind: 'no_packages', count: 1 }])
  await makePackage()
  expect(await read(admin)).toEqual([])
})

test('everything waiting is listed by kind, most urgent first, until handled', async () => {
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

const assigned = (technicianId: string, serviceDate: string, slot: number) =>
  makeJob({ status: 'assigned', technicianId, serviceDate, slot: slotAt(slot) })
const names = (groups: AttentionGroup[], kind: AttentionKind) =>
  groups
    .find((group) => group.kind === kind)
    ?.entries.map((entry) => ('id' in entry ? entry.id : '')) ?? []

test('a visit is listed with its contact, and an overdue invoice with the account it is for', async () => {
  const admin = await app.as('admin')
  await makeUser({ role: 'technician' })
  const { id: customerId } = await makeUser({ firstName: 'Ann', lastName: 'Lee' })
  const contact = { customerId, contactName: 'Rui Costa', contactPhone: '+15125550177' }
  await makeJob({ ...contact, serviceDate: addDays(today, 2) })
  const unpaid = await makeJob({ ...contact, status: 'completed' })
  await pay(unpaid.id, { state: 'balance_due' })
  const named = (await read(admin)).map(({ kind, entries: [first] }) => [
    kind,
    first && 'customerName' in first && first.customerName,
  ])
  expect(named).toEqual([
    ['unassigned', 'Rui Costa'],
    ['unpaid', 'Rui Costa'],
  ])
})

test('visits their technician cannot do wait, each with its reason', async () => {
  const admin = await app.as('admin')
  const dana = await makeUser({ role: 'technician', firstName: 'Dana', lastName: 'W' })
  const { id: other } = await makeUser({ role: 'technician' })
  const monday = '2026-11-23'
  const early = await assigned(dana.id, monday, 1)
  const late = await assigned(dana.id, monday, 5)
  const tuesday = await assigned(dana.id, addDays(monday, 1), 1)
  const thursday = await assigned(dana.id, addDays(monday, 3), 1)
  await makeJob({
    status: 'assigned',
    technicianId: other,
    serviceDate: monday,
    slot: slotAt(5),
    seat: 2,
  })
  const past = await assigned(dana.id, '2026-11-17', 5)
  expect(names(await read(admin), 'technician_away')).toEqual([])

  const params = { id: dana.id }
  const hours = [
    { from: '08:00', to: '12:00' },
    null,
    ...Array.from({ length: 5 }, () => ({ from: '08:00', to: '18:00' })),
  ]
  const changed = await admin.call('PATCH /api/admin/technicians/{id}', {
    params,
    body: { workingHours: hours },
  })
  expect([changed.status, changed.body.message]).toEqual([200, undefined])
  await db()
    .insert(daysOff)
    .values({ technicianId: dana.id, from: thursday.serviceDate, to: thursday.serviceDate })
  const [group] = await read(admin, 'technician_away')
  expect(group).toMatchObject({
    count: 3,
    entries: [
      { id: late.id, why: 'Dana W works from 8:00 AM to 12:00 PM on that day.' },
      { id: tuesday.id, why: 'Dana W does not work on a Tuesday.' },
      { id: thursday.id, why: 'Dana W is off on Thu, Nov 26.' },
    ],
  })
  for (const { id } of [early, past]) expect(names([group!], 'technician_away')).not.toContain(id)

  // Reassigned, moved or unassigned, it no longer waits.
  await admin.call('POST /api/jobs/{id}/assign', {
    params: { id: tuesday.id },
    body: { technicianId: other },
  })
  await admin.call('POST /api/jobs/{id}/reschedule', {
    params: { id: late.id },
    body: { scheduledDate: monday, scheduledTime: labelAt(2) },
  })
  expect(names(await read(admin), 'technician_away')).toEqual([thursday.id])
})

test('visits in closed times or on closed days wait until moved', async () => {
  const admin = await app.as('admin')
  const { id: technicianId } = await makeUser({ role: 'technician' })
  const blocked = await makeJob({ serviceDate: '2026-12-01', slot: slotAt(1) })
  const named = await assigned(technicianId, '2026-12-02', 2)
  const sunday = await makeJob({ serviceDate: '2026-12-06', slot: slotAt(1) })
  await makeJob({ serviceDate: '2026-12-01', slot: slotAt(2) })
  await makeJob({ serviceDate: '2026-12-01', slot: slotAt(1), status: 'cancelled' })
  await makeJob({ serviceDate: '2026-12-01', slot: slotAt(1), needsConfirmation: true, seat: null })
  await admin.call('POST /api/admin/block-slot', {
    body: { date: '2026-12-01', timeSlot: labelAt(1), isBlocked: true },
  })
  await admin.call('POST /api/admin/block-range', {
    body: { from: '2026-12-02', to: '2026-12-03', name: 'Van', isBlocked: true },
  })
  const [group] = await read(admin, 'closed_times')
  expect(group).toMatchObject({
    count: 3,
    entries: [
      { id: blocked.id, why: 'This time is blocked.' },
      { id: named.id, why: 'Closed: Van' },
      { id: sunday.id, why: 'The business is closed on a Sunday.' },
    ],
  })
  await admin.call('POST /api/jobs/{id}/reschedule', {
    params: { id: sunday.id },
    body: { scheduledDate: '2026-12-07', scheduledTime: labelAt(1) },
  })
  await admin.call('POST /api/admin/block-day', { body: { date: '2026-12-02', isBlocked: false } })
  expect(names(await read(admin), 'closed_times')).toEqual([blocked.id])
})

test('a visit its customer moves away from its technician is reported to the office at once, on any date', async () => {
  const admin = await app.as('admin')
  const technician = await makeUser({ role: 'technician' })
  const customer = await app.as('customer')
  const job = await makeJob({
    customerId: customer.user.id,
    status: 'assigned',
    technicianId: technician.id,
    serviceDate: '2026-12-08',
    slot: slotAt(1),
  })
  const params = { id: job.id }
  const off = { technicianId: technician.id, from: '2026-12-15', to: '2026-12-15' }
  await db().insert(daysOff).values(off)
  const move = (scheduledDate: string, who: TestPerson = customer) =>
    who.call('POST /api/jobs/{id}/reschedule', {
      params,
      body: { scheduledDate, scheduledTime: labelAt(1) },
    })
  const bells = async () =>
    (await notificationsShownTo(admin.user)).filter(
      ({ title }) => title === 'This visit has no technician',
    )
  expect((await move('2026-12-09')).status).toBe(200)
  expect(await bells()).toEqual([])
  expect((await move('2026-12-15')).status).toBe(200)
  expect(await bells()).toMatchObject([
    { message: expect.stringContaining('Tuesday, December 15, 8:00 AM') },
  ])
  expect(names(await read(admin), 'technician_lost')).toEqual([job.id])
  // Moved again by its customer it is still unassigned, which is no news.
  expect((await move('2026-12-16')).status).toBe(200)
  expect(names(await read(admin), 'technician_lost')).toEqual([job.id])
  expect(await bells()).toHaveLength(1)
  const assign = (technicianId: string | null) =>
    admin.call('POST /api/jobs/{id}/assign', { params, body: { technicianId } })
  await assign(technician.id)
  expect(names(await read(admin), 'technician_lost')).toEqual([])
  // The office's own decisions are not reported to it.
  await assign(null)
  expect(names(await read(admin), 'technician_lost')).toEqual([])
  await assign(technician.id)
  await admin.call('DELETE /api/admin/technicians/{id}', { params: { id: technician.id } })
  expect(names(await read(admin), 'technician_lost')).toEqual([job.id])
})

test('unsent work waits until someone in the office handles it, and shows who', async () => {
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
  expect(history.text).toContain('Unsent work resolved')
  expect((await handle(true, await app.as('customer'))).status).toBe(403)
  params.workId = id
  expect((await handle(true)).status).toBe(404)
})

test('a few of each are shown with the total count, or all of one kind on request', async () => {
  const admin = await app.as('admin')
  await makeUser({ role: 'technician' })
  const { id: customerId } = await makeUser()
  for (let slot = 1; slot <= 7; slot++)
    await makeJob({
      customerId,
      serviceDate: today,
      slot: slotAt(((slot - 1) % 5) + 1),
      seat: slot > 5 ? 2 : 1,
    })
  const [few] = await read(admin)
  expect(few).toMatchObject({ kind: 'unassigned', count: 7 })
  expect(few?.entries).toHaveLength(5)
  const [all] = await read(admin, 'unassigned')
  expect(all?.entries).toHaveLength(7)
})

test.each([null, 'customer', 'technician'] as const)('%s cannot see it', async (role) => {
  const person = await app.as(role)
  expect((await person.call('GET /api/admin/attention')).status).toBe(403)
})
