import { createOsrm } from '#server/adapters/router/osrm.ts'
import { startTestRouter } from '#server/adapters/router/test-router.ts'
import { fetchDrives } from '#server/reads/fetch-drives.ts'
import { useServices } from '#server/testing/test-services.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db, queryRows } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { blockedSlots } from '#server/database/tables/schedule.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { positionShares } from '#server/database/tables/conversation.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'

// Monday, November 23, 2026, 9 in the morning in Chicago.
const app = useTestApp({ at: new Date('2026-11-23T15:00:00Z') })
const [monday, tuesday, sunday] = ['2026-11-23', '2026-11-24', '2026-11-29']
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
})

const daysOf = (from: string, to: string) =>
  admin.call('GET /api/admin/schedule', { query: { from, to } })

test('days have seats, visits, requests and blocks, and today what has not passed', async () => {
  await changeSettings({ slotCapacity: 2 })
  const technician = await makeUser({ role: 'technician' })
  await makeJob({ serviceDate: tuesday, slot: slotAt(1), seat: 1 })
  await makeJob({
    serviceDate: tuesday,
    slot: slotAt(1),
    seat: 2,
    status: 'assigned',
    technicianId: technician.id,
  })
  await makeJob({ serviceDate: tuesday, slot: slotAt(2), status: 'cancelled' })
  await makeJob({ serviceDate: tuesday, slot: slotAt(3), seat: null, needsConfirmation: true })
  await db()
    .insert(blockedSlots)
    .values({ serviceDate: tuesday, slot: slotAt(4), reason: 'Workshop' })
  const { status, body } = await daysOf(monday, sunday)
  expect(status).toBe(200)
  expect(body.map(({ date }: { date: string }) => date)).toHaveLength(7)
  const statuses = (at: number) => body[at].slots.map((slot: { status: string }) => slot.status)
  expect(statuses(0)).toEqual(['past', 'open', 'open', 'open', 'open'])
  expect(statuses(1)).toEqual(['full', 'open', 'open', 'blocked', 'open'])
  expect(body[6]).toMatchObject({ date: sunday, serviceDay: false })
  expect(new Set(statuses(6))).toEqual(new Set(['closed']))
  const nothing = { capacity: 2, booked: 0, unassigned: 0, requests: 0, isBlocked: false }
  expect(body[1].slots).toMatchObject([
    { ...nothing, timeSlot: labelAt(1), booked: 2, unassigned: 1 },
    nothing,
    { ...nothing, requests: 1 },
    { ...nothing, isBlocked: true, blockedReason: 'Workshop' },
    nothing,
  ])
})

test('a range is at most 42 days and not reversed', async () => {
  expect((await daysOf(tuesday, monday)).status).toBe(400)
  expect((await daysOf(monday, '2027-01-03')).body).toHaveLength(42)
  expect((await daysOf(monday, '2027-01-04')).status).toBe(400)
})

test("the board has each visit's shown fields, equal to the visit's own, and nothing else", async () => {
  const technician = await makeUser({ role: 'technician', firstName: 'Ann', lastName: 'Lee' })
  const silent = await makeUser({ firstName: 'Sil', lastName: 'Ent', email: null, phone: '' })
  const later = await makeJob({
    serviceDate: tuesday,
    slot: slotAt(3),
    seat: null,
    needsConfirmation: true,
  })
  const first = await makeJob({
    serviceDate: tuesday,
    slot: slotAt(1),
    status: 'assigned',
    technicianId: technician.id,
    customerId: silent.id,
    latitude: 30.25,
    longitude: -97.75,
    extrasCents: 500,
    accessNotes: 'Gate code 1234',
  })
  await makeJob({ serviceDate: tuesday, slot: slotAt(2), status: 'cancelled' })
  await makeJob({ serviceDate: monday, slot: slotAt(2) })
  const { status, body } = await admin.call('GET /api/admin/board', { query: { date: tuesday } })
  expect([status, body.map(({ id }: { id: string }) => id)]).toEqual([200, [first.id, later.id]])
  for (const visit of body) {
    const whole = await admin.call('GET /api/jobs/{id}', { params: { id: visit.id } })
    expect(whole.body).toMatchObject(visit)
  }
  expect(body[0]).toMatchObject({
    finalAmount: '134.99',
    customer: { name: 'Sil Ent', isUnreached: true },
    technician: { id: technician.id, name: 'Ann Lee' },
  })
  expect(JSON.stringify(body)).not.toContain('Gate code')
  for (const role of ['technician', 'customer'] as const) {
    const other = await app.as(role)
    const refused = await other.call('GET /api/admin/board', { query: { date: tuesday } })
    expect(refused.status).toBe(403)
  }
})

const assign = (body: object) => admin.call('POST /api/admin/schedule/assign', { body })
const technicianOf = async (id: string) =>
  (await db().select().from(jobs).where(eq(jobs.id, id)))[0]?.technicianId

test("a day's unassigned visits are proposed, then assigned as proposed, each with its result", async () => {
  await changeSettings({ slotCapacity: 3 })
  const [ann, ben] = [
    await makeUser({ role: 'technician', firstName: 'Ann', lastName: 'Lee' }),
    await makeUser({ role: 'technician' }),
  ]
  await makeUser({ role: 'technician', approvedAt: null })
  const theirs = {
    serviceDate: tuesday,
    slot: slotAt(2),
    technicianId: ben.id,
    status: 'assigned',
  } as const
  await makeJob({ ...theirs })
  const first = await makeJob({ serviceDate: tuesday, slot: slotAt(2), seat: 2 })
  const second = await makeJob({ serviceDate: tuesday, slot: slotAt(2), seat: 3 })
  const request = { serviceDate: tuesday, slot: slotAt(3), seat: null, needsConfirmation: true }
  await makeJob(request)
  const proposed = await assign({ date: tuesday, dryRun: true })
  expect(proposed.body).toMatchObject([
    {
      jobId: first.id,
      technician: { id: ann.id, name: 'Ann Lee' },
      assigned: false,
      problem: null,
    },
    {
      jobId: second.id,
      technician: null,
      assigned: false,
      problem: 'No one is free at that time.',
    },
  ])
  expect(await technicianOf(first.id)).toBeNull()

  const visits = [{ jobId: first.id, technicianId: ann.id }]
  const done = await assign({ date: tuesday, visits })
  expect(done.body).toMatchObject([{ jobId: first.id, assigned: true, problem: null }])
  expect(await technicianOf(first.id)).toBe(ann.id)
  const told = await queryRows({ name: 'told', text: 'select type from notifications' })
  expect(told).toEqual([{ type: 'job_assigned' }])

  // Again: it is already assigned.
  const again = await assign({ date: tuesday, visits: [{ jobId: first.id, technicianId: ben.id }] })
  expect(again.body).toMatchObject([{ assigned: false, problem: expect.any(String) }])
  expect(await technicianOf(first.id)).toBe(ann.id)
})

test('visits of another day get a result with the reason, and each visit is assigned once', async () => {
  const ann = await makeUser({ role: 'technician' })
  const [here, later] = [
    await makeJob({ serviceDate: tuesday, slot: slotAt(2) }),
    await makeJob({ serviceDate: '2026-11-25', slot: slotAt(2) }),
  ]
  const give = ({ id }: { id: string }) => ({ jobId: id, technicianId: ann.id })
  const twice = await assign({ date: tuesday, visits: [give(here), give(here)] })
  expect(twice).toMatchObject({
    status: 400,
    body: { message: 'The same visit is in the list twice. Give each visit once.' },
  })
  expect((await assign({ date: tuesday, visits: [give(here), give(ann)] })).status).toBe(404)
  expect(await technicianOf(here.id)).toBeNull()
  const nobody = await assign({
    date: tuesday,
    visits: [{ jobId: here.id, technicianId: admin.user.id }],
  })
  expect(nobody.body).toMatchObject([
    { assigned: false, problem: 'This technician cannot be given visits.' },
  ])
  const { body } = await assign({ date: tuesday, visits: [give(later), give(here)] })
  expect(body).toMatchObject([
    { jobId: later.id, assigned: false, problem: 'This visit is on another day: Wed, Nov 25.' },
    { jobId: here.id, assigned: true, problem: null },
  ])
  expect(await technicianOf(later.id)).toBeNull()
  expect(await technicianOf(here.id)).toBe(ann.id)
})

test('two people assigning the same day at once assign each visit once', async () => {
  await changeSettings({ slotCapacity: 5 })
  const other = await app.as('admin')
  for (let n = 0; n < 3; n++) await makeUser({ role: 'technician' })
  for (let slot = 1; slot <= 4; slot++) await makeJob({ serviceDate: tuesday, slot: slotAt(slot) })
  const answers = await Promise.all(
    [admin, other].map((one) =>
      one.call('POST /api/admin/schedule/assign', { body: { date: tuesday } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const history = await queryRows({
    name: 'assigned-events',
    text: `select job_id from job_events where kind = 'job_assigned'`,
  })
  expect(history).toHaveLength(4)
  expect(await db().$count(jobs, eq(jobs.status, 'assigned'))).toBe(4)
})

test.each(['number', 'technicians'] as const)(
  'nobody is proposed who cannot drive there in time, and the reason is given, with seats by %s',
  async (slotCapacityMode) => {
    await changeSettings({ slotCapacity: 3, slotCapacityMode })
    const place = { latitude: 30.274_711, longitude: -97.740_38 }
    const far = { ...place, latitude: place.latitude + 0.35 }
    const technician = await makeUser({ role: 'technician' })
    const theirs = { technicianId: technician.id, status: 'assigned' } as const
    await makeJob({ serviceDate: tuesday, slot: slotAt(3), ...theirs, ...place })
    const near = await makeJob({ serviceDate: tuesday, slot: slotAt(1), ...place })
    const away = await makeJob({ serviceDate: tuesday, slot: slotAt(4), ...far })
    const { body } = await assign({ date: tuesday })
    expect(body).toMatchObject([
      { jobId: near.id, assigned: true, problem: null },
      { jobId: away.id, technician: null, problem: 'No technician can be there in time.' },
    ])
    expect(await technicianOf(away.id)).toBeNull()
  },
)

test("a day's road is for the office, and for a technician without the drives of others", async () => {
  const technician = await app.as('technician')
  const customer = await app.as('customer')
  await makeJob({ serviceDate: tuesday, slot: slotAt(1), latitude: 30.25, longitude: -97.75 })
  const ask = (person: TestPerson) => person.call('GET /api/road', { query: { date: tuesday } })
  expect((await ask(customer)).status).toBe(403)
  for (const person of [admin, technician])
    expect((await ask(person)).body).toMatchObject({
      weekday: 2,
      bufferMinutes: 10,
      factors: Array.from({ length: 24 }, () => 1),
      // No router is set.
      points: [],
      minutes: [],
      legs: [],
    })
})

test('a day’s road has where technicians start, for themselves and the office, and the router’s miles', async () => {
  const home = { latitude: 30.3, longitude: -97.7 }
  const hours = { from: '09:00', to: '17:00' }
  const ann = await app.as(
    await makeUser({
      role: 'technician',
      homeLatitude: home.latitude,
      homeLongitude: home.longitude,
      workingHours: Array.from({ length: 7 }, () => hours),
    }),
  )
  const bob = await app.as('technician')
  const [near, far] = [
    { latitude: 30.25, longitude: -97.75 },
    { latitude: 30.5, longitude: -97.75 },
  ]
  const theirs = { serviceDate: tuesday, technicianId: ann.user.id, status: 'assigned' } as const
  await makeJob({ ...theirs, slot: slotAt(1), ...near })
  await makeJob({ ...theirs, slot: slotAt(3), ...far })
  const router = await startTestRouter()
  useServices({ router: createOsrm({ baseUrl: router.url, timeoutMs: 5000 }) })
  try {
    await fetchDrives([home, near], [near, far], { withinMs: 5000 })
    const roadFor = async ({ call }: TestPerson, more: object = {}) =>
      (await call('GET /api/road', { query: { date: tuesday, ...more } })).body
    const ofAnn = { id: ann.user.id, home, hours }
    const ofBob = { id: bob.user.id, home: null, hours: null }
    const all = await roadFor(admin)
    expect(all.drivers).toEqual([ofAnn, ofBob])
    expect(all.legs).toEqual(
      [
        { from: home, to: near },
        { from: near, to: far },
      ].map((leg) => ({ ...leg, miles: expect.toSatisfy((miles: number) => miles > 1) })),
    )
    const own = await roadFor(ann)
    expect([own.drivers, own.legs]).toEqual([[ofAnn], all.legs])
    const others = await roadFor(bob, { address: '12 Elm Street, Austin, TX 78701' })
    expect([others.drivers, others.legs, others.place]).toEqual([[ofBob], [], undefined])
    expect(JSON.stringify(others)).not.toContain('30.3')
    const { place } = await roadFor(admin, { address: '12 Elm Street, Austin, TX 78701' })
    expect(place).toMatchObject({ isCenter: true })
  } finally {
    await router.close()
  }
})

test('the office sees technicians on the way while they share their position', async () => {
  const technician = await makeUser({ role: 'technician' })
  const [shown, closed, expired] = await Promise.all(
    [true, false, true].map((communicationActive) =>
      makeJob({ status: 'assigned', technicianId: technician.id, communicationActive }),
    ),
  )
  const at = new Date('2026-11-23T14:59:00Z')
  const share = (jobId = '', expiresAt = new Date('2026-11-23T15:14:00Z')) => ({
    jobId,
    technicianId: technician.id,
    latitude: 30.27,
    longitude: -97.74,
    recordedAt: at,
    expiresAt,
  })
  await db()
    .insert(positionShares)
    .values([share(shown?.id), share(closed?.id), share(expired?.id, at)])
  const { body } = await admin.call('GET /api/admin/positions')
  expect(body).toEqual([
    {
      ...share(shown?.id),
      recordedAt: at.toISOString(),
      expiresAt: '2026-11-23T15:14:00.000Z',
    },
  ])
  const customer = await app.as('customer')
  expect((await customer.call('GET /api/admin/positions')).status).toBe(403)
})
