import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { type JobRow, makeAddon, makeJob, makeUser } from '#server/database/test-factories.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { answerExtra } from '#server/testing/test-answer-extra.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { accentedEnglish } from '#shared/texts/accented-english.ts'

const app = useTestApp()
let technician: TestPerson
let customer: TestPerson
let admin: TestPerson
let job: JobRow
let params: { id: string }
beforeEach(async () => {
  technician = await app.as(await makeUser({ role: 'technician', firstName: 'Dan', lastName: 'D' }))
  customer = await app.as(await makeUser({ firstName: 'Ann', lastName: 'Ash', lastLoginAt: now() }))
  admin = await app.as(await makeUser({ role: 'admin', firstName: 'Olga', lastName: 'Office' }))
  job = await makeJob({
    status: 'in_progress',
    technicianId: technician.user.id,
    customerId: customer.user.id,
    accessNotes: 'Gate code 98761',
  })
  params = { id: job.id }
})

const history = (query: Record<string, string> = {}, who = admin) =>
  who.call('GET /api/jobs/{id}/history', { params, query })
const battery = { serviceType: 'other', description: 'New battery', unitPrice: '20.00' }
const addExtra = (more: object = {}, headers: Record<string, string> = {}) =>
  technician.call('POST /api/jobs/{id}/extras', { params, body: { ...battery, ...more }, headers })

test('a corrected and removed extra shows its state before and after', async () => {
  const { body } = await addExtra()
  const extra = { params: { ...params, extraId: body.id } }
  const correction = { body: { description: 'Wiper', unitPrice: '9.99', quantity: 2 } }
  await technician.call('PATCH /api/jobs/{id}/extras/{extraId}', { ...extra, ...correction })
  await technician.call('DELETE /api/jobs/{id}/extras/{extraId}', extra)
  const answer = await history()
  const before = { description: 'New battery', amount: '20.00', approval: null }
  const after = { description: 'Wiper', amount: '19.98', approval: null }
  expect([answer.status, answer.body]).toMatchObject([
    200,
    [
      { event: 'extra_added', title: 'Extra added', before: null, after: before },
      { event: 'extra_corrected', title: 'Extra corrected', before, after },
      { event: 'extra_removed', title: 'Extra removed', before: after, after: null },
    ],
  ])
  for (const { by } of answer.body) expect(by).toEqual({ role: 'technician', name: 'Dan D' })
  expect(answer.headers['x-total-count']).toBe('3')
})

test('an add-on added and removed keeps its name and price', async () => {
  const { id: addonServiceId } = await makeAddon({ name: 'Wiper blades', priceCents: 3999 })
  await technician.call('POST /api/jobs/{id}/addons', { params, body: { addonServiceId } })
  const one = { params: { ...params, addonId: addonServiceId } }
  await technician.call('DELETE /api/jobs/{id}/addons/{addonId}', one)
  const addon = { description: 'Wiper blades', amount: '39.99', approval: null }
  expect((await history()).body).toMatchObject([
    { event: 'addon_added', before: null, after: addon },
    { event: 'addon_removed', before: addon, after: null },
  ])
})

test('a request and its answer show what the customer decided', async () => {
  const { body } = await addExtra({ unitPrice: '150' })
  await answerExtra(customer, body, false)
  expect((await history()).body).toMatchObject([
    { event: 'extra_approval', after: { amount: '150.00', approval: 'waiting' } },
    {
      event: 'extra_decided',
      title: 'Extra declined',
      after: { approval: 'declined' },
      by: { role: 'customer', name: 'Ann Ash' },
    },
  ])
})

test("offline work has the phone's time and the time it arrived", async () => {
  const happenedAt = new Date(now().getTime() - 3 * 3_600_000).toISOString()
  await addExtra({}, { 'x-happened-at': happenedAt })
  const [entry] = (await history()).body
  expect(entry.at).toBe(happenedAt)
  expect(Date.parse(entry.receivedAt)).toBeGreaterThan(Date.parse(happenedAt) + 2 * 3_600_000)
})

test('technicians are named, times and reasons shown, and automatic entries are ours', async () => {
  await db().update(jobs).set({ status: 'assigned' }).where(eq(jobs.id, job.id))
  const other = await makeUser({ role: 'technician', firstName: 'Eve', lastName: 'E' })
  await admin.call('POST /api/jobs/{id}/assign', { params, body: { technicianId: other.id } })
  await customer.call('POST /api/jobs/{id}/cancel', { params, body: { reason: 'Sold the car' } })
  await db().insert(jobEvents).values({ jobId: job.id, kind: 'job_reminded', createdAt: now() })
  const { body } = await history()
  expect(body).toMatchObject([
    {
      title: 'Technician assigned',
      lines: ['Given to Eve E', 'Taken from Dan D'],
      by: { role: 'admin', name: 'Olga Office' },
    },
    { title: 'Visit cancelled', comment: 'Sold the car', by: { role: 'customer' } },
    { title: 'Customer reminded of the visit', by: { role: 'server', name: '' } },
  ])
  expect(JSON.stringify(body)).not.toContain('98761')
})

test('a booking without an account is by a guest', async () => {
  const guest = await makeUser({ firstName: 'Gail', lastName: 'Guest', lastLoginAt: null })
  await db()
    .insert(jobEvents)
    .values({ jobId: job.id, kind: 'job_booked', actorId: guest.id, data: {} })
  expect((await history()).body).toMatchObject([
    { title: 'Booked', lines: [], by: { role: 'guest', name: 'Gail Guest' } },
  ])
})

test("it is in the reader's language", async () => {
  await addExtra()
  const headers = { 'accept-language': 'en-XA' }
  const { body } = await admin.call('GET /api/jobs/{id}/history', { params, headers })
  expect(body).toMatchObject([{ title: accentedEnglish('Extra added') }])
})

test('it is paged from either end', async () => {
  for (const n of [1, 2, 3, 4, 5]) await addExtra({ description: `Bulb ${n}` })
  const read = async (sort: string) => {
    const names: string[] = []
    let cursor: string | undefined
    do {
      const { body, headers } = await history({ limit: '2', sort, ...(cursor && { cursor }) })
      names.push(...body.map(({ after }: { after: { description: string } }) => after.description))
      cursor = headers['x-next-cursor'] as string | undefined
    } while (cursor)
    return names
  }
  const oldestFirst = [1, 2, 3, 4, 5].map((n) => `Bulb ${n}`)
  expect(await read('at')).toEqual(oldestFirst)
  expect(await read('-at')).toEqual(oldestFirst.toReversed())
  expect((await history({ cursor: 'made-up' })).status).toBe(400)
})

test('it is for the office only', async () => {
  await addExtra()
  for (const who of [technician, customer]) expect((await history({}, who)).status).toBe(403)
  params = { id: crypto.randomUUID() }
  expect((await history()).status).toBe(404)
})

test('only the events of an erased customer remain', async () => {
  await addExtra({ description: 'Bulb for Ann' })
  const cancelled = { reason: 'I am Ann Ash', byOffice: false }
  await db()
    .insert(jobEvents)
    .values({ jobId: job.id, kind: 'job_cancelled', actorId: customer.user.id, data: cancelled })
  await db().update(jobs).set({ status: 'cancelled' }).where(eq(jobs.id, job.id))
  const removed = await customer.call('DELETE /api/auth/user', { body: { confirm: 'DELETE' } })
  expect(removed.status).toBe(200)
  await runDueTasks()
  const { text, body } = await history()
  expect(text).not.toMatch(/Ann|Ash/)
  expect(body).toMatchObject([
    { event: 'extra_added', after: { description: '', amount: '20.00' } },
    { event: 'job_cancelled', comment: '', by: { name: '' } },
  ])
})

test('an employee without a name is shown by e-mail', async () => {
  const nameless = await app.as(await makeUser({ role: 'admin', firstName: '', lastName: '' }))
  await nameless.call('POST /api/jobs/{id}/extras', { params, body: battery })
  const { body } = await history()
  expect(body.at(-1)).toMatchObject({ by: { role: 'admin', name: nameless.user.email } })
})
