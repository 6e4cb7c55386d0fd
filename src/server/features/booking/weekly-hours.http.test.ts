import * as fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { db } from '#server/database/database.ts'
import { makeJob, makeVehicle } from '#server/database/test-factories.ts'
import { blockedSlots } from '#server/database/tables/schedule.ts'
import { settings } from '#server/database/tables/settings.ts'
import { bookAsGuest, guestAtHome, withLink } from '#server/features/guests/test-guest.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { loadSettings } from '#server/features/settings/queries.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import type { Day } from '#shared/contract/booking.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { defaultSettings } from '#shared/rules/settings.ts'
import { standardSlots } from '#shared/rules/slots.ts'
import { describeHours, hoursToText, serviceDaysOf, slotsOn } from '#shared/rules/weekly-hours.ts'
import { invalidateAvailability } from '#server/reads/availability-cache.ts'
import { customerWithCar, monday, sunday, visitForm } from './test-customer.ts'
import { labelAt, slotAt, startsAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
beforeEach(async () => {
  invalidateAvailability()
  admin = await app.as('admin')
})

const saturday = '2026-11-28'
const all = startsAt(1, 2, 3, 4, 5)
const shortSaturday = [all, all, all, all, all, startsAt(1, 2), []]
const put = (body: object, headers = {}) => admin.call('PUT /api/admin/settings', { body, headers })
const days = async (from: string, to = from) =>
  (await app.call('GET /api/availability', { query: { from, to } })).body as Day[]
const statuses = async (date: string) => (await days(date))[0]?.slots.map(({ status }) => status)
const onSaturday = ['open', 'open', 'closed', 'closed', 'closed']
const refused = {
  message:
    'This time is not offered on a Saturday: our hours are 8:00 – 10:30 AM. Please choose another one.',
  details: {
    availability: {
      date: saturday,
      slots: onSaturday.map((status, at) => ({ timeSlot: labelAt(at + 1), status })),
    },
  },
}

test('a shorter Saturday takes effect at once, and a newly opened Sunday has all times', async () => {
  expect((await put({ weeklyHours: shortSaturday })).body).toMatchObject({
    weeklyHours: shortSaturday,
    serviceDays: [1, 2, 3, 4, 5, 6],
  })
  expect(await statuses(saturday)).toEqual(onSaturday)
  expect((await app.call('GET /api/config')).body).toMatchObject({ weeklyHours: shortSaturday })
  await put({ serviceDays: [1, 2, 6, 7] })
  expect(currentSettings().weeklyHours).toEqual([all, all, [], [], [], startsAt(1, 2), all])
  expect(await statuses(saturday)).toEqual(onSaturday)
  expect(await statuses(sunday)).toEqual(all.map(() => 'open'))
  const { body } = await admin.call('GET /api/admin/schedule', {
    query: { from: saturday, to: saturday },
  })
  expect(body[0].serviceDay).toBe(true)
  expect(body[0].slots.map(({ status }: { status: string }) => status)).toEqual(onSaturday)
})

test("booking a time the day does not offer shows that day's hours", async () => {
  await put({ weeklyHours: shortSaturday })
  const { call, form, user, car } = await customerWithCar(app)
  const late = { ...form, scheduledDate: saturday, scheduledTime: labelAt(3) }
  expect(await call('POST /api/jobs', { body: late })).toMatchObject({ status: 409, body: refused })
  const byOffice = await admin.call('POST /api/jobs', { body: { ...late, customerId: user.id } })
  expect(byOffice).toMatchObject({ status: 409, body: refused })

  const second = await makeVehicle(user.id)
  const { serviceAddress } = visitForm(car.id)
  const visits = [
    { vehicleId: car.id, scheduledDate: saturday, scheduledTime: labelAt(1) },
    { vehicleId: second.id, scheduledDate: saturday, scheduledTime: labelAt(4) },
  ]
  const both = { body: { visits, serviceAddress } }
  expect(await call('POST /api/bookings', both)).toMatchObject({ status: 409, body: refused })
  expect(await statuses(saturday)).toEqual(onSaturday)

  const { body: job } = await call('POST /api/jobs', { body: form })
  const move = { scheduledDate: saturday, scheduledTime: labelAt(5) }
  const reschedule = { params: { id: job.id }, body: move }
  for (const person of [{ call }, admin])
    expect(await person.call('POST /api/jobs/{id}/reschedule', reschedule)).toMatchObject({
      status: 409,
      body: refused,
    })
  const kept = { ...reschedule, body: { ...move, scheduledTime: labelAt(2) } }
  expect((await call('POST /api/jobs/{id}/reschedule', kept)).status).toBe(200)
})

test('a guest gets the error before a code is mailed, and their link moves a visit only to offered times', async () => {
  await put({ weeklyHours: shortSaturday })
  const { browser, form } = await guestAtHome(app)
  const late = { ...form, scheduledDate: saturday, scheduledTime: labelAt(3) }
  expect(await browser.call('POST /api/guest-bookings', { body: late })).toMatchObject({
    status: 409,
    body: refused,
  })
  const { body } = await bookAsGuest(browser, form)
  const move = (time: number) =>
    withLink(app, body.token).call('POST /api/jobs/{id}/reschedule', {
      params: { id: body.job.id },
      body: { scheduledDate: saturday, scheduledTime: labelAt(time) },
    })
  expect(await move(5)).toMatchObject({ status: 409, body: refused })
  expect((await move(2)).status).toBe(200)
})

const places = Array.from({ length: 7 }, (_, day) =>
  standardSlots.map((slot) => ({ day, slot })),
).flat()

test('everything availability offers can be booked, and nothing else', async () => {
  await changeSettings({
    maxVisitsWithoutCard: 0,
    maxVisitsPerVehiclePerDay: 0,
    maxCancellationsPerDay: 0,
    maxMovesPerDay: 0,
    horizonDays: 120,
    leadDays: 0,
  })
  let weeks = 0
  const anyHours = fc
    .tuple(...Array.from({ length: 7 }, () => fc.subarray(all)))
    .filter((hours) => hours.some(({ length }) => length > 0))
  const way = fc.constantFrom('customer' as const, 'office' as const, 'move' as const)
  await fc.assert(
    fc.asyncProperty(anyHours, fc.subarray(places), way, async (weeklyHours, blocked, by) => {
      // Not this week, which may have days that are over.
      const first = addDays('2026-11-30', 7 * weeks++)
      const dateOf = (day: number) => addDays(first, day)
      await put({ weeklyHours })
      if (blocked.length > 0)
        await db()
          .insert(blockedSlots)
          .values(blocked.map(({ day, slot }) => ({ serviceDate: dateOf(day), slot })))
      invalidateAvailability()
      const { call, form, user, car } = await customerWithCar(app)
      const moved = await makeJob({
        customerId: user.id,
        vehicleId: car.id,
        serviceDate: addDays('2027-04-05', weeks),
      })
      const book = (place: { scheduledDate: string; scheduledTime: string }) =>
        by === 'move'
          ? call('POST /api/jobs/{id}/reschedule', { params: { id: moved.id }, body: place })
          : by === 'office'
            ? admin.call('POST /api/jobs', { body: { ...form, ...place, customerId: user.id } })
            : call('POST /api/jobs', { body: { ...form, ...place } })
      const offered = await days(first, dateOf(6))
      for (const { date, slots } of offered)
        for (const { timeSlot, status } of slots) {
          const answer = await book({ scheduledDate: date, scheduledTime: timeSlot })
          const isBooked = answer.status === (by === 'move' ? 200 : 201)
          expect([date, timeSlot, status, isBooked]).toEqual([
            date,
            timeSlot,
            status,
            status === 'open',
          ])
          const own = slotsOn(date, { ...defaultSettings, weeklyHours })
          if (status === 'closed' && own.length > 0)
            expect(answer).toMatchObject({
              status: 409,
              body: { message: expect.stringContaining(describeHours(own, standardSlots)) },
            })
        }
    }),
    { numRuns: 12 },
  )
}, 120_000)

test('today is over once its last offered time has begun', async () => {
  await put({ leadDays: 0, weeklyHours: [startsAt(1, 2), all, all, all, all, all, []] })
  const earliest = async () => (await app.call('GET /api/config')).body.earliestDate
  expect(await earliest()).toBe('2026-11-23')
  travelTo(new Date('2026-11-23T15:30:00Z'))
  expect(await earliest()).toBe('2026-11-24')
})

test('before saving new hours the office sees the visits outside them, with the nearest time', async () => {
  const visit = (serviceDate: string, slot: number, more = {}) =>
    makeJob({ serviceDate, slot: slotAt(slot), status: 'scheduled', ...more })
  const late = await visit(saturday, 4)
  const later = await visit('2026-12-05', 3, { status: 'assigned' })
  await visit(saturday, 1)
  await visit('2026-11-27', 4)
  await visit('2026-11-21', 4)
  await visit('2026-12-05', 4, { status: 'cancelled' })
  const outside = () =>
    admin.call('GET /api/admin/weekly-hours/visits', {
      query: { hours: hoursToText(shortSaturday) },
    })
  const seen = await outside()
  expect(seen.headers['x-total-count']).toBe('2')
  expect(seen.body).toMatchObject([
    { job: { id: late.id }, proposal: { scheduledDate: saturday, scheduledTime: labelAt(2) } },
    {
      job: { id: later.id },
      proposal: { scheduledDate: '2026-12-05', scheduledTime: labelAt(2) },
    },
  ])
  const body = seen.body[0].proposal
  await admin.call('POST /api/jobs/{id}/reschedule', { params: { id: late.id }, body })
  expect((await outside()).body).toMatchObject([{ job: { id: later.id } }])

  // Left there, it waits for the office.
  await put({ weeklyHours: shortSaturday })
  const waiting = await admin.call('GET /api/admin/attention')
  const groups = waiting.body as { kind: string; entries: unknown[] }[]
  expect(groups.find(({ kind }) => kind === 'closed_times')?.entries).toMatchObject([
    { id: later.id, status: 'assigned', why: 'The hours on a Saturday are 8:00 – 10:30 AM.' },
  ])
  expect((await outside()).body).toEqual([])
  for (const wrong of ['', '12', '12345,12345,12345,12345,12345,16,'])
    expect(
      (await admin.call('GET /api/admin/weekly-hours/visits', { query: { hours: wrong } })).status,
    ).toBe(400)
})

test("a day's seats are those of its offered times", async () => {
  const booked = await makeJob({ serviceDate: saturday, slot: slotAt(4) })
  await put({ weeklyHours: shortSaturday })
  const { body } = await admin.call('GET /api/dashboard/utilization')
  const day = (body.days as { date: string; booked: number; seats: number }[]).find(
    ({ date }) => date === booked.serviceDate,
  )
  expect(day).toEqual({ date: saturday, booked: 1, seats: 3 })
})

test.each([
  [{ weeklyHours: [[], [], [], [], [], [], []] }, 'weeklyHours'],
  [{ weeklyHours: [all, all] }, 'weeklyHours'],
  [{ weeklyHours: [['07:00'], [], [], [], [], [], []] }, 'weeklyHours.0.0'],
  [{ weeklyHours: shortSaturday, serviceDays: [1, 2] }, 'weeklyHours'],
])('%j is refused at its field', async (body, path) => {
  const answer = await put(body)
  expect(answer.status).toBe(400)
  expect(answer.body.details.fields).toMatchObject([{ path }])
})

test('hours are a change that can be undone, and the second of two editors gets a conflict', async () => {
  const { headers } = await admin.call('GET /api/admin/settings')
  const match = { 'if-match': headers.etag }
  await put({ weeklyHours: shortSaturday.map((own) => own.toReversed()) }, match)
  expect(currentSettings().weeklyHours).toEqual(shortSaturday)
  const lost = await put({ weeklyHours: [all, all, all, all, all, startsAt(1), []] }, match)
  expect(lost).toMatchObject({
    status: 409,
    body: {
      details: {
        reason: 'changed',
        fields: [
          {
            path: 'weeklyHours',
            message: expect.stringContaining('Sat 8:00 – 10:30 AM” at'),
          },
        ],
      },
    },
  })
  // Opening another day at the same time reverts none of the hours.
  expect((await put({ serviceDays: [1, 2, 3, 4, 5, 6, 7] }, match)).status).toBe(200)
  expect(currentSettings().weeklyHours).toEqual([...shortSaturday.slice(0, 6), all])

  const changes = (await admin.call('GET /api/admin/settings/changes')).body as { id: string }[]
  for (const { id } of changes)
    await admin.call('POST /api/admin/settings/changes/{id}/undo', { params: { id } })
  expect(currentSettings().weeklyHours).toEqual([all, all, all, all, all, all, []])
  expect(currentSettings().serviceDays).toEqual([1, 2, 3, 4, 5, 6])
})

test('setting only service days opens all times of those days and closes the others', async () => {
  const write = async (changed: object) => {
    await db()
      .insert(settings)
      .values({ id: 1, changed })
      .onConflictDoUpdate({ target: settings.id, set: { changed } })
    await loadSettings()
  }
  await write({ serviceDays: [1, 7] })
  expect(currentSettings().weeklyHours).toEqual([all, [], [], [], [], [], all])
  await write({ serviceDays: [5, 6], weeklyHours: shortSaturday })
  expect(currentSettings().weeklyHours).toEqual([[], [], [], [], all, startsAt(1, 2), []])
  expect(serviceDaysOf(currentSettings().weeklyHours)).toEqual(currentSettings().serviceDays)
  await put({ weeklyHours: shortSaturday })
  const [row] = await db().select().from(settings)
  expect(row?.changed).toMatchObject({ serviceDays: [1, 2, 3, 4, 5, 6] })
})
