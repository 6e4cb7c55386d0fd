import { beforeEach, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { guestOfVisit } from '#server/features/guests/test-guest.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { monday, tuesday, wednesday } from './test-customer.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })
let customer: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
})

const calendar = 'GET /api/jobs/{id}/calendar.ics'

/** The only event's properties, unfolded and unescaped; its alarm's under `alarm`. */
async function readEvent(jobId: string, reader: Pick<TestPerson, 'call'> = customer) {
  const answer = await reader.call(calendar, { params: { id: jobId } })
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(answer.text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  const lines = answer.text.replaceAll('\r\n ', '').split('\r\n')
  const block = (name: string) => {
    const [from, to] = [lines.indexOf(`BEGIN:${name}`), lines.indexOf(`END:${name}`)]
    return from < 0 ? undefined : lines.slice(from + 1, to)
  }
  const event: Record<string, string> = {}
  for (const line of block('VEVENT') ?? []) {
    const [name = '', ...value] = line.split(':')
    event[name] ??= value.join(':').replace(/\\n/g, '\n').replace(/\\(.)/g, '$1')
  }
  expect(lines).toContain('X-WR-TIMEZONE:America/Chicago')
  return { ...event, alarm: block('VALARM') } as Record<string, string> & { alarm?: string[] }
}

const ownJob = (serviceDate: string, slot: number) =>
  makeJob({ customerId: customer.user.id, serviceDate, slot: slotAt(slot) })

// Chicago's clocks go back on November 1, 2026 and forward on March 14, 2027.
test.each([
  ['2026-10-31', 1, '20261031T130000Z', '20261031T140000Z'],
  ['2026-11-02', 1, '20261102T140000Z', '20261102T150000Z'],
  ['2027-03-13', 2, '20270313T153000Z', '20270313T163000Z'],
  ['2027-03-15', 5, '20270315T210000Z', '20270315T220000Z'],
])('the slot of %s is the same hour of the wall clock', async (date, slot, start, end) => {
  const job = await ownJob(date, slot)
  expect(await readEvent(job.id)).toMatchObject({ DTSTART: start, DTEND: end })
})

test('the event has location, car and contact, and an alarm an hour before', async () => {
  const job = await ownJob(tuesday, 1)
  const event = await readEvent(job.id)
  expect(event).toMatchObject({
    UID: job.id,
    SEQUENCE: '0',
    STATUS: 'CONFIRMED',
    SUMMARY: 'Fivequart: oil change for your 2018 Toyota Camry',
    LOCATION: '100 Test Street, Austin, TX 78701',
  })
  expect(event.DESCRIPTION).toContain('Tuesday, November 24, 8:00 AM – 9:00 AM')
  expect(event.DESCRIPTION).toContain(`FQ-${job.number}`)
  expect(event.alarm).toContain('TRIGGER:-PT1H')
})

test('a move updates the event, a cancellation cancels it', async () => {
  const job = await ownJob(tuesday, 1)
  const params = { id: job.id }
  const to = { scheduledDate: wednesday, scheduledTime: labelAt(3) }
  await customer.call('POST /api/jobs/{id}/reschedule', { params, body: to })
  expect(await readEvent(job.id)).toMatchObject({
    UID: job.id,
    SEQUENCE: '1',
    DTSTART: '20261125T190000Z',
  })
  await customer.call('POST /api/jobs/{id}/cancel', { params, body: {} })
  const cancelled = await readEvent(job.id)
  expect(cancelled).toMatchObject({ UID: job.id, SEQUENCE: '2', STATUS: 'CANCELLED' })
  expect(cancelled.alarm).toBeUndefined()
})

test('a line break in an address starts no line of the file', async () => {
  const address = '1 Elm Street\r\nATTENDEE:mailto:x@example.com; back, gate'
  const job = await makeJob({ customerId: customer.user.id, serviceAddress: address })
  const event = await readEvent(job.id)
  expect(event).not.toHaveProperty('ATTENDEE')
  expect(event.LOCATION).toContain('1 Elm Street')
})

test("a guest's link opens the file of its visit only", async () => {
  const { id } = await ownJob(tuesday, 1)
  const guest = await guestOfVisit(app, id)
  expect(await readEvent(id, guest)).toMatchObject({ UID: id, STATUS: 'CONFIRMED' })
  const other = await ownJob(wednesday, 1)
  expect((await guest.call(calendar, { params: { id: other.id } })).status).toBe(404)
  expect((await app.call(calendar, { params: { id } })).status).toBe(401)
})

test("other people's visits have no file", async () => {
  const job = await ownJob(tuesday, 1)
  for (const role of ['customer', 'technician'] as const)
    expect((await (await app.as(role)).call(calendar, { params: { id: job.id } })).status).toBe(404)
  await readEvent(job.id, await app.as('admin'))
})

test('technicians and the office get an event in their own words, with what they may know', async () => {
  const technician = await app.as('technician')
  const job = await makeJob({
    customerId: customer.user.id,
    serviceDate: tuesday,
    status: 'assigned',
    technicianId: technician.user.id,
    serviceAddress: '100 Test Street, Austin, TX 78701',
  })
  for (const reader of [technician, await app.as('admin')]) {
    const event = await readEvent(job.id, reader)
    expect(event.SUMMARY).toMatch(/^2018 Toyota Camry/)
    expect(event.LOCATION).toBe('100 Test Street, Austin, TX 78701')
    expect(event.DESCRIPTION).not.toContain('Your number')
  }
  await db().update(jobs).set({ status: 'cancelled' }).where(eq(jobs.id, job.id))
  expect(await readEvent(job.id, technician)).toMatchObject({ LOCATION: 'Austin, TX 78701' })
})
