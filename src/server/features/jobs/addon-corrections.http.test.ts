import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { addonLineOf, type JobRow, makeAddon, makeJob } from '#server/database/test-factories.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'

const app = useTestApp()
let technician: TestPerson
let customer: TestPerson
let admin: TestPerson
let job: JobRow
let params: { id: string }
beforeEach(async () => {
  technician = await app.as('technician')
  customer = await app.as('customer')
  admin = await app.as('admin')
  job = await makeJob({
    status: 'in_progress',
    technicianId: technician.user.id,
    customerId: customer.user.id,
  })
  params = { id: job.id }
})

const addExtra = (unitPrice: string) =>
  technician.call('POST /api/jobs/{id}/extras', {
    params,
    body: { serviceType: 'other', description: 'New battery', unitPrice },
  })
const finalAmount = async () =>
  (await customer.call('GET /api/jobs/{id}', { params })).body.finalAmount
const addAddon = (addonServiceId: string, person = technician) =>
  person.call('POST /api/jobs/{id}/addons', { params, body: { addonServiceId } })
const removeAddon = (addonId: string, person = technician) =>
  person.call('DELETE /api/jobs/{id}/addons/{addonId}', { params: { ...params, addonId } })

test("a technician's add-on can be removed by either of its ids", async () => {
  const addon = await makeAddon()
  for (const id of ['id', 'addonServiceId'] as const) {
    const { body } = await addAddon(addon.id)
    expect(await finalAmount()).toBe('142.49')
    expect((await removeAddon(body[id])).status).toBe(200)
    expect(await finalAmount()).toBe('129.99')
  }
  expect((await removeAddon(addon.id)).status).toBe(404)
  const kinds = await db()
    .select({ kind: jobEvents.kind })
    .from(jobEvents)
    .orderBy(jobEvents.createdAt)
  expect(kinds.map(({ kind }) => kind)).toEqual([
    'addon_added',
    'addon_removed',
    'addon_added',
    'addon_removed',
  ])
})

test('only the office can remove a booked add-on, and the customer is notified', async () => {
  const { id: addonServiceId, name } = await makeAddon()
  await db()
    .insert(jobLines)
    .values(addonLineOf(job.id, { id: addonServiceId, name }, 1250))
  await db().update(jobs).set({ addonsCents: 1250 }).where(eq(jobs.id, job.id))
  expect((await removeAddon(addonServiceId)).status).toBe(403)
  const { body } = await technician.call('GET /api/jobs/{id}', { params })
  expect(body.addons).toMatchObject([{ removable: false }])
  expect((await removeAddon(addonServiceId, admin)).status).toBe(200)
  expect(await finalAmount()).toBe('129.99')
  const told = (await customer.call('GET /api/notifications')).body
  expect(told).toMatchObject([{ title: `Removed from your visit: ${name}` }])
})

test("a technician's add-on counts toward the limit without approval", async () => {
  const [first, second] = [await makeAddon({ priceCents: 7000 }), await makeAddon()]
  const { body } = await addAddon(first.id)
  expect(body.addedByTechnician).toBe(true)
  expect((await addExtra('30.00')).body.approval).toBe('not_needed')
  const asked = await addExtra('10.00')
  expect(asked.body.approval).toBe('waiting')
  const refused = await addAddon(second.id)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringMatching(/^With this, charges the customer has not agreed to.*add it as an extra/),
  ])
  expect((await addAddon(second.id, admin)).status).toBe(201)
  expect(await finalAmount()).toBe('242.49')
  expect((await removeAddon(body.id)).status).toBe(200)
  const extras = (await customer.call('GET /api/jobs/{id}/extras', { params })).body
  expect(extras).toMatchObject([{ approval: 'not_needed' }, { approval: 'waiting' }])
  expect(await finalAmount()).toBe('172.49')
})

test('a booked add-on, or one added by the office, does not count toward the limit', async () => {
  const { id: addonServiceId, name } = await makeAddon()
  await db()
    .insert(jobLines)
    .values(addonLineOf(job.id, { id: addonServiceId, name }, 9000))
  await addAddon((await makeAddon({ priceCents: 9000 })).id, admin)
  expect((await addExtra('100.00')).body.approval).toBe('not_needed')
})

test('of two concurrent add-ons only one fits under the limit', async () => {
  const both = [await makeAddon({ priceCents: 6000 }), await makeAddon({ priceCents: 6000 })]
  const answers = await Promise.all(both.map(({ id }) => addAddon(id)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
})

test('add-ons are locked with the visit', async () => {
  const { body } = await addAddon((await makeAddon()).id)
  await technician.call('PATCH /api/jobs/{id}/status', { params, body: { status: 'completed' } })
  expect((await removeAddon(body.id)).status).toBe(409)
})
