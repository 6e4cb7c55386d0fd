import fc from 'fast-check'
import ICAL from 'ical.js'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { calendarFeeds } from '#server/database/tables/credentials.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import {
  notificationsShownTo,
  startTestApp,
  type TestPerson,
  useTestApp,
} from '#server/testing/test-app.ts'
import { monday, tuesday, wednesday } from './test-customer.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
let technician: TestPerson
beforeEach(async () => {
  ;[admin, technician] = [await app.as('admin'), await app.as('technician')]
})

const thisMinute = expect.stringContaining('2026-11-23T15:00:') as string
const theirFeed = '/api/admin/technicians/{id}/calendar-feed'
const own = 'POST /api/calendar-feed'
const pathOf = (url: string) => new URL(url).pathname
const makeOwn = async (person: TestPerson) => pathOf((await person.call(own)).body.url)
const read = (path: string, headers = {}) => app.call(`GET ${path}`, { headers })

/** A feed's events by UID, as parsed by a calendar program. */
async function events(path: string) {
  const answer = await read(path)
  expect(answer.status).toBe(200)
  expect(answer.text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  const lines = answer.text.split('\r\n')
  expect(lines.filter((line) => line.startsWith('X-WR-TIMEZONE'))).toEqual([
    'X-WR-TIMEZONE:America/Chicago',
  ])
  // Calendar properties precede its events (RFC 5545, 3.6).
  const after = lines.lastIndexOf('END:VEVENT')
  if (after >= 0) expect(lines.slice(after + 1)).toEqual(['END:VCALENDAR'])
  const calendar = new ICAL.Component(ICAL.parse(answer.text))
  const all = calendar.getAllSubcomponents('vevent').map((event) => [
    String(event.getFirstPropertyValue('uid')),
    {
      summary: event.getFirstPropertyValue('summary'),
      location: event.getFirstPropertyValue('location'),
      description: String(event.getFirstPropertyValue('description')),
      status: event.getFirstPropertyValue('status'),
      sequence: event.getFirstPropertyValue('sequence'),
      start: new ICAL.Event(event).startDate.toJSDate().toISOString(),
      end: new ICAL.Event(event).endDate.toJSDate().toISOString(),
      changed: String(event.getFirstPropertyValue('last-modified')),
    },
  ])
  return Object.fromEntries(all) as Record<string, Event>
}
type Event = Record<
  'summary' | 'location' | 'description' | 'status' | 'start' | 'end' | 'changed',
  string
> & { sequence: number }

const assigned = (more: Partial<typeof jobs.$inferInsert> = {}) =>
  makeJob({
    serviceDate: tuesday,
    slot: slotAt(1),
    status: 'assigned',
    technicianId: technician.user.id,
    createdAt: monday,
    ...more,
  })

test("a technician's feed has their own visits, the office's has all", async () => {
  const mine = await assigned()
  const free = await makeJob({ serviceDate: tuesday, slot: slotAt(2), status: 'scheduled' })
  const path = await makeOwn(technician)
  expect(await events(path)).toEqual({
    [mine.id]: {
      summary: '2018 Toyota Camry',
      location: '100 Test Street, Austin, TX 78701',
      description: expect.stringContaining(`/job/${mine.id}`),
      status: 'CONFIRMED',
      sequence: 0,
      start: '2026-11-24T14:00:00.000Z',
      end: '2026-11-24T15:00:00.000Z',
      changed: expect.any(String),
    },
  })
  const office = await events(await makeOwn(admin))
  expect(Object.keys(office).toSorted()).toEqual([mine.id, free.id].toSorted())
  expect(office[free.id]?.summary).toContain('Unassigned')
  expect(office[mine.id]?.description).toContain(`/admin/jobs/${mine.id}`)
  const { headers } = await read(path)
  expect(headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })
  expect(headers['set-cookie']).toBeUndefined()
})

test('a moved visit stays the same event with a higher sequence, and a cancelled one is listed as such for a while', async () => {
  const job = await assigned()
  const path = await makeOwn(technician)
  const before = (await events(path))[job.id]
  travelTo(new Date(monday.getTime() + 60_000))
  const params = { id: job.id }
  const body = { scheduledDate: wednesday, scheduledTime: labelAt(3) }
  await admin.call('POST /api/jobs/{id}/reschedule', { params, body })
  const moved = (await events(path))[job.id]
  expect(moved).toMatchObject({ sequence: 1, start: '2026-11-25T19:00:00.000Z' })
  expect(String(moved?.changed) > String(before?.changed)).toBe(true)
  await admin.call('POST /api/jobs/{id}/cancel', { params, body: { reason: 'Rain' } })
  expect((await events(path))[job.id]).toMatchObject({ sequence: 2, status: 'CANCELLED' })
  travelTo(new Date(monday.getTime() + 15 * 86_400_000))
  expect(await events(path)).toEqual({})
})

test('a day after the visit its technician sees city and ZIP, the office everything', async () => {
  const job = await assigned({ status: 'completed', completedAt: new Date('2026-11-24T15:00:00Z') })
  const [own, office] = [await makeOwn(technician), await makeOwn(admin)]
  travelTo(new Date('2026-11-26T15:00:00Z'))
  const event = (await events(own))[job.id]
  expect(event?.location).toBe('Austin, TX 78701')
  expect(event?.description).not.toContain('Pat')
  expect(event?.description).not.toContain('TST')
  expect((await events(office))[job.id]?.location).toBe('100 Test Street, Austin, TX 78701')
})

test('an unchanged feed is not sent again', async () => {
  const job = await assigned()
  const path = await makeOwn(technician)
  const first = await read(path)
  const again = await read(path, { 'if-none-match': String(first.headers.etag) })
  expect(again).toMatchObject({ status: 304, text: '' })
  travelTo(new Date(monday.getTime() + 3_600_000))
  expect((await read(path)).headers.etag).toBe(first.headers.etag)
  await admin.call('POST /api/jobs/{id}/assign', {
    params: { id: job.id },
    body: { technicianId: null },
  })
  const changed = await read(path, { 'if-none-match': String(first.headers.etag) })
  expect(changed.status).toBe(200)
  expect(await events(path)).toEqual({})
})

test('the address is stored only as a hash, and ends with a new one or when switched off', async () => {
  const first = await makeOwn(technician)
  const [row] = await db().select().from(calendarFeeds)
  expect(JSON.stringify(row)).not.toContain(first.slice(10, -4))
  const feed = async () => (await technician.call('GET /api/calendar-feed')).body
  expect(await feed()).toEqual({ since: thisMinute, readAt: null })
  await events(first)
  expect(await feed()).toMatchObject({ readAt: thisMinute })
  const second = await makeOwn(technician)
  expect((await read(first)).status).toBe(404)
  expect((await read(second)).status).toBe(200)
  expect((await technician.call('DELETE /api/calendar-feed')).status).toBe(200)
  expect((await technician.call('DELETE /api/calendar-feed')).status).toBe(200)
  expect((await read(second)).status).toBe(404)
  expect(await feed()).toEqual({ since: null, readAt: null })
})

test("the office creates a technician's feed and ends it", async () => {
  const job = await assigned()
  const feed = theirFeed
  const params = { id: technician.user.id }
  const made = await admin.call(`POST ${feed}`, { params })
  expect(made.status).toBe(201)
  expect(Object.keys(await events(pathOf(made.body.url)))).toEqual([job.id])
  expect((await technician.call('GET /api/calendar-feed')).body.since).toEqual(thisMinute)
  await admin.call(`DELETE ${feed}`, { params })
  expect((await read(pathOf(made.body.url))).status).toBe(404)
  const told = async () =>
    (await notificationsShownTo(technician.user)).map(({ title, message, path }) => [
      title,
      message,
      path,
    ])
  const said = (words: string) => ['Your calendar', expect.stringContaining(words), '/profile']
  expect(await told()).toEqual([said('turned off'), said('created a secret calendar address')])
  await admin.call(`DELETE ${feed}`, { params })
  expect(await told()).toHaveLength(2)
  const own = await makeOwn(technician)
  expect(await told()).toHaveLength(2)
  await admin.call(`POST ${feed}`, { params })
  expect((await told())[0]).toEqual(said('The previous one no longer works.'))
  expect((await read(own)).status).toBe(404)
  const customer = { id: (await makeUser()).id }
  expect((await admin.call(`POST ${feed}`, { params: customer })).status).toBe(404)
  expect((await technician.call(`POST ${feed}`, { params })).status).toBe(403)
})

test('deactivated, waiting and former office people have no feed', async () => {
  const [own, office] = [await makeOwn(technician), await makeOwn(admin)]
  const params = { id: technician.user.id }
  await admin.call('DELETE /api/admin/technicians/{id}', { params })
  expect((await read(own)).status).toBe(404)
  travelTo(new Date(monday.getTime() + 60_000))
  const { email } = technician.user
  const again = { firstName: 'Ty', lastName: 'Back', email }
  await admin.call('POST /api/admin/technicians', { body: again })
  expect((await read(own)).status).toBe(404)
  expect((await admin.call(`GET ${theirFeed}`, { params })).body.since).toBeNull()
  const waits = { approvedAt: null, deactivatedAt: null }
  await db().update(users).set(waits).where(eq(users.id, technician.user.id))
  const waiting = await admin.call(`POST ${theirFeed}`, { params })
  expect([waiting.status, waiting.body.message]).toEqual([
    409,
    expect.stringContaining('is not approved yet, so there is no calendar to read.'),
  ])
  await db().update(users).set({ deactivatedAt: monday }).where(eq(users.id, technician.user.id))
  const gone = await admin.call(`POST ${theirFeed}`, { params })
  expect([gone.status, gone.body.message]).toEqual([
    409,
    expect.stringContaining('is deactivated, so there is no calendar to read.'),
  ])
  await db().update(users).set({ role: 'customer' }).where(eq(users.id, admin.user.id))
  expect((await read(office)).status).toBe(404)
})

test.each([
  '/calendar/x.ics',
  '/calendar/.ics',
  `/calendar/${'a'.repeat(43)}.ics`,
  '/calendar/%00.ics',
])('%s is not a feed, and reveals none', async (path) => {
  const answer = await read(path)
  expect(answer.status).toBe(404)
  expect(answer.headers['x-robots-tag']).toBe('noindex')
})

const oddText = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.constantFrom('a;b,c\\n\nEND:VEVENT', '🚗'.repeat(60), 'é'.repeat(80), '"\\,;:', ' x '),
  )
  // eslint-disable-next-line no-control-regex
  .map((text) => text.replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ''))

test('any characters in an address or name survive the calendar format', async () => {
  const customer = await makeUser()
  const car = await makeVehicle(customer.id)
  const job = await assigned({ customerId: customer.id, vehicleId: car.id })
  const path = await makeOwn(admin)
  await fc.assert(
    fc.asyncProperty(oddText, oddText, async (serviceAddress, lastName) => {
      await db().update(jobs).set({ serviceAddress }).where(eq(jobs.id, job.id))
      await db().update(users).set({ firstName: 'x', lastName }).where(eq(users.id, customer.id))
      const event = (await events(path))[job.id]
      expect(event?.location ?? '').toBe(serviceAddress)
      expect(event?.description).toContain(`x ${lastName}`.trim())
    }),
    { numRuns: 40 },
  )
})

test('guessing addresses is limited', async () => {
  const limited = await startTestApp({ REQUESTS_PER_MINUTE: '3' })
  const statuses: number[] = []
  for (let tries = 0; tries < 4; tries++)
    statuses.push((await limited.call(`GET /calendar/${'a'.repeat(43)}.ics`)).status)
  await limited.close()
  expect(statuses).toEqual([404, 404, 404, 429])
})
