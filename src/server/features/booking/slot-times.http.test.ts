import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import type { Day } from '#shared/contract/booking.ts'
import { defaultSettings } from '#shared/rules/settings.ts'
import { slotFrom, type SlotLabel, slotLabel } from '#shared/rules/slots.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'
import { hoursToText } from '#shared/rules/weekly-hours.ts'
import { invalidateAvailability } from '#server/reads/availability-cache.ts'
import { customerWithCar, monday } from './test-customer.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
beforeEach(async () => {
  invalidateAvailability()
  admin = await app.as('admin')
})

// The test's day is Monday, November 23.
const [thisSaturday, nextMonday, nextSunday] = ['2026-11-28', '2026-11-30', '2026-12-06']
const early = slotLabel(slotFrom('07:00', '08:00'))
const six = {
  from: nextMonday,
  times: [
    ['07:00', '08:00'],
    ['08:30', '09:30'],
    ['10:00', '11:00'],
    ['12:30', '13:30'],
    ['14:00', '15:00'],
    ['17:00', '18:00'],
  ],
}
const labelsOfSix = six.times.map(([start = '', end = '']) => slotLabel(slotFrom(start, end)))
const five = [1, 2, 3, 4, 5].map(labelAt)

const put = (body: object) => admin.call('PUT /api/admin/settings', { body })
const dayOf = async (date: string) => {
  invalidateAvailability()
  const { body } = await app.call('GET /api/availability', { query: { from: date, to: date } })
  const [day] = body as Day[]
  return Object.fromEntries(day?.slots.map(({ timeSlot, status }) => [timeSlot, status]) ?? [])
}
const book = async (scheduledDate: string, scheduledTime: SlotLabel) => {
  const { call, form } = await customerWithCar(app)
  return call('POST /api/jobs', { body: { ...form, scheduledDate, scheduledTime } })
}

test('new times count from their day on, and this week keeps its own', async () => {
  const { status, body } = await put({ slotTimes: six })
  expect([status, body.slotTimes, body.earlierSlotTimes]).toEqual([
    200,
    six,
    [defaultSettings.slotTimes],
  ])
  expect(Object.keys(await dayOf(thisSaturday))).toEqual(five)
  expect(await dayOf(nextMonday)).toEqual(
    Object.fromEntries(labelsOfSix.map((label) => [label, 'open'])),
  )
  expect(Object.values(await dayOf(nextSunday))).toEqual(labelsOfSix.map(() => 'closed'))
  expect((await book(nextMonday, early)).status).toBe(201)
  for (const [date, label] of [
    [nextMonday, labelAt(1)],
    [thisSaturday, early],
  ] as const)
    expect(await book(date, label)).toMatchObject({
      status: 400,
      body: { message: 'Please select a time' },
    })
  const { body: days } = await admin.call('GET /api/admin/schedule', {
    query: { from: thisSaturday, to: nextMonday },
  })
  const seen = days.map(({ slots }: { slots: { booked: number }[] }) => [
    slots.length,
    slots[0]?.booked,
  ])
  expect(seen).toEqual([
    [5, 0],
    [5, 0],
    [6, 1],
  ])
  expect((await app.call('GET /api/config')).body).toMatchObject({ slotTimes: six })
})

test('a booked visit keeps its time, and takes a seat of every new time that it overlaps', async () => {
  // 1:00 to 2:00 PM overlaps 12:30 to 1:30 PM only; 9:30 to 10:30 AM overlaps 10:00 to 11:00 AM.
  const booked = await makeJob({ serviceDate: nextMonday, slot: slotAt(3) })
  const second = await makeJob({ serviceDate: nextMonday, slot: slotAt(2) })
  await put({ slotTimes: six })
  const [first, eight, ten, noon, two, five] = labelsOfSix
  expect(await dayOf(nextMonday)).toEqual({
    [first ?? '']: 'open',
    [eight ?? '']: 'open',
    [ten ?? '']: 'full',
    [noon ?? '']: 'full',
    [two ?? '']: 'open',
    [five ?? '']: 'open',
  })
  expect((await book(nextMonday, noon as SlotLabel)).status).toBe(409)
  const kept = await admin.call('GET /api/jobs/{id}', { params: { id: booked.id } })
  expect(kept.body).toMatchObject({ scheduledDate: nextMonday, scheduledTime: labelAt(3) })
  // One after the other, both on seat 1: a time that overlaps both takes the second seat.
  await put({
    slotCapacity: 2,
    slotTimes: { from: nextMonday, times: [['09:00', '14:00']] },
  })
  const long = slotLabel(slotFrom('09:00', '14:00'))
  expect(await dayOf(nextMonday)).toEqual({ [long]: 'open' })
  expect((await book(nextMonday, long)).status).toBe(201)
  expect((await book(nextMonday, long)).status).toBe(409)
  const seats = await db().select({ seat: jobs.seat, id: jobs.id }).from(jobs)
  expect(seats.find(({ id }) => id !== booked.id && id !== second.id)?.seat).toBe(2)
})

test('a visit moves into a new time that its own time overlaps', async () => {
  const { call, form } = await customerWithCar(app)
  const half = { from: nextMonday, times: [['08:30', '09:30']] }
  const { body: job } = await call('POST /api/jobs', {
    body: { ...form, scheduledDate: nextMonday, scheduledTime: labelAt(1) },
  })
  await put({ slotTimes: half, slotCapacity: 1 })
  const scheduledTime = slotLabel(slotFrom('08:30', '09:30'))
  const { body: days } = await call('GET /api/availability', {
    query: { from: nextMonday, to: nextMonday, jobId: job.id },
  })
  expect(days[0].slots).toMatchObject([{ timeSlot: scheduledTime, status: 'open' }])
  const moved = await call('POST /api/jobs/{id}/reschedule', {
    params: { id: job.id },
    body: { scheduledDate: nextMonday, scheduledTime },
  })
  expect(moved).toMatchObject({ status: 200, body: { scheduledTime } })
})

test('a time that is not one of the day’s cannot be closed', async () => {
  await put({ slotTimes: six })
  const past = { date: nextMonday, timeSlot: labelAt(1), isBlocked: true }
  expect((await admin.call('POST /api/admin/block-slot', { body: past })).status).toBe(400)
  const range = {
    from: nextMonday,
    to: nextMonday,
    timeSlots: [labelAt(1)],
    isBlocked: true,
  }
  expect((await admin.call('POST /api/admin/block-range', { body: range })).status).toBe(400)
  const both = { ...range, from: thisSaturday }
  expect((await admin.call('POST /api/admin/block-range', { body: both })).status).toBe(200)
})

test('no technician and no car has two visits that overlap', async () => {
  await put({ slotTimes: six, slotCapacity: 5, maxVisitsPerVehiclePerDay: 0 })
  const technician = await makeUser({ role: 'technician' })
  const noon = labelsOfSix[3] as SlotLabel
  const standing = await makeJob({
    serviceDate: nextMonday,
    slot: slotAt(3),
    technicianId: technician.id,
    status: 'assigned',
  })
  const { body: job } = await book(nextMonday, noon)
  const assigned = await admin.call('POST /api/jobs/{id}/assign', {
    params: { id: job.id },
    body: { technicianId: technician.id },
  })
  expect(assigned).toMatchObject({
    status: 409,
    body: { details: { refusal: { reason: 'busy' } } },
  })
  const twice = await admin.call('POST /api/jobs', {
    body: {
      vehicleId: standing.vehicleId,
      customerId: standing.customerId,
      servicePackageId: standing.servicePackageId,
      serviceAddress: standing.serviceAddress,
      scheduledDate: nextMonday,
      scheduledTime: noon,
    },
  })
  expect(twice).toMatchObject({
    status: 409,
    body: { message: 'This vehicle already has a visit at that time.' },
  })
})

test('hours and closed times follow new times', async () => {
  const hours = [...defaultSettings.weeklyHours]
  hours[1] = ['08:00', '09:30']
  await put({ weeklyHours: hours })
  const christmas = { from: '2026-12-25', to: '2026-12-25', isBlocked: true, name: 'Christmas' }
  await admin.call('POST /api/admin/block-range', { body: christmas })
  await admin.call('POST /api/admin/block-slot', {
    body: { date: nextMonday, timeSlot: labelAt(3), isBlocked: true },
  })
  await put({ slotTimes: six })
  const [first, eight, ten, noon, two, five] = labelsOfSix as string[]
  expect(await dayOf('2026-12-01')).toEqual({
    [first ?? '']: 'closed',
    [eight ?? '']: 'open',
    [ten ?? '']: 'open',
    [noon ?? '']: 'closed',
    [two ?? '']: 'closed',
    [five ?? '']: 'closed',
  })
  expect(Object.values(await dayOf('2026-12-25'))).toEqual(labelsOfSix.map(() => 'blocked'))
  expect(await dayOf(nextMonday)).toMatchObject({ [noon ?? '']: 'blocked', [two ?? '']: 'open' })
  const { body: closures } = await admin.call('GET /api/admin/closures')
  expect(closures).toMatchObject([
    { wholeDays: false, openTimes: 0 },
    { name: 'Christmas', wholeDays: true, openTimes: 0 },
  ])
  const [change] = (await admin.call('GET /api/admin/settings/changes')).body
  await admin.call('POST /api/admin/settings/changes/{id}/undo', { params: { id: change.id } })
  expect(Object.keys(await dayOf(nextMonday))).toEqual([1, 2, 3, 4, 5].map(labelAt))
  expect(await dayOf('2026-12-01')).toMatchObject({ [labelAt(1)]: 'open', [labelAt(3)]: 'closed' })
})

test.each<[string, object, string?]>([
  ['a past day', { ...six, from: '2026-11-22' }, 'Please choose today or a later day.'],
  ['no time', { ...six, times: [] }],
  [
    '13 times',
    { ...six, times: Array.from({ length: 13 }, (_, at) => [`${at + 10}:00`, `${at + 10}:30`]) },
  ],
  ['an end before its start', { ...six, times: [['10:00', '09:00']] }],
  [
    'times that overlap',
    {
      ...six,
      times: [
        ['08:00', '09:30'],
        ['09:00', '10:00'],
      ],
    },
  ],
  [
    'times out of order',
    {
      ...six,
      times: [
        ['10:00', '11:00'],
        ['08:00', '09:00'],
      ],
    },
  ],
  ['an impossible time', { ...six, times: [['10:00', '24:30']] }],
  ['three clocks', { ...six, times: [['10:00', '11:00', '12:00']] }],
])('%s is refused', async (_, slotTimes, message) => {
  const answer = await put({ slotTimes })
  expect(answer.status).toBe(400)
  if (message) expect(answer.body.message).toBe(message)
  expect(Object.keys(await dayOf(nextMonday))).toEqual(five)
})

test('hours outside the day’s times are refused, and the office cannot send earlier times', async () => {
  const hours = defaultSettings.weeklyHours.map(() => ['07:00'])
  expect(await put({ weeklyHours: hours })).toMatchObject({
    status: 400,
    body: { message: 'Please choose from the times of a day.' },
  })
  expect((await put({ earlierSlotTimes: [six] })).status).toBe(400)
})

test('today’s times planned again cancel the change', async () => {
  await put({ slotTimes: six })
  await put({ slotTimes: { ...defaultSettings.slotTimes, from: nextMonday } })
  const { body } = await admin.call('GET /api/admin/settings')
  expect(body).toMatchObject({ slotTimes: defaultSettings.slotTimes, earlierSlotTimes: [] })
  expect(Object.keys(await dayOf(nextMonday))).toEqual(five)
})

test('undoing a change restores each day’s hours', async () => {
  const hours = defaultSettings.weeklyHours.map((own, day) => (day === 5 ? ['08:00'] : own))
  await put({ weeklyHours: hours })
  // Saturday's 8:00 overlaps 8:30 to 10:00, which overlaps 9:30.
  const long = { from: nextMonday, times: [['08:30', '10:00']] }
  expect((await put({ slotTimes: long })).body.weeklyHours[5]).toEqual(['08:00', '08:30'])
  const { body } = await put({ slotTimes: { ...defaultSettings.slotTimes, from: nextMonday } })
  expect(body.weeklyHours).toEqual(hours)
})

test('a coming change can be given another day, earlier or later', async () => {
  await put({ slotTimes: six })
  const [later, earlier] = ['2026-12-03', '2026-11-26']
  for (const [from, replaces] of [
    [later, nextMonday],
    [earlier, later],
  ]) {
    const { body } = await put({ slotTimes: { ...six, from, replaces } })
    expect([body.slotTimes, body.earlierSlotTimes]).toEqual([
      { ...six, from },
      [defaultSettings.slotTimes],
    ])
    expect(Object.keys(await dayOf(nextMonday))).toEqual(from === later ? five : labelsOfSix)
  }
})

const close = (body: object) =>
  admin.call('POST /api/admin/block-range', { body: { isBlocked: true, ...body } })
const open = (date: string, timeSlot: SlotLabel) =>
  admin.call('POST /api/admin/block-slot', { body: { date, timeSlot, isBlocked: false } })

test('closed times follow a change from its day on, reopen as the new times, and are restored when it is undone', async () => {
  // 8:30 to 10:00 AM overlaps the first two of the usual five.
  const four = {
    from: nextMonday,
    times: [
      ['08:30', '10:00'],
      ['10:00', '11:00'],
    ],
  }
  const [long, ten] = [slotLabel(slotFrom('08:30', '10:00')), slotLabel(slotFrom('10:00', '11:00'))]
  await close({ from: thisSaturday, to: nextMonday, timeSlots: [labelAt(1)], name: 'Repair' })
  await put({ slotTimes: four })
  const ofFive = (first: string, second: string) => ({ [labelAt(1)]: first, [labelAt(2)]: second })
  expect(await dayOf(thisSaturday)).toMatchObject(ofFive('blocked', 'open'))
  expect(await dayOf(nextMonday)).toEqual({ [long]: 'blocked', [ten]: 'open' })
  const { body: closures } = await admin.call('GET /api/admin/closures')
  expect(closures).toMatchObject([{ name: 'Repair', timeSlots: [labelAt(1), long], openTimes: 0 }])
  await open(nextMonday, long)
  expect(await dayOf(nextMonday)).toEqual({ [long]: 'open', [ten]: 'open' })
  const { body: opened } = await admin.call('GET /api/admin/closures')
  expect(opened).toMatchObject([
    { openTimes: 1, except: [{ from: nextMonday, to: nextMonday, timeSlots: [long] }] },
  ])
  await close({ from: nextMonday, to: nextMonday, timeSlots: [long], name: 'Repair' })
  const [change] = (await admin.call('GET /api/admin/settings/changes')).body
  await admin.call('POST /api/admin/settings/changes/{id}/undo', { params: { id: change.id } })
  expect(await dayOf(nextMonday)).toMatchObject(ofFive('blocked', 'open'))
  expect((await admin.call('GET /api/admin/closures')).body).toMatchObject([
    { timeSlots: [labelAt(1)], openTimes: 0 },
  ])
})

test('a closure over a change closes each day only its own chosen times', async () => {
  await put({ slotTimes: six })
  const query = { from: thisSaturday, to: nextMonday, timeSlots: labelAt(1) }
  await makeJob({ serviceDate: thisSaturday, slot: slotAt(1) })
  await makeJob({ serviceDate: nextMonday, slot: slotFrom('08:30', '09:30') })
  const { body, headers } = await admin.call('GET /api/admin/block-range/visits', { query })
  expect([headers['x-total-count'], body]).toMatchObject([
    '1',
    [{ job: { scheduledDate: thisSaturday } }],
  ])
  expect((await close({ ...query, timeSlots: [labelAt(1)] })).body.visits).toBe(1)
  expect(await dayOf(thisSaturday)).toMatchObject({ [labelAt(1)]: 'blocked', [labelAt(2)]: 'open' })
  expect(Object.values(await dayOf(nextMonday))).not.toContain('blocked')
  expect((await book(nextMonday, early)).status).toBe(201)
  const { body: attention } = await admin.call('GET /api/admin/attention')
  expect(attention.find(({ kind }: { kind: string }) => kind === 'closed_times')).toMatchObject({
    count: 1,
  })
})

test('a visit outside the hours shows that its time is no longer one of its day', async () => {
  await makeJob({ serviceDate: nextMonday, slot: slotAt(3) })
  await put({ slotTimes: six })
  const closed = async () => {
    const { body } = await admin.call('GET /api/admin/attention')
    return body.find(({ kind }: { kind: string }) => kind === 'closed_times')?.entries
  }
  expect(await closed()).toBeUndefined()
  await put({ weeklyHours: six.times.map(() => ['07:00', '08:30']).concat([[]]) })
  expect(await closed()).toMatchObject([{ why: 'This is no longer one of the times of that day.' }])
})

const outside = (query: Record<string, string>) =>
  admin.call('GET /api/admin/slot-times/visits', { query })
const timesOf = (times: string[][]) => times.map((one) => one.join('-')).join(',')

test('visits that would not match a new list are counted from its day on, and the first 50 shown', async () => {
  const times = timesOf(six.times)
  await makeJob({ serviceDate: thisSaturday, slot: slotAt(1) })
  const first = await makeJob({ serviceDate: nextMonday, slot: slotAt(3) })
  await makeJob({ serviceDate: nextMonday, slot: slotFrom('07:00', '08:00') })
  await makeJob({ serviceDate: nextMonday, slot: slotAt(5), status: 'cancelled' })
  const seen = await outside({ from: nextMonday, times })
  expect([seen.headers['x-total-count'], seen.body]).toMatchObject(['1', [{ id: first.id }]])
  expect((await outside({ from: '2026-12-01', times })).body).toEqual([])
  // The times of this week do match until then.
  expect(
    (await outside({ from: nextMonday, times: timesOf(defaultSettings.slotTimes.times) })).body,
  ).toMatchObject([{ scheduledTime: early }])
  await put({ slotCapacity: 60 })
  for (let seat = 2; seat <= 52; seat++)
    await makeJob({ serviceDate: nextMonday, slot: slotAt(3), seat })
  const many = await outside({ from: nextMonday, times })
  expect([many.headers['x-total-count'], many.body.length]).toEqual(['52', 50])
})

test('when a planned list is moved, visits count from its old day on', async () => {
  await put({ slotTimes: six })
  const { body: booked } = await book(nextMonday, early)
  const later = { from: '2026-12-03', times: timesOf(six.times) }
  expect((await outside(later)).body).toEqual([])
  expect((await outside({ ...later, replaces: nextMonday })).body).toMatchObject([
    { id: booked.id },
  ])
})

test('half-day Saturdays from a day on keep earlier Saturdays whole', async () => {
  const { times } = defaultSettings.slotTimes
  const saturday = '2026-12-05'
  const usual = defaultSettings.weeklyHours
  const half = usual.map((own, day) => (day === 5 ? own.slice(0, 2) : own))
  const change = { slotTimes: { from: nextMonday, times }, weeklyHours: half }
  const visit = await makeJob({ serviceDate: saturday, slot: slotAt(3) })
  await makeJob({ serviceDate: thisSaturday, slot: slotAt(3) })
  const hours = hoursToText(half)
  const seen = await outside({ from: nextMonday, times: timesOf(times), hours })
  expect([seen.headers['x-total-count'], seen.body]).toMatchObject(['1', [{ id: visit.id }]])

  const { body: saved } = await put(change)
  expect([saved.slotTimes, saved.earlierSlotTimes, saved.weeklyHours]).toEqual([
    change.slotTimes,
    [{ ...defaultSettings.slotTimes, hours: usual }],
    half,
  ])
  expect(Object.values(await dayOf(thisSaturday))).toEqual(['open', 'open', 'full', 'open', 'open'])
  const after = ['open', 'open', 'closed', 'closed', 'closed']
  expect(Object.values(await dayOf(saturday))).toEqual(after)
  expect(await book(saturday, labelAt(4))).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('our hours are 8:00 – 10:30 AM') },
  })
  expect((await book(thisSaturday, labelAt(4))).status).toBe(201)
  const { body: attention } = await admin.call('GET /api/admin/attention')
  expect(attention.find(({ kind }: { kind: string }) => kind === 'closed_times')).toMatchObject({
    count: 1,
    entries: [{ id: visit.id }],
  })
  // Sent back whole, as other programs do, nothing changes.
  await put({ slotTimes: saved.slotTimes, weeklyHours: saved.weeklyHours })
  expect(Object.values(await dayOf(saturday))).toEqual(after)

  const { body } = await put({ slotTimes: { from: nextMonday, times }, weeklyHours: usual })
  expect([body.earlierSlotTimes, body.weeklyHours]).toEqual([[], usual])
  expect(Object.values(await dayOf(saturday))).toEqual(['open', 'open', 'full', 'open', 'open'])
})

test('weekly hours without times replace the planned ones, and undoing brings them back', async () => {
  const { times } = defaultSettings.slotTimes
  const closed = defaultSettings.weeklyHours.map((own, day) => (day === 5 ? [] : own))
  await put({ slotTimes: { from: nextMonday, times }, weeklyHours: closed })
  const open = async () => {
    const [now, later] = [await dayOf(thisSaturday), await dayOf('2026-12-05')]
    return [now, later].map((day) => Object.values(day).filter((one) => one === 'open').length)
  }
  expect(await open()).toEqual([5, 0])
  const { body: config } = await app.call('GET /api/config')
  expect(config.serviceDays).toEqual([1, 2, 3, 4, 5, 6])
  const short = defaultSettings.weeklyHours.map((own, day) => (day === 5 ? own.slice(0, 2) : own))
  const visit = await makeJob({ serviceDate: thisSaturday, slot: slotAt(3) })
  const lost = await admin.call('GET /api/admin/weekly-hours/visits', {
    query: { hours: hoursToText(short) },
  })
  expect(lost.body).toMatchObject([{ job: { id: visit.id } }])
  await put({ weeklyHours: short })
  expect(await open()).toEqual([2, 2])
  const { body: changes } = await admin.call('GET /api/admin/settings/changes')
  const undo = { params: { id: changes[0].id } }
  expect((await admin.call('POST /api/admin/settings/changes/{id}/undo', undo)).status).toBe(200)
  expect(await open()).toEqual([4, 0])
})

test.each([
  ['no times', { times: '' }],
  ['times that overlap', { times: '08:00-09:30,09:00-10:00' }],
  [
    '13 times',
    { times: timesOf(Array.from({ length: 13 }, (_, at) => [`${at + 10}:00`, `${at + 10}:30`])) },
  ],
  ['an impossible day', { from: '2026-02-30' }],
  ['no day', { from: '' }],
])('visits outside %s are refused', async (_, query) => {
  expect((await outside({ from: nextMonday, times: timesOf(six.times), ...query })).status).toBe(
    400,
  )
})

test.each(['technician', 'customer'] as const)(
  'a %s sees no visits outside new times',
  async (role) => {
    const { status } = await (
      await app.as(role)
    ).call('GET /api/admin/slot-times/visits', {
      query: { from: nextMonday, times: timesOf(six.times) },
    })
    expect(status).toBe(403)
  },
)
