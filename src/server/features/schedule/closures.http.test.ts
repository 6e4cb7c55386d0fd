import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { blockedSlots, closures } from '#server/database/tables/schedule.ts'
import { monday, tuesday, wednesday } from '#server/features/booking/test-customer.ts'
import { travelTo } from '#server/base/clock.ts'
import { notificationsShownTo, type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import type { Closure } from '#shared/contract/closures.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { addDays, dateRange, weekday } from '#shared/rules/calendar.ts'
import { type DayRange, isIn } from '#shared/rules/closure-days.ts'
import { slotLabel, standardSlots } from '#shared/rules/slots.ts'
import { labelAt, slotAt, slotLabels } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
})

const thanksgiving = '2026-11-26'
const friday = '2026-11-27'
const blockRange = (body: Record<string, unknown>) =>
  admin.call('POST /api/admin/block-range', { body: { isBlocked: true, ...body } })
const listed = async (): Promise<Closure[]> =>
  (await admin.call('GET /api/admin/closures')).body as Closure[]
const blocks = async (date: string) =>
  (await admin.call('GET /api/admin/blocked-slots/{date}', { params: { date } })).body
const touched = (query: Record<string, string>) =>
  admin.call('GET /api/admin/block-range/visits', { query })

test('a two-day holiday is one closure with name and reason', async () => {
  const name = 'Thanksgiving'
  const { body } = await blockRange({ from: thanksgiving, to: friday, name, reason: 'Family' })
  expect(body).toMatchObject({ visits: 0, closure: { from: thanksgiving, to: friday, name } })
  expect(await blocks(friday)).toEqual(
    slotLabels.map((timeSlot) => ({
      date: friday,
      timeSlot,
      isBlocked: true,
      blockedReason: 'Thanksgiving: Family',
    })),
  )
  expect(await listed()).toEqual([
    { ...body.closure, timeSlots: [...slotLabels], reason: 'Family', openTimes: 0, except: [] },
  ])
  // Repeated, it is the same one.
  await blockRange({ from: thanksgiving, to: friday, name: 'Long weekend' })
  expect((await listed()).map((closure) => closure.name)).toEqual(['Long weekend'])
})

test('a truck repair closes some times of some days', async () => {
  const timeSlots = [labelAt(4), labelAt(1)]
  await blockRange({ from: tuesday, to: friday, timeSlots, reason: 'Truck in repair' })
  const answer = await app.call('GET /api/availability', { query: { from: tuesday, to: friday } })
  for (const day of answer.body)
    expect(day.slots.map((slot: { status: string }) => slot.status)).toEqual([
      'blocked',
      'open',
      'open',
      'blocked',
      'open',
    ])
})

test('a time reopened in one closure stays closed by another', async () => {
  const repaired = { timeSlots: [labelAt(1)], reason: 'Repair' }
  const repair = await blockRange({ from: tuesday, to: friday, ...repaired })
  travelTo(new Date(monday.getTime() + 1000))
  const holiday = await blockRange({ from: thanksgiving, to: friday, name: 'Thanksgiving' })
  expect((await blocks(friday))[0].blockedReason).toBe('Thanksgiving')
  const { id } = holiday.body.closure
  expect((await admin.call('DELETE /api/admin/closures/{id}', { params: { id } })).status).toBe(200)
  expect((await blocks(friday))[0].blockedReason).toBe('Repair')
  const now = (await blocks(friday)).map((slot: { isBlocked: boolean }) => slot.isBlocked)
  expect(now).toEqual([true, false, false, false, false])
  expect(await listed()).toEqual([repair.body.closure])
  const twice = await admin.call('DELETE /api/admin/closures/{id}', { params: { id } })
  expect(twice.status).toBe(404)
})

test('a closure gets other days and keeps its reopened times', async () => {
  const { body } = await blockRange({ from: tuesday, to: thanksgiving, name: 'Repair' })
  const opened = { date: wednesday, timeSlot: labelAt(3), isBlocked: false }
  await admin.call('POST /api/admin/block-slot', { body: opened })
  expect((await listed())[0]?.openTimes).toBe(1)
  const changed = await admin.call('PUT /api/admin/closures/{id}', {
    params: { id: body.closure.id },
    body: { from: wednesday, to: friday, name: 'Repair', reason: 'Engine' },
  })
  expect(changed.body).toMatchObject({
    from: wednesday,
    to: friday,
    reason: 'Engine',
    openTimes: 1,
  })
  expect((await blocks(tuesday))[0].isBlocked).toBe(false)
  expect((await blocks(wednesday))[2].isBlocked).toBe(false)
  expect((await blocks(friday))[0]).toMatchObject({ blockedReason: 'Repair: Engine' })
})

test('a closure lists its reopened times, grouping days with the same ones', async () => {
  const saturday = '2026-11-28'
  const open = (from: string, to: string, ...numbers: number[]) =>
    blockRange({
      from,
      to,
      isBlocked: false,
      ...(numbers.length > 0 && { timeSlots: numbers.map(labelAt) }),
    })
  const { body } = await blockRange({ from: tuesday, to: saturday, name: 'Winter', reason: 'Snow' })
  expect(body.closure.except).toEqual([])
  await open(wednesday, friday, 1)
  await open(thanksgiving, thanksgiving, 3, 4)
  await open(saturday, saturday)
  const except = [
    { from: wednesday, to: wednesday, timeSlots: [labelAt(1)] },
    { from: thanksgiving, to: thanksgiving, timeSlots: [1, 3, 4].map(labelAt) },
    { from: friday, to: friday, timeSlots: [labelAt(1)] },
    { from: saturday, to: saturday, timeSlots: [...slotLabels] },
  ]
  const opened = { ...body.closure, openTimes: 10, except }
  expect(await listed()).toEqual([opened])
  await open(thanksgiving, thanksgiving, 3)
  expect(await listed()).toEqual([opened])

  // Closed again under its name it is the same closure, under another a second one.
  const close = { from: thanksgiving, to: thanksgiving, name: 'Winter', reason: 'Snow' }
  await blockRange({ ...close, timeSlots: [3, 4].map(labelAt) })
  expect(await listed()).toMatchObject([
    { ...body.closure, openTimes: 8, except: [{ from: wednesday, to: friday }, except[3]] },
  ])
  await blockRange({ ...close, name: 'Thanksgiving' })
  expect((await listed()).map(({ name, openTimes }) => [name, openTimes])).toEqual([
    ['Winter', 7],
    ['Thanksgiving', 0],
  ])
  // Past exceptions are dropped.
  travelTo(new Date('2026-11-28T18:00:00Z'))
  const later = { ...except[3], timeSlots: [3, 4, 5].map(labelAt) }
  expect((await listed()).map(({ except: still }) => still)).toEqual([[later]])
})

test('the second of two editors of a closure sees who changed it, and its state', async () => {
  const { body } = await blockRange({ from: tuesday, to: friday, name: 'Repair' })
  const { id, version } = body.closure
  const put = (name: string, more = {}) =>
    admin.call('PUT /api/admin/closures/{id}', {
      params: { id },
      body: { from: tuesday, to: wednesday, name },
      headers: { 'if-match': `"${version}"` },
      ...more,
    })
  const [first, second] = [await put('Repair of Van 2'), await put('Holiday')]
  expect([first.status, first.headers.etag]).toEqual([200, `"${version + 1}"`])
  expect(second).toMatchObject({
    status: 409,
    body: {
      message: expect.stringContaining(
        'has changed this in the meantime, to Repair of Van 2, Tue, Nov 24 – Wed, Nov 25.',
      ),
      details: { reason: 'changed', now: { name: 'Repair of Van 2', version: version + 1 } },
    },
  })
  expect((await put('Holiday', { headers: {} })).status).toBe(200)
})

test('a running closure keeps its past days and times', async () => {
  const { body } = await blockRange({ from: '2026-11-23', to: friday, name: 'Repair' })
  travelTo(new Date('2026-11-25T18:00:00Z'))
  const params = { id: body.closure.id }
  const earlier = await admin.call('PUT /api/admin/closures/{id}', {
    params,
    body: { from: tuesday, to: friday },
  })
  expect(earlier.status).toBe(400)
  expect((await admin.call('DELETE /api/admin/closures/{id}', { params })).status).toBe(200)
  expect(await listed()).toEqual([])
  expect((await blocks(tuesday))[0]).toMatchObject({ isBlocked: true, blockedReason: 'Repair' })
  const today = (await blocks(wednesday)).map((slot: { isBlocked: boolean }) => slot.isBlocked)
  expect(today).toEqual([true, true, false, false, false])
})

test.each([
  [{ from: '2026-11-22', to: tuesday }, 'Past dates can no longer be changed.'],
  [{ from: friday, to: tuesday }, 'The last day is before the first one.'],
  [{ from: tuesday, to: '2027-11-25' }, 'At most 366 days at a time, please.'],
  [{ from: tuesday, to: tuesday, timeSlots: [] }, 'Please choose a time'],
])('%o is refused', async (body, message) => {
  expect(await blockRange(body)).toMatchObject({ status: 400, body: { message } })
  expect(await db().select().from(blockedSlots)).toEqual([])
})

test('visits inside a block come with the nearest free time outside it', async () => {
  const visit = (serviceDate: string, slot: number, more = {}) =>
    makeJob({ serviceDate, slot: slotAt(slot), status: 'scheduled', ...more })
  const [one, two] = [await visit(tuesday, 2), await visit(tuesday, 3)]
  await visit(wednesday, 2)
  await visit(tuesday, 5, { status: 'cancelled' })
  const day = await touched({ from: tuesday, to: tuesday })
  expect(Number(day.headers['x-total-count'])).toBe(2)
  expect(day.body).toMatchObject([
    { job: { id: one.id }, proposal: { scheduledDate: wednesday, scheduledTime: labelAt(1) } },
    { job: { id: two.id }, proposal: { scheduledDate: wednesday, scheduledTime: labelAt(3) } },
  ])
  const slot = await touched({ from: tuesday, to: tuesday, timeSlots: labelAt(3) })
  expect(slot.body).toMatchObject([
    { job: { id: two.id }, proposal: { scheduledDate: tuesday, scheduledTime: labelAt(4) } },
  ])
  const [first] = day.body
  const params = { id: one.id }
  const move = { params, body: first.proposal }
  expect((await admin.call('POST /api/jobs/{id}/reschedule', move)).status).toBe(200)
  const left = await blockRange({ from: tuesday, to: tuesday })
  expect(left.body.visits).toBe(1)
  const told = await notificationsShownTo({ id: one.customerId, role: 'customer' })
  expect(told).toHaveLength(1)
})

test('the proposed time suits its technician, else one without them', async () => {
  const early = { from: '08:00', to: '09:00' }
  const hours = Array.from({ length: 7 }, () => early)
  const keeps = await makeUser({ role: 'technician', workingHours: hours })
  const never = await makeUser({ role: 'technician', workingHours: hours.map(() => null) })
  const visit = (technicianId: string, slot: number) =>
    makeJob({ serviceDate: tuesday, slot: slotAt(slot), technicianId, status: 'assigned' })
  const [one, other] = [await visit(keeps.id, 1), await visit(never.id, 3)]
  const { body } = await touched({ from: tuesday, to: tuesday })
  expect(body.map(({ job, proposal }: Touched) => [job.id, proposal])).toEqual([
    [one.id, { scheduledDate: wednesday, scheduledTime: labelAt(1) }],
    [other.id, { scheduledDate: wednesday, scheduledTime: labelAt(3), technicianId: null }],
  ])
  const moved: Answer[] = []
  for (const { job, proposal } of body as Touched[])
    moved.push(
      await admin.call('POST /api/jobs/{id}/reschedule', {
        params: { id: job.id },
        body: proposal,
      }),
    )
  expect(moved.map(({ status, body: job }) => [status, job.technicianId])).toEqual([
    [200, keeps.id],
    [200, null],
  ])
})
type Touched = { job: Job; proposal: Record<string, unknown> }
type Answer = { status: number; body: Job }

test('no car is proposed a day on which it has another visit', async () => {
  const { id: customerId } = await makeUser()
  const { id: vehicleId } = await makeVehicle(customerId)
  const own = { customerId, vehicleId }
  await makeJob({ ...own, serviceDate: tuesday, slot: slotAt(1) })
  await makeJob({ ...own, serviceDate: wednesday, slot: slotAt(1) })
  const { body } = await touched({ from: tuesday, to: tuesday })
  expect(body.map(({ proposal }: { proposal: Job }) => proposal.scheduledDate)).toEqual([
    thanksgiving,
  ])
})

test('visits beyond the horizon are moved to bookable days too', async () => {
  const far = '2027-06-01'
  await makeJob({ serviceDate: far, slot: slotAt(1) })
  const { body } = await touched({ from: far, to: far })
  expect(body[0].proposal.scheduledDate < far).toBe(true)
})

test('a year is blocked at once', async () => {
  const to = addDays(tuesday, 365)
  expect((await blockRange({ from: tuesday, to })).status).toBe(200)
  expect(await db().$count(blockedSlots)).toBe(366 * 5)
})

const first = tuesday
const last = addDays(first, 9)
const anyRange: fc.Arbitrary<DayRange> = fc
  .tuple(fc.nat({ max: 9 }), fc.nat({ max: 4 }), fc.subarray([...standardSlots], { minLength: 1 }))
  .map(([from, days, numbers]) => {
    const date = addDays(first, from)
    const to = addDays(date, days)
    return { from: date, to: to > last ? last : to, slots: [...numbers].toSorted((a, b) => a - b) }
  })
const anyStep = fc.oneof(
  fc.record({ kind: fc.constantFrom('block', 'open'), range: anyRange }),
  fc.record({ kind: fc.constantFrom('change', 'remove'), at: fc.nat(20), range: anyRange }),
)
const times = dateRange(first, last).flatMap((date) =>
  standardSlots.map((slot) => ({ date, slot, key: `${date}/${slot}` })),
)

test('blocked times are the blocked minus the reopened ones, and availability follows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 8 }), async (steps) => {
      await blockRange({ from: first, to: last, isBlocked: false })
      await db().delete(closures)
      const blocked = new Set<string>()
      const known = new Map<string, DayRange>()
      const within = (range: DayRange) => times.filter(({ date, slot }) => isIn(range, date, slot))
      const open = (range: DayRange) => {
        for (const time of within(range))
          if (![...known.values()].some((other) => isIn(other, time.date, time.slot)))
            blocked.delete(time.key)
      }
      for (const step of steps) {
        const { range } = step
        const { slots: numbers, ...dates } = range
        const body = { ...dates, timeSlots: numbers.map(slotLabel) }
        if ('at' in step) {
          const entry = [...known][step.at % Math.max(1, known.size)]
          if (!entry) continue
          const [id, before] = entry
          if (step.kind === 'remove') {
            known.delete(id)
            await admin.call('DELETE /api/admin/closures/{id}', { params: { id } })
          } else {
            known.set(id, range)
            await admin.call('PUT /api/admin/closures/{id}', { params: { id }, body })
            for (const time of within(range))
              if (!isIn(before, time.date, time.slot)) blocked.add(time.key)
          }
          open(before)
        } else {
          const isBlocked = step.kind === 'block'
          const answer = await blockRange({ ...body, isBlocked })
          for (const { key } of within(range)) blocked[isBlocked ? 'add' : 'delete'](key)
          // Within a closure it belongs to that one.
          if (isBlocked && !known.has(answer.body.closure.id))
            known.set(answer.body.closure.id, range)
          const met = [...known].filter(([, other]) =>
            within(other).some(({ date, slot }) => isIn(range, date, slot)),
          )
          for (const [id, other] of met)
            if (!within(other).some(({ key }) => blocked.has(key))) known.delete(id)
        }
      }
      const answer = await app.call('GET /api/availability', { query: { from: first, to: last } })
      const shown = answer.body.flatMap((day: { date: string; slots: { status: string }[] }) =>
        day.slots.flatMap(({ status }, at) =>
          status === 'blocked' ? `${day.date}/${slotAt(at + 1)}` : [],
        ),
      )
      const expected = times.filter(({ date, key }) => weekday(date) !== 7 && blocked.has(key))
      expect(shown).toEqual(expected.map(({ key }) => key))
      expect(new Set((await listed()).map(({ id }) => id))).toEqual(new Set(known.keys()))
    }),
    { numRuns: 25 },
  )
})

test('times of today that have started cannot be blocked, later ones can', async () => {
  const today = '2026-11-23'
  travelTo(new Date(`${today}T16:30:00Z`)) // 10:30 in Chicago
  const block = (timeSlot: string) =>
    admin.call('POST /api/admin/block-slot', { body: { date: today, timeSlot, isBlocked: true } })
  expect(await block(labelAt(1))).toMatchObject({
    status: 400,
    body: { message: 'Past times can no longer be changed.' },
  })
  expect((await block(labelAt(5))).status).toBe(200)
  await makeJob({ serviceDate: today, slot: slotAt(1) })
  const ahead = await makeJob({ serviceDate: today, slot: slotAt(4) })
  expect((await touched({ from: today, to: friday })).body).toMatchObject([
    { job: { id: ahead.id } },
  ])
  const several = await blockRange({ from: today, to: friday })
  expect(several).toMatchObject({
    status: 200,
    body: { visits: 1, closure: { openTimes: 0, except: [] } },
  })
  const closed = (await blocks(today)).map((slot: { isBlocked: boolean }) => slot.isBlocked)
  expect(closed).toEqual([false, false, true, true, true])
  // Opening them leaves the past, too.
  travelTo(new Date(`${today}T19:30:00Z`))
  await blockRange({ from: today, to: today, isBlocked: false })
  const opened = (await blocks(today)).map((slot: { isBlocked: boolean }) => slot.isBlocked)
  expect(opened).toEqual([false, false, true, false, false])
  travelTo(new Date(`${today}T23:59:00Z`))
  const day = await admin.call('POST /api/admin/block-day', {
    body: { date: today, isBlocked: true },
  })
  expect(day.status).toBe(400)
})
