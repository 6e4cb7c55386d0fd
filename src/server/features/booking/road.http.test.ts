import * as fc from 'fast-check'
import { eq, gt } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOsrm } from '#server/adapters/router/osrm.ts'
import { startTestRouter } from '#server/adapters/router/test-router.ts'
import { travelTo } from '#server/base/clock.ts'
import { db, queryRows } from '#server/database/database.ts'
import { makeJob, makePackage, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { dailyCounts } from '#server/database/tables/daily-counts.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { readRoadDays } from '#server/features/jobs/queries/road-days.ts'
import { invalidateAvailability } from '#server/reads/availability-cache.ts'
import { mailedCode } from '#server/features/accounts/test-site.ts'
import { ask, confirm, guestAtHome } from '#server/features/guests/test-guest.ts'
import { makeSpot } from '#server/features/service-area/test-spots.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { useServices } from '#server/testing/test-services.ts'
import { assignmentRefusal } from '#shared/rules/assignment.ts'
import { slotFrom, slotLabel } from '#shared/rules/slots.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'
import { usesEverything } from '#shared/rules/uses.ts'
import { customerWithCar, monday, tuesday, wednesday } from './test-customer.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
let ann: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
  ann = await app.as('technician')
  await changeSettings({ slotCapacityMode: 'technicians', maxVisitsPerVehiclePerDay: 0 })
})

const downtown = '12 Elm Street, Austin, TX 78701'
const downtownToo = '500 Oak Street, Austin, TX 78701'
/** 20 miles from downtown. */
const kyle = '100 Center Street, Kyle, TX 78640'
/** 63 miles from downtown. */
const temple = '20 Main Street, Temple, TX 76501'

async function book(slot: number, serviceAddress: string, more: object = {}) {
  const { call, form } = await customerWithCar(app)
  return call('POST /api/jobs', {
    body: { ...form, scheduledTime: labelAt(slot), serviceAddress, ...more },
  })
}

async function bookByOffice(slot: number, serviceAddress: string, more: object = {}) {
  const { user, form } = await customerWithCar(app)
  const at = { scheduledTime: labelAt(slot), serviceAddress, customerId: user.id }
  return admin.call('POST /api/jobs', { body: { ...form, ...at, ...more } })
}

/** Tuesday's times for an address, or for none. */
async function dayAt(address?: string, call = app.call) {
  const query = { from: tuesday, to: tuesday, ...(address && { address }) }
  const { body } = await call('GET /api/availability', { query })
  return body[0].slots as { timeSlot: string; status: string; drive?: string; best?: boolean }[]
}
const offered = async (address?: string) => (await dayAt(address)).map(({ status }) => status)

test('a time is open only where a technician can drive in time, and the claim checks it again', async () => {
  expect((await book(1, downtown)).status).toBe(201)
  expect(await offered(kyle)).toEqual(['full', 'full', 'open', 'open', 'open'])
  expect(await offered(downtownToo)).toEqual(['full', 'open', 'open', 'open', 'open'])
  expect(await offered()).toEqual(['full', 'open', 'open', 'open', 'open'])
  const refused = await book(2, kyle)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    message: 'We cannot be at this address in time then. Please choose another time.',
    details: { reason: 'travel', availability: { date: tuesday, open: true } },
  })
  const fresh = refused.body.details.availability.slots as { status: string }[]
  expect(fresh.map(({ status }) => status)).toEqual(['full', 'full', 'open', 'open', 'open'])
  expect((await book(3, kyle)).status).toBe(201)
  expect((await book(2, downtownToo)).status).toBe(201)
  expect(await offered(downtown)).toEqual(['full', 'full', 'full', 'full', 'open'])
})

test.each([
  { night: 'the clock is put forward', date: '2027-03-14', is: 'full' },
  { night: 'the clock stays', date: '2027-03-21', is: 'open' },
])('$night: the minutes that pass count', async ({ date, is }) => {
  const times: [string, string][] = [
    ['00:30', '01:15'],
    ['03:00', '04:00'],
  ]
  const weeklyHours = Array.from({ length: 7 }, () => times.map(([start]) => start))
  await changeSettings({ horizonDays: 365, slotTimes: { from: tuesday, times } })
  await changeSettings({ weeklyHours })
  const [first = 0] = times.map(([start, end]) => slotFrom(start, end))
  const at = { scheduledDate: date, scheduledTime: slotLabel(first) }
  expect((await book(1, downtown, at)).status).toBe(201)
  const { body } = await app.call('GET /api/availability', {
    query: { from: date, to: date, address: kyle },
  })
  expect(body[0].slots[1].status).toBe(is)
  const { body: shown } = await admin.call('GET /api/road', { query: { date } })
  expect(shown.clockChange).toEqual(is === 'full' ? { from: 180, minutes: -60 } : undefined)
})

test('the office may book beyond the road, which is in the visit’s history and the audit log', async () => {
  await book(1, downtown)
  const refused = await bookByOffice(2, kyle)
  expect([refused.status, refused.body.details.reason]).toEqual([409, 'travel'])
  expect(refused.body.message).toContain('book it anyway')
  const booked = await bookByOffice(2, kyle, { beyondRoad: true })
  expect(booked.status).toBe(201)
  const params = { id: booked.body.id }
  const { body: history } = await admin.call('GET /api/jobs/{id}/history', { params })
  expect(JSON.stringify(history)).toContain('Planned against the drive times')
  const { body: audit } = await admin.call('GET /api/admin/audit', {})
  expect(JSON.stringify(audit)).toContain('Planned against the drive times')
  const inTime = await bookByOffice(4, downtownToo, { beyondRoad: true })
  const { body: quiet } = await admin.call('GET /api/jobs/{id}/history', {
    params: { id: inTime.body.id },
  })
  expect(JSON.stringify(quiet)).not.toContain('Planned against')
  expect((await book(5, kyle, { beyondRoad: true })).status).toBe(403)
})

test('a visit keeps its technician beside one that no one can take', async () => {
  const near = await bookByOffice(1, downtown)
  const beyond = await bookByOffice(2, kyle, { beyondRoad: true })
  expect((await assign(near, ann)).status).toBe(200)
  expect((await assign(beyond, ann)).body.details).toMatchObject({ refusal: { reason: 'travel' } })
})

test('with a fixed number of visits the road refuses nothing', async () => {
  await changeSettings({ slotCapacityMode: 'number', slotCapacity: 1 })
  await book(1, downtown)
  expect(await offered(temple)).toEqual(['full', 'open', 'open', 'open', 'open'])
  expect((await book(2, temple)).status).toBe(201)
})

test('of 20 bookings at once that only one technician can drive to, one wins', async () => {
  const bob = await makeUser({ role: 'technician' })
  await book(1, downtown)
  const north = await bookByOffice(1, temple)
  await admin.call('POST /api/jobs/{id}/assign', {
    params: { id: north.body.id },
    body: { technicianId: bob.id },
  })
  const answers = await Promise.all(Array.from({ length: 20 }, () => book(2, downtownToo)))
  const reasons = answers.map(({ status, body }) => body.details?.reason ?? status)
  expect(reasons.filter((one) => one === 201)).toHaveLength(1)
  expect(reasons.filter((one) => one === 'travel')).toHaveLength(19)
  expect(await db().$count(jobs)).toBe(3)
})

test('of bookings of one date at once, one that fails leaves the others theirs', async () => {
  const people = await Promise.all([1, 2, 3, 4, 5].map(() => customerWithCar(app)))
  const [used] = people
  const headers = { 'idempotency-key': 'one' }
  const bookAs = ({ call, form }: (typeof people)[number], slot: number, more: object = {}) =>
    call('POST /api/jobs', {
      body: { ...form, scheduledTime: labelAt(slot), serviceAddress: downtown },
      ...more,
    })
  expect((await bookAs(used as (typeof people)[number], 1, { headers })).status).toBe(201)
  const answers = await Promise.all(
    people.map((one, n) => bookAs(one, [5, 2, 3, 3, 4][n] ?? 0, one === used ? { headers } : {})),
  )
  const [again, ...others] = answers.map(({ status }) => status)
  expect([again, answers[0]?.body.message]).toEqual([409, expect.stringContaining('already used')])
  expect(others.filter((status) => status === 201)).toHaveLength(3)
  expect(await offered(downtown)).toEqual(['full', 'full', 'full', 'full', 'open'])
})

describe('visits without a technician', () => {
  test('count, and change who would take them when another visit needs it', async () => {
    await makeUser({ role: 'technician' })
    await book(1, downtown)
    await book(1, temple)
    // Either way, one technician is downtown for the second time and one is in Temple.
    expect((await book(2, downtownToo)).status).toBe(201)
    expect((await book(2, kyle)).body.details.reason).toBe('travel')
    expect((await book(2, temple)).status).toBe(201)
  })

  test('of two visits only one technician could drive, the second is refused in either order', async () => {
    await book(2, downtown)
    expect((await book(1, kyle)).body.details.reason).toBe('travel')
    expect((await book(1, downtownToo)).status).toBe(201)
  })

  test('an assignment that leaves another visit without anyone is refused until the office insists', async () => {
    const bob = await app.as('technician')
    const [north, downtownVisit, northToo] = [
      await book(1, temple),
      await book(1, downtown),
      await book(2, temple),
    ]
    expect((await assign(north, ann)).status).toBe(200)
    const refused = await assign(northToo, bob)
    expect([refused.status, refused.body.details.reason]).toEqual([409, 'travel'])
    expect(refused.body.message).toContain('another visit that day, which has no technician yet')
    expect((await assign(northToo, bob, { beyondRoad: true })).status).toBe(200)
    expect((await assign(downtownVisit, bob)).body.details).toMatchObject({
      reason: 'technician',
      refusal: { reason: 'travel', at: '09:30' },
    })
  })
})

const assign = (visit: { body: { id: string } }, { user }: TestPerson, more: object = {}) =>
  admin.call('POST /api/jobs/{id}/assign', {
    params: { id: visit.body.id },
    body: { technicianId: user.id, ...more },
  })

test('a technician cannot be assigned or take a visit they cannot reach in time', async () => {
  await changeSettings({ technicianSelfAssign: true })
  await makeUser({ role: 'technician' })
  const [near, far] = [await book(1, downtown), await book(2, temple)]
  expect((await assign(near, ann)).status).toBe(200)
  const refused = await assign(far, ann)
  expect(refused.body.message).toMatch(
    /cannot get there in time: the drive from or to the visit at 8:00 AM takes \d+ min\./,
  )
  const claim = await ann.call('POST /api/jobs/{id}/claim', { params: { id: far.body.id } })
  expect([claim.status, claim.body.details.refusal.reason]).toEqual([409, 'travel'])
  expect((await assign(far, ann, { beyondRoad: true })).status).toBe(200)
})

test('a technician who lives far away, or whose day ends before the visit, cannot be given it', async () => {
  const houston = { latitude: 29.76, longitude: -95.37 }
  const far = await app.as(
    await makeUser({
      role: 'technician',
      homeLatitude: houston.latitude,
      homeLongitude: houston.longitude,
    }),
  )
  const early = await book(1, downtown)
  expect((await assign(early, far)).body.message).toMatch(/would have to drive \d+ minutes/)
})

test('a visit must end within the day', async () => {
  const [long, short] = [await makePackage({ minutes: 90 }), await makePackage({ minutes: 60 })]
  const last = (servicePackageId: string) => book(5, downtown, { servicePackageId })
  expect((await last(long.id)).body.details.reason).toBe('travel')
  expect((await last(short.id)).status).toBe(201)
})

test('a move and a new address are checked like a booking', async () => {
  const { call, form } = await customerWithCar(app)
  await book(1, downtown)
  const { body: visit } = await call('POST /api/jobs', {
    body: { ...form, scheduledTime: labelAt(3), serviceAddress: kyle },
  })
  const params = { id: visit.id }
  const at = (slot: number) => ({ scheduledDate: tuesday, scheduledTime: labelAt(slot) })
  const moved = await call('POST /api/jobs/{id}/reschedule', { params, body: at(2) })
  expect([moved.status, moved.body.details.reason]).toEqual([409, 'travel'])
  expect(moved.body.details.availability.slots[1].status).toBe('full')
  expect((await call('POST /api/jobs/{id}/reschedule', { params, body: at(4) })).status).toBe(200)
  const elsewhere = (serviceAddress: string, more: object = {}, who = call) =>
    who('PATCH /api/jobs/{id}', { params, body: { serviceAddress, ...more } })
  await book(3, kyle)
  expect((await elsewhere(temple)).body).toMatchObject({ details: { reason: 'travel' } })
  expect((await elsewhere('200 Center Street, Kyle, TX 78640')).status).toBe(200)
  expect((await elsewhere(temple, { beyondRoad: true })).status).toBe(403)
  expect((await elsewhere(temple, { beyondRoad: true }, admin.call)).status).toBe(200)
  const anyway = await admin.call('POST /api/jobs/{id}/reschedule', {
    params,
    body: { ...at(2), beyondRoad: true },
  })
  expect(anyway.status).toBe(200)
})

test('a request takes no place on the road until it is confirmed', async () => {
  await book(1, downtown)
  const { user } = await app.as('customer')
  const request = await makeJob({
    customerId: user.id,
    serviceDate: tuesday,
    slot: slotAt(2),
    seat: null,
    needsConfirmation: true,
    serviceAddress: temple,
  })
  expect((await book(3, downtownToo)).status).toBe(201)
  const confirm = (body?: object) =>
    admin.call('POST /api/jobs/{id}/confirm', { params: { id: request.id }, body })
  expect((await confirm()).body.details.reason).toBe('travel')
  expect((await confirm({ beyondRoad: true })).status).toBe(200)
})

test.each([
  ['missing', null],
  ['in the Gulf of Guinea', { latitude: 0, longitude: 0 }],
  ['on another continent', { latitude: -33.868, longitude: 151.209 }],
])('a position that is %s counts as the center of its ZIP code', async (_, place) => {
  const { body } = await book(1, downtown)
  const at = { latitude: null, longitude: null, ...place }
  await db().update(jobs).set(at).where(eq(jobs.id, body.id))
  expect(await offered(downtownToo)).toEqual(['full', 'open', 'open', 'open', 'open'])
  expect(await offered(kyle)).toEqual(['full', 'full', 'open', 'open', 'open'])
  expect((await book(2, downtownToo)).status).toBe(201)
})

test('without a ZIP code the drive is unknown, and the visit blocks no one', async () => {
  await makeSpot()
  const { body } = await book(1, downtown)
  const nowhere = { serviceAddress: 'By the old mill', latitude: 0, longitude: 0 }
  await db().update(jobs).set(nowhere).where(eq(jobs.id, body.id))
  expect(await offered(downtown)).toEqual(['full', 'open', 'open', 'open', 'open'])
  expect((await assign({ body }, ann)).status).toBe(200)
})

describe('implausible answers of the router', () => {
  let router: Awaited<ReturnType<typeof startTestRouter>>
  let hours = 0
  beforeEach(async () => {
    // What it refused before is asked for again after an hour.
    travelTo(new Date(monday.getTime() + ++hours * 3_700_000))
    router = await startTestRouter()
    // The estimate is not waited for: only the answer is, for less than a second.
    useServices({ router: createOsrm({ baseUrl: router.url, timeoutMs: 30_000 }) })
  })
  afterEach(() => router.close())
  const all = (seconds: unknown) => (table: { durations: unknown[][] }) => ({
    ...table,
    durations: table.durations.map((row) => row.map(() => seconds)),
  })

  test.each([
    ['negative', { lie: all(-60) }],
    ['no number', { lie: all(Number.NaN) }],
    ['1e9 seconds', { lie: all(1e9) }],
    ['too fast', { lie: all(1) }],
    ['a page', { raw: '<html>Welcome</html>' }],
    ['down', { fault: 502 }],
    ['silent', { hang: true }],
  ])('is replaced by the estimate: %s', async (_, answers) => {
    router.answers(answers)
    await book(1, downtown)
    expect(await offered(kyle)).toEqual(['full', 'full', 'open', 'open', 'open'])
    expect(router.asked).not.toEqual([])
    expect((await book(2, kyle)).body.details.reason).toBe('travel')
    expect((await book(2, downtownToo)).status).toBe(201)
  })
})

test.each([
  ['back', '2026-10-30', '2026-11-01', '2026-11-01T15:30:00.000Z'],
  ['forward', '2027-03-12', '2027-03-14', '2027-03-14T14:30:00.000Z'],
])(
  'the clocks go %s in the night: times and drives are those of any day',
  async (_, today, date, second) => {
    travelTo(new Date(`${today}T18:00:00Z`))
    await changeSettings({ serviceDays: [1, 2, 3, 4, 5, 6, 7] })
    const at = { scheduledDate: date }
    expect((await book(1, downtown, at)).status).toBe(201)
    const query = { from: date, to: date, address: kyle }
    const { body } = await app.call('GET /api/availability', { query })
    const statuses = body[0].slots.map(({ status }: { status: string }) => status)
    expect(statuses).toEqual(['full', 'full', 'open', 'open', 'open'])
    expect((await book(2, kyle, at)).body.details.reason).toBe('travel')
    expect((await book(2, downtownToo, at)).body.startsAt).toBe(second)
  },
)

test('when a technician is deactivated the others take their planned visits, and the office is told which ones no one can', async () => {
  const bob = await app.as('technician')
  const [near, far] = [await book(1, downtown), await book(1, temple)]
  expect([near.status, far.status]).toEqual([201, 201])
  const gone = await admin.call('DELETE /api/admin/technicians/{id}', {
    params: { id: bob.user.id },
  })
  expect(gone.status).toBe(200)
  expect((await offered(downtownToo))[1]).toBe('open')
  expect((await book(2, downtownToo)).status).toBe(201)
  const { body } = await admin.call('POST /api/admin/days/{date}/optimize', {
    params: { date: tuesday },
    body: { dryRun: true },
  })
  const left = [near, far].map(({ body: { id } }) => id)
  expect(body.unassigned).toEqual([
    {
      jobId: expect.toSatisfy((id: string) => left.includes(id)),
      reason: 'No technician can be there in time between their other visits.',
    },
  ])
})

test('two times without a gap: the second is open where the stay and the drive fit', async () => {
  const [one, two] = [slotLabel(slotFrom('08:00', '09:00')), slotLabel(slotFrom('09:00', '10:00'))]
  const times = [
    ['08:00', '09:00'],
    ['09:00', '10:00'],
    ['13:00', '14:00'],
  ] as const
  await changeSettings({
    slotTimes: { from: tuesday, times: times.map(([from, to]) => [from, to]) },
  })
  const quick = await makePackage({ minutes: 40 })
  const at = (scheduledTime: string) => ({ scheduledTime, servicePackageId: quick.id })
  expect((await book(1, downtown, at(one))).status).toBe(201)
  expect(await offered(kyle)).toEqual(['full', 'full', 'open'])
  expect((await book(1, kyle, at(two))).body.details.reason).toBe('travel')
  expect((await book(1, downtownToo, at(two))).status).toBe(201)
  await changeSettings({ travelBufferMinutes: 0 })
  expect((await offered(downtown))[2]).toBe('open')
})

test('a home too far away opens no times; the office sees why and may insist', async () => {
  await db()
    .update(users)
    .set({ homeLatitude: 31.76, homeLongitude: -106.48 })
    .where(eq(users.id, ann.user.id))
  invalidateAvailability()
  expect(await offered(downtown)).toEqual(['full', 'full', 'full', 'full', 'full'])
  const refused = await bookByOffice(2, downtown)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'No technician can be there in time. You can choose another time, or book it anyway.',
  ])
  expect((await bookByOffice(2, downtown, { beyondRoad: true })).status).toBe(201)
})

describe('an address refused too often as out of reach', () => {
  const refusals = 10
  const usedUp = { status: 409, body: { details: { reason: 'road_today' } } }
  const at = (slot: number) => ({ scheduledDate: tuesday, scheduledTime: labelAt(slot) })

  test('books, moves and changes nothing more that day, by any address; the office is not limited', async () => {
    await changeSettings({ maxVisitsWithoutCard: 0, supportPhone: '+15125550100' })
    await book(1, downtown)
    const { call, form } = await customerWithCar(app)
    const { body: visit } = await call('POST /api/jobs', {
      body: { ...form, ...at(4), serviceAddress: kyle },
    })
    const params = { id: visit.id }
    const ask = (serviceAddress: string) =>
      call('POST /api/jobs', { body: { ...form, ...at(2), serviceAddress } })
    const move = (slot: number) =>
      call('POST /api/jobs/{id}/reschedule', { params, body: at(slot) })
    for (let asked = 0; asked < refusals - 2; asked++)
      expect((await ask(kyle)).body.details.reason).toBe('travel')
    expect((await move(2)).body.details.reason).toBe('travel')
    const elsewhere = (serviceAddress: string) =>
      call('PATCH /api/jobs/{id}', { params, body: { serviceAddress } })
    expect((await elsewhere(temple)).status).toBe(200)
    const refused = await ask(downtownToo)
    expect(refused).toMatchObject(usedUp)
    expect(refused.body.message).toContain('please call us at (512) 555-0100')
    for (const one of [await ask(kyle), await move(3), await elsewhere(kyle)])
      expect(one).toMatchObject(usedUp)
    expect(
      (await call('PATCH /api/jobs/{id}', { params, body: { accessNotes: 'Gate' } })).status,
    ).toBe(200)
    expect((await bookByOffice(2, kyle)).body.details.reason).toBe('travel')
    expect((await book(2, downtownToo)).status).toBe(201)
    travelTo(new Date(monday.getTime() + 10 * 3_600_000))
    expect((await move(5)).status).toBe(200)
  })

  test('cannot go on with other accounts of the network, or as a guest', async () => {
    await book(1, downtown)
    const { browser, form } = await guestAtHome(app, '127.0.0.1')
    const asGuest = { ...form, ...at(2), serviceAddress: downtownToo }
    expect((await ask(browser, asGuest)).status).toBe(202)
    const code = await mailedCode(form.email)
    for (let account = 0; account < 6; account++) {
      const { call, form: own } = await customerWithCar(app)
      const body = { ...own, ...at(2), serviceAddress: kyle }
      for (let asked = 0; asked < refusals; asked++)
        expect((await call('POST /api/jobs', { body })).body.details.reason).toBe('travel')
    }
    expect(await book(2, downtownToo)).toMatchObject(usedUp)
    expect(await confirm(browser, asGuest, code)).toMatchObject(usedUp)

    // Customers from before today are not shut out, those with a car only until twice as many answers.
    const yesterday = new Date(monday.getTime() - 86_400_000)
    const known = await customerWithCar(app)
    await db().update(vehicles).set({ createdAt: yesterday }).where(eq(vehicles.id, known.car.id))
    const far = { ...known.form, ...at(2), serviceAddress: kyle }
    expect((await known.call('POST /api/jobs', { body: far })).body.details.reason).toBe('travel')
    await db().update(dailyCounts).set({ count: 120 }).where(gt(dailyCounts.count, refusals))
    expect(await known.call('POST /api/jobs', { body: far })).toMatchObject(usedUp)
    await makeJob({ customerId: known.user.id, createdAt: yesterday, status: 'completed' })
    const near = { ...far, serviceAddress: downtownToo }
    expect((await known.call('POST /api/jobs', { body: near })).status).toBe(201)
  })

  test('joins the waitlist no more', async () => {
    await changeSettings({ uses: usesEverything })
    const { call, car } = await customerWithCar(app)
    for (let asked = 0; asked < refusals; asked++) {
      const body = { from: tuesday, to: tuesday, vehicleId: car.id, serviceAddress: kyle }
      const joined = await call('POST /api/waitlist', { body })
      expect(joined.status).toBe(201)
      await call('DELETE /api/waitlist/{id}', { params: { id: joined.body.id } })
    }
    const body = { from: tuesday, to: tuesday, vehicleId: car.id, serviceAddress: temple }
    expect(await call('POST /api/waitlist', { body })).toMatchObject(usedUp)
  })
})

test('with a fixed number of visits the technician the server chooses can be there in time, if one can', async () => {
  await changeSettings({ slotCapacityMode: 'number', slotCapacity: 3, autoAssign: true })
  const bob = await makeUser({ role: 'technician' })
  const of = (technicianId: string, slot: number, zip: string) =>
    makeJob({
      serviceDate: tuesday,
      slot: slotAt(slot),
      technicianId,
      status: 'assigned',
      serviceAddress: `12 Elm Street, ${zip}`,
    })
  await of(ann.user.id, 1, '78701')
  await of(bob.id, 4, '76501')
  await of(bob.id, 5, '76501')
  // Ann has less to do, but is 63 miles away.
  const far = await book(2, temple)
  expect(far.body.technicianId).toBe(bob.id)
  // Where no one can be in time, the least busy one goes: the road only warns.
  const none = await book(2, temple)
  expect(none.body.technicianId).toBe(ann.user.id)
  for (const { body } of [far, none])
    await admin.call('POST /api/jobs/{id}/cancel', {
      params: { id: body.id },
      body: { reason: 'x' },
    })
  const { call, form } = await customerWithCar(app)
  const { body: visit } = await call('POST /api/jobs', {
    body: { ...form, scheduledTime: labelAt(3), serviceAddress: temple },
  })
  expect(visit.technicianId).toBe(ann.user.id)
  const moved = await call('POST /api/jobs/{id}/reschedule', {
    params: { id: visit.id },
    body: { scheduledDate: tuesday, scheduledTime: labelAt(2) },
  })
  expect(moved.body.technicianId).toBe(bob.id)
})

test('times beside the customer’s own visit at the address are the best, for the office too', async () => {
  await makeUser({ role: 'technician' })
  const { call, form, user } = await customerWithCar(app)
  const there = { serviceAddress: downtown, scheduledTime: labelAt(4), scheduledDate: wednesday }
  await call('POST /api/jobs', { body: { ...form, ...there } })
  await book(2, downtown)
  const bestOf = async (who: TestPerson['call'], more: object = {}) => {
    const query = { from: tuesday, to: wednesday, address: downtown, ...more }
    const { body } = await who('GET /api/availability', { query })
    return body.map(({ slots }: { slots: { best?: boolean }[] }) =>
      slots.flatMap(({ best }, at) => (best ? at + 1 : [])),
    )
  }
  expect(await bestOf(app.call)).toEqual([[1, 3], [1]])
  expect(await bestOf(call)).toEqual([[1], [3, 5]])
  expect(await bestOf(admin.call, { customerId: user.id })).toEqual([[1], [3, 5]])
  expect(await bestOf(app.call, { customerId: user.id })).toEqual([[1, 3], [1]])
})

test('times offered at two addresses reveal only ZIP codes, not houses', async () => {
  const { body } = await book(1, kyle)
  const before = [await dayAt(downtown), await dayAt(temple), await dayAt(kyle)]
  // The map has found the house, much nearer to downtown.
  const house = { latitude: 30.1, longitude: -97.82 }
  await db().update(jobs).set(house).where(eq(jobs.id, body.id))
  expect([await dayAt(downtown), await dayAt(temple), await dayAt(kyle)]).toEqual(before)
  expect((await dayAt(downtown, admin.call))[1]?.status).not.toBe(before[0]?.[1]?.status)
})

test('times beside another visit nearby are the best ones, three at most', async () => {
  await makeUser({ role: 'technician' })
  await book(2, downtown)
  const slots = await dayAt(downtownToo)
  expect(slots.map(({ best = false }) => best)).toEqual([true, false, true, true, false])
  expect(slots.map(({ drive }) => drive)).toEqual(['near', 'near', 'near', 'near', 'near'])
  expect((await dayAt(temple)).some(({ best }) => best)).toBe(false)
})

test('at most two best times of one day come before those of another', async () => {
  await makeUser({ role: 'technician' })
  await book(2, downtown)
  await book(4, downtown, { scheduledDate: wednesday })
  const query = { from: tuesday, to: wednesday, address: downtownToo }
  const bestOf = async (more: object, call = app.call) => {
    const { body } = await call('GET /api/availability', { query: { ...query, ...more } })
    return body.map(({ slots }: { slots: { best?: boolean }[] }) =>
      slots.flatMap(({ best }, at) => (best ? at + 1 : [])),
    )
  }
  expect(await bestOf({})).toEqual([[1, 3], [1]])
  const [own] = await db().select().from(jobs).where(eq(jobs.serviceDate, tuesday))
  await book(4, downtown)
  expect(await bestOf({ jobId: own?.id }, admin.call)).toEqual([[1, 3], [1]])
})

test('the office sees the road to an address outside the area too, which it books right away', async () => {
  await makeSpot()
  await book(1, downtown)
  expect(await offered(temple)).toEqual(['full', 'open', 'open', 'open', 'open'])
  const ofOffice = await dayAt(temple, admin.call)
  expect(ofOffice.map(({ status }) => status)).toEqual(['full', 'full', 'open', 'open', 'open'])
})

test('homes of technicians cannot be found by asking for many addresses', async () => {
  const move = (homeLatitude: number, homeLongitude: number) =>
    db().update(users).set({ homeLatitude, homeLongitude }).where(eq(users.id, ann.user.id))
  const zips = ['78701', '78640', '76501', '78664', '78626', '78666', '78620', '78602', '78650']
  const answers = (call = app.call) =>
    Promise.all(zips.map((zip) => dayAt(`12 Elm Street, ${zip}`, call)))
  await move(30.476, -97.724)
  invalidateAvailability()
  const before = await answers()
  expect(new Set(before.map(([first]) => first?.drive)).size).toBeGreaterThan(1)
  await move(30.524, -97.676)
  invalidateAvailability()
  expect(await answers()).toEqual(before)
})

test('times have room for as long as the package takes', async () => {
  const long = await makePackage({ minutes: 90 })
  await book(3, downtown)
  const query = { from: tuesday, to: tuesday, address: downtownToo }
  const { body } = await app.call('GET /api/availability', {
    query: { ...query, servicePackageId: long.id },
  })
  const statuses = body[0].slots.map(({ status }: { status: string }) => status)
  expect(statuses).toEqual(['open', 'open', 'full', 'open', 'full'])
  expect(await offered(downtownToo)).toEqual(['open', 'open', 'full', 'open', 'open'])
  const { browser, form } = await guestAtHome(app)
  const last = { scheduledDate: tuesday, scheduledTime: labelAt(5), servicePackageId: long.id }
  expect(await ask(browser, { ...form, ...last, serviceAddress: downtownToo })).toMatchObject({
    status: 409,
    body: { details: { reason: 'travel' } },
  })
})

describe('a visit that is to be moved', () => {
  async function longVisit(slot: number) {
    const long = await makePackage({ minutes: 100 })
    const { call, form } = await customerWithCar(app)
    const there = { scheduledTime: labelAt(slot), serviceAddress: kyle, servicePackageId: long.id }
    return { call, id: (await call('POST /api/jobs', { body: { ...form, ...there } })).body.id }
  }
  const timesFor = async (call: TestPerson['call'], more: object) => {
    const query = { from: tuesday, to: tuesday, address: kyle, ...more }
    const { status, body } = await call('GET /api/availability', { query })
    return status === 200 ? body[0].slots.map((one: { status: string }) => one.status) : status
  }

  test.each(['customer', 'office'])('does not block its own times, for the %s', async (who) => {
    const { call, id } = await longVisit(2)
    const asked = who === 'office' ? admin.call : call
    expect(await timesFor(asked, {})).toEqual(['open', 'full', 'open', 'open', 'open'])
    expect(await timesFor(asked, { jobId: id })).toEqual(['open', 'open', 'open', 'open', 'full'])
    await book(4, downtown)
    const afterwards = ['open', 'open', 'full', 'full', 'full']
    expect(await timesFor(asked, { jobId: id })).toEqual(afterwards)
    const refused = await asked('POST /api/jobs/{id}/reschedule', {
      params: { id },
      body: { scheduledDate: tuesday, scheduledTime: labelAt(5) },
    })
    const { details } = refused.body
    expect(details.availability.slots.map((one: { status: string }) => one.status)).toEqual(
      afterwards,
    )
  })

  test('has a free seat of its own with a fixed number of visits too', async () => {
    await changeSettings({ slotCapacityMode: 'number', slotCapacity: 1 })
    const { call, id } = await longVisit(2)
    expect(await timesFor(call, { jobId: id })).toEqual(Array(5).fill('open'))
    expect(await timesFor(call, {})).toEqual(['open', 'full', 'open', 'open', 'open'])
  })

  test('only its customer and the office may ask about it', async () => {
    const { id } = await longVisit(2)
    const stranger = await customerWithCar(app)
    for (const call of [app.call, stranger.call, ann.call])
      expect(await timesFor(call, { jobId: id })).toBe(404)
  })
})

test('the office is asked about the road and the code in turn, and nothing happens before', async () => {
  const code = { code: 'SPRING', reason: 'Mailing', off: 10, visitsUntil: tuesday }
  await admin.call('POST /api/admin/promotions', { body: code })
  const { call, form } = await customerWithCar(app)
  const { body: visit } = await call('POST /api/jobs', {
    body: { ...form, scheduledTime: labelAt(3), serviceAddress: kyle, promotionCode: 'SPRING' },
  })
  const other = await customerWithCar(app)
  await other.call('POST /api/jobs', {
    body: {
      ...other.form,
      scheduledDate: wednesday,
      scheduledTime: labelAt(1),
      serviceAddress: downtown,
    },
  })
  const params = { id: visit.id }
  const move = (more: object = {}) =>
    admin.call('POST /api/jobs/{id}/reschedule', {
      params,
      body: { scheduledDate: wednesday, scheduledTime: labelAt(2), ...more },
    })
  const history = async () =>
    JSON.stringify((await admin.call('GET /api/jobs/{id}/history', { params })).body)
  const before = await history()
  expect((await move()).body.details.reason).toBe('travel')
  expect((await move({ beyondRoad: true })).body.details.reason).toBe('promotion')
  expect((await move({ promotion: 'drop' })).body.details.reason).toBe('travel')
  expect(await history()).toBe(before)
  const moved = await move({ beyondRoad: true, promotion: 'drop' })
  expect(moved.body).toMatchObject({ scheduledDate: wednesday, finalAmount: '129.99' })
  const after = await history()
  for (const words of ['Planned against the drive times', 'Code SPRING ended with the move'])
    expect(after.split(words)).toHaveLength(2)
})

test('new minutes of a package, and a new core spot, change the times at once', async () => {
  await changeSettings({ areaBooking: false })
  const { body } = await book(3, downtown)
  expect(await offered(kyle)).toEqual(['open', 'open', 'full', 'full', 'open'])
  const params = { id: body.servicePackageId }
  await admin.call('PATCH /api/admin/service-packages/{id}', { params, body: { minutes: 150 } })
  expect(await offered(kyle)).toEqual(['open', 'open', 'full', 'full', 'full'])
  const spot = { name: 'Temple', address: temple, latitude: 31.0982, longitude: -97.3428 }
  await admin.call('POST /api/admin/core-spots', { body: { ...spot, radiusMiles: 5 } })
  expect(await offered(kyle)).toEqual(['full', 'full', 'full', 'full', 'full'])
})

test('an address that does not exist is refused, with its field', async () => {
  const query = { from: tuesday, to: tuesday, address: '12 Elm Street, Austin, TX 00000' }
  const { status, body } = await app.call('GET /api/availability', { query })
  expect([status, JSON.stringify(body.details)]).toEqual([400, expect.stringContaining('address')])
})

test('a guest is refused before a code is mailed', async () => {
  await book(1, downtown)
  const { browser, form } = await guestAtHome(app)
  const there = (scheduledTime: string) =>
    ask(browser, { ...form, serviceAddress: kyle, scheduledDate: tuesday, scheduledTime })
  expect(await there(labelAt(2))).toMatchObject({
    status: 409,
    body: { details: { reason: 'travel' } },
  })
  expect((await there(labelAt(3))).status).toBe(202)
})

const step = fc.record({
  do: fc.constantFrom('book', 'book', 'assign', 'move', 'cancel'),
  slot: fc.integer({ min: 1, max: 5 }),
  where: fc.constantFrom(downtown, kyle, temple, '7 Pine Street, Round Rock, TX 78664'),
  visit: fc.nat(9),
  who: fc.nat(1),
})
const fullTests = process.env.FIVEQUART_TESTS === 'full'

test('after any actions the day can be driven, and every offered time can be booked', async () => {
  const crew = [ann, await app.as('technician')]
  const { user, form } = await customerWithCar(app)
  await changeSettings({ maxVisitsWithoutCard: 0, maxCancellationsPerDay: 0, maxMovesPerDay: 0 })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      await queryRows({ name: 'clear-road', text: 'truncate jobs, payment_accounts cascade' })
      invalidateAvailability()
      const visits: string[] = []
      for (const { do: what, slot, where, visit, who } of steps) {
        const params = { id: visits[visit % Math.max(1, visits.length)] ?? '' }
        if (what === 'book') {
          const isOffered = (await dayAt(where))[slot - 1]?.status === 'open'
          const car = await makeVehicle(user.id)
          const { status, body } = await admin.call('POST /api/jobs', {
            body: {
              ...form,
              vehicleId: car.id,
              scheduledTime: labelAt(slot),
              serviceAddress: where,
              customerId: user.id,
            },
          })
          expect(status).toBe(isOffered ? 201 : 409)
          if (status === 201) visits.push(body.id)
        } else if (visits.length === 0) continue
        else if (what === 'assign') {
          const technicianId = crew[who]?.user.id as string
          await admin.call('POST /api/jobs/{id}/assign', { params, body: { technicianId } })
        } else if (what === 'move') {
          const body = { scheduledDate: tuesday, scheduledTime: labelAt(slot) }
          await admin.call('POST /api/jobs/{id}/reschedule', { params, body })
        } else await admin.call('POST /api/jobs/{id}/cancel', { params, body: { reason: 'x' } })
        expect(await undrivable()).toEqual([])
      }
    }),
    { numRuns: fullTests ? 40 : 5 },
  )
}, 120_000)

/** Visits that their technician, or who would take them, cannot be at in time. */
async function undrivable() {
  const day = (await readRoadDays([tuesday])).get(tuesday)
  if (!day) return ['no day']
  const taken = day.visits.map((visit) => ({
    ...visit,
    technicianId: visit.technicianId ?? visit.tentativeTechnicianId,
  }))
  return taken.flatMap((visit) => {
    const technician = day.technicians.find(({ id }) => id === visit.technicianId)
    const refusal = technician ? assignmentRefusal(technician, visit, taken, day.road) : 'nobody'
    return refusal ? [refusal] : []
  })
}
