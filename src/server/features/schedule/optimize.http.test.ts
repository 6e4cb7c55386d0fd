import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { eq, inArray } from 'drizzle-orm'
import { startTestVroom } from '#server/adapters/optimizer/test-vroom.ts'
import { createVroom } from '#server/adapters/optimizer/vroom.ts'
import { createOsrm } from '#server/adapters/router/osrm.ts'
import { routedSeconds, startTestRouter } from '#server/adapters/router/test-router.ts'
import { db, queryRows } from '#server/database/database.ts'
import { makeJob, makePackage, makeUser } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { fetchDrives } from '#server/reads/fetch-drives.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { useServices } from '#server/testing/test-services.ts'
import { milesBetween } from '#shared/rules/service-area.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'
import { minutesAway } from '#shared/rules/travel.ts'

// Monday, November 23, 2026, 9 in the morning in Chicago.
const app = useTestApp({ at: new Date('2026-11-23T15:00:00Z') })
const [monday, tuesday] = ['2026-11-23', '2026-11-24']
let admin: TestPerson
let ana: string
let ben: string
beforeEach(async () => {
  admin = await app.as('admin')
  ana = (await makeUser({ role: 'technician', firstName: 'Ana' })).id
  ben = (await makeUser({ role: 'technician', firstName: 'Ben' })).id
})

const visit = (slot: number, miles: number, technicianId: string | null, more: object = {}) =>
  makeJob({
    serviceDate: tuesday,
    slot: slotAt(slot),
    latitude: 30.27 + miles / 69.09,
    longitude: -97.74,
    technicianId,
    status: technicianId ? 'assigned' : 'scheduled',
    ...more,
  })

/** Two technicians whose ways cross between the first and the second time. */
const crossed = async (more: object = {}) => [
  (await visit(1, 0, ana, more)).id,
  (await visit(1, 9, ben, { ...more, seat: 2 })).id,
  (await visit(2, 9, ana, more)).id,
  (await visit(2, 0, ben, { ...more, seat: 2 })).id,
]

const optimize = (body: object, { date = tuesday, call = admin.call } = {}) =>
  call('POST /api/admin/days/{date}/optimize', { params: { date }, body })
type Move = { jobId: string; from: string | null; to: string | null }
const bare = (moves: Move[]) => moves.map(({ jobId, from, to }) => ({ jobId, from, to }))
const preview = async () => (await optimize({ dryRun: true })).body
const technicians = async (ids: string[]) => {
  const rows = await db().select().from(jobs).where(inArray(jobs.id, ids))
  return ids.map((id) => rows.find((row) => row.id === id)?.technicianId)
}
const events = (ids: string[]) =>
  queryRows<{ event: string }>(
    {
      name: 'test-events',
      text: "select kind as event from job_events where job_id = any($1::uuid[]) and kind like 'job%assigned'",
    },
    [ids],
  )

describe.each(['technicians', 'number'] as const)('in mode %s', (slotCapacityMode) => {
  beforeEach(() => changeSettings({ slotCapacityMode }))

  test('a preview changes nothing; applied, each move is an assignment; reversed, it is undone', async () => {
    const ids = await crossed()
    const proposed = await preview()
    expect(proposed.moves).toHaveLength(2)
    expect(proposed.before.minutes - proposed.after.minutes).toBe(56)
    expect(proposed.before.miles).toBeGreaterThan(proposed.after.miles)
    expect(proposed.technicians).toHaveLength(2)
    expect(proposed).toMatchObject({ unassigned: [], locked: [] })
    expect(await technicians(ids)).toEqual([ana, ben, ana, ben])

    const { version, moves } = proposed
    const applied = await optimize({ version, moves: bare(moves) })
    expect(applied.status).toBe(200)
    expect(applied.body.before).toEqual(proposed.before)
    expect(applied.body.after).toEqual(proposed.after)
    const [one, two, three, four] = await technicians(ids)
    expect([one, two]).toEqual([four, three])
    expect(await events(ids)).toEqual([{ event: 'job_assigned' }, { event: 'job_assigned' }])
    expect((await preview()).moves).toEqual([])

    const back = bare(moves).map(({ jobId, from, to }) => ({
      jobId,
      from: to,
      to: from,
    }))
    const undone = await optimize({ version: applied.body.version, moves: back })
    expect(undone.status).toBe(200)
    expect(await technicians(ids)).toEqual([ana, ben, ana, ben])
  })

  test('without moves the best ones are made', async () => {
    await crossed()
    const { version, after } = await preview()
    const { body } = await optimize({ version })
    expect(body.moves).toHaveLength(2)
    expect(body.after).toEqual(after)
  })

  test('of two concurrent changes by the office the second is refused, and nothing changes', async () => {
    const ids = await crossed()
    const { version, moves } = await preview()
    const body = {
      version,
      moves: bare(moves),
    }
    const other = await app.as('admin')
    const both = await Promise.all([optimize(body), optimize(body, { call: other.call })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      message:
        'This day has changed in the meantime. Nothing was changed; please look at it again.',
      details: { reason: 'stale' },
    })
    expect(await events(ids)).toHaveLength(2)
  })

  test('either all moves are made or none', async () => {
    const ids = await crossed()
    const [one = ''] = ids
    const { version } = await preview()
    const busy = await optimize({ version, moves: [{ jobId: one, from: ana, to: ben }] })
    expect(busy.status).toBe(409)
    expect(busy.body.details).toEqual({ reason: 'travel' })
    const wrong = await optimize({ version, moves: [{ jobId: one, from: ben, to: null }] })
    expect(wrong.body.details).toEqual({ reason: 'stale' })
    const gone = await makeUser({ role: 'technician', deactivatedAt: new Date() })
    const noOne = await optimize({ version, moves: [{ jobId: one, from: ana, to: gone.id }] })
    expect(noOne.status).toBe(409)
    expect(await technicians(ids)).toEqual([ana, ben, ana, ben])
    expect(await events(ids)).toEqual([])
  })

  test('a visit without a technician gets one, and undo takes it away again', async () => {
    const { id } = await visit(1, 0, null)
    const { version, moves } = await preview()
    expect(moves).toMatchObject([{ jobId: id, from: null, reason: { kind: 'placed' } }])
    const [{ to }] = moves
    const applied = await optimize({ version, moves: [{ jobId: id, from: null, to }] })
    expect(await technicians([id])).toEqual([to])
    await optimize({ version: applied.body.version, moves: [{ jobId: id, from: to, to: null }] })
    expect(await technicians([id])).toEqual([null])
  })
})

test('visits under way, done or begun stay', async () => {
  const started = { status: 'in_progress', startedAt: new Date('2026-11-23T15:00:00Z') }
  await crossed(started)
  const proposed = await preview()
  expect(proposed.moves).toEqual([])
  expect(proposed.locked).toHaveLength(4)
  await visit(1, 0, ana, { serviceDate: monday })
  await visit(3, 0, ana, { serviceDate: monday, communicationActive: true })
  const today = await optimize({ dryRun: true }, { date: monday })
  expect(today.body.locked).toMatchObject([
    { reason: 'Its time has begun.' },
    { reason: 'Its technician is on the way.' },
  ])
})

const lock = (id: string, locked: boolean, call = admin.call) =>
  call('PUT /api/jobs/{id}/lock', { params: { id }, body: { locked } })

describe('visits locked to their technician', () => {
  test('stay when a day is optimized, with the reason, until the lock is removed', async () => {
    const ids = await crossed()
    const [, , third = '', fourth = ''] = ids
    expect((await lock(third, true)).body.technicianLock).toBe('office')
    expect((await lock(third, true)).status).toBe(200)
    const { version, moves, locked } = await preview()
    expect(locked).toEqual([
      { jobId: third, reason: 'The office has locked it to its technician.' },
    ])
    expect(moves.map(({ jobId }: Move) => jobId)).not.toContain(third)
    await lock(fourth, true)
    expect((await optimize({ version, moves: bare(moves) })).body.details.reason).toBe('stale')
    for (const id of [third, fourth]) await lock(id, false)
    expect(await preview()).toMatchObject({ locked: [], moves: [{}, {}] })
    const { body: history } = await admin.call('GET /api/jobs/{id}/history', {
      params: { id: third },
    })
    expect(history.map(({ title }: { title: string }) => title)).toEqual([
      'Locked to its technician',
      'Lock to its technician removed',
    ])
  })

  test('are not moved or reassigned by hand, by auto-assign, or for another visit', async () => {
    await changeSettings({ slotCapacityMode: 'technicians' })
    const { id } = await visit(1, 0, ana)
    await visit(1, 0, null, { seat: 2 })
    await lock(id, true)
    const params = { id }
    const assigned = await admin.call('POST /api/jobs/{id}/assign', {
      params,
      body: { technicianId: ben },
    })
    const moved = await admin.call('POST /api/jobs/{id}/reschedule', {
      params,
      body: { scheduledDate: tuesday, scheduledTime: labelAt(4) },
    })
    for (const { status, body } of [assigned, moved])
      expect([status, body.details.reason]).toEqual([409, 'locked'])
    expect(assigned.body.message).toContain('is locked to Ana')
    await admin.call('POST /api/admin/schedule/assign', { body: { date: tuesday } })
    expect(await technicians([id])).toEqual([ana])
    const { body: board } = await admin.call('GET /api/admin/board', { query: { date: tuesday } })
    expect(board.find((one: { id: string }) => one.id === id).technicianLock).toBe('office')
  })

  test('keep a promise made at booking when the lock is removed, and lose it when it is removed itself', async () => {
    const { id } = await visit(1, 0, ana, { technicianLock: 'promise' })
    const lockOf = async (locked: boolean) => (await lock(id, locked)).body.technicianLock
    expect(await lockOf(true)).toBe('office')
    expect(await lockOf(false)).toBe('promise')
    expect(await lockOf(true)).toBe('office')
    expect(await lockOf(false)).toBe('promise')
    expect(await lockOf(false)).toBeUndefined()
    expect(await lockOf(true)).toBe('office')
    expect(await lockOf(false)).toBeUndefined()
  })

  test('need a technician, are for the office only, and end with the technician', async () => {
    const { id } = await visit(1, 0, null)
    expect((await lock(id, true)).status).toBe(409)
    const { call } = await app.as('customer')
    expect((await lock(id, true, call)).status).toBe(403)
    const theirs = await visit(1, 0, ben, { seat: 2 })
    await lock(theirs.id, true)
    const gone = await admin.call('DELETE /api/admin/technicians/{id}', { params: { id: ben } })
    expect(gone.status).toBe(200)
    const { body } = await admin.call('GET /api/jobs/{id}', { params: { id: theirs.id } })
    expect(body).toMatchObject({ technicianId: null })
    expect(body).not.toHaveProperty('technicianLock')
  })

  test('a customer may still move theirs', async () => {
    const customer = await app.as('customer')
    const { id } = await visit(1, 0, ana, { customerId: customer.user.id })
    await lock(id, true)
    const moved = await customer.call('POST /api/jobs/{id}/reschedule', {
      params: { id },
      body: { scheduledDate: tuesday, scheduledTime: labelAt(4) },
    })
    expect(moved.status).toBe(200)
    expect(moved.body).not.toHaveProperty('technicianLock')
    const { body } = await admin.call('GET /api/jobs/{id}', { params: { id } })
    expect(body).toMatchObject({ technicianId: ana, technicianLock: 'office' })
  })
})

test('a visit only one technician has the skill for is listed', async () => {
  await db().update(users).set({ skills: [] }).where(eq(users.id, ben))
  const { id: servicePackageId } = await makePackage({ oilType: 'diesel_full_synthetic' })
  const { id } = await visit(1, 0, ana, { servicePackageId })
  expect((await preview()).locked).toEqual([{ jobId: id, reason: 'No one else has the skill.' }])
})

test('visits no technician can take are listed with the reason', async () => {
  await visit(1, 0, ana)
  await visit(1, 0, ben, { seat: 2 })
  const { id } = await visit(1, 0, null, { seat: 3 })
  expect((await preview()).unassigned).toEqual([
    { jobId: id, reason: 'No technician can be there in time between their other visits.' },
  ])
})

test('an empty day, and invalid input', async () => {
  const { body } = await optimize({ dryRun: true })
  expect(body).toMatchObject({ moves: [], before: { minutes: 0, miles: 0 } })
  expect((await optimize({})).status).toBe(400)
  expect((await optimize({ dryRun: true }, { date: '2026-02-30' })).status).toBe(400)
  expect((await optimize({ version: 'old' })).status).toBe(409)
})

test('an applied proposal is undone also on a day planned beyond the road', async () => {
  const [one, other] = [await visit(1, 0, ana), await visit(2, 40, ana)]
  const ids = [one.id, other.id]
  await db()
    .update(users)
    .set({ homeLatitude: 30.8, homeLongitude: -97.74 })
    .where(eq(users.id, ben))
  const { version, moves } = await preview()
  expect(moves).toMatchObject([{ jobId: other.id, from: ana, to: ben }])
  const applied = await optimize({ version, moves: bare(moves) })
  const back = [{ jobId: other.id, from: ben, to: ana }]
  const wanted = { version: applied.body.version, moves: back }
  expect((await optimize(wanted)).body.details).toEqual({ reason: 'travel' })
  expect((await optimize({ ...wanted, undo: true })).status).toBe(200)
  expect(await technicians(ids)).toEqual([ana, ana])
  const { body: history } = await admin.call('GET /api/jobs/{id}/history', {
    params: { id: other.id },
  })
  expect(JSON.stringify(history)).toContain('Planned against the drive times')
})

test('minutes and miles are the router’s where it was asked', async () => {
  const router = await startTestRouter()
  onTestFinished(() => router.close())
  useServices({ router: createOsrm({ baseUrl: router.url }) })
  const near = { latitude: 30.27, longitude: -97.74 }
  const far = { ...near, latitude: 30.4 }
  await visit(1, 0, ana, near)
  await visit(2, 0, ana, far)
  const estimated = await preview()
  await fetchDrives([near], [far], { withinMs: 60_000 })
  const routed = await preview()
  const minutes = Math.ceil(routedSeconds(near, far) / 60)
  expect(routed.before.minutes).toBe(estimated.before.minutes - minutesAway(near, far) + minutes)
  const longer = (4 / 3 - 1.3) * milesBetween(near, far)
  expect(routed.before.miles - estimated.before.miles).toBeCloseTo(longer, 1)
})

describe('with a VROOM server', () => {
  let vroom: Awaited<ReturnType<typeof startTestVroom>>
  const failures: string[] = []
  beforeEach(async () => {
    vroom = await startTestVroom()
    failures.length = 0
    const onFailure = (reason: string) => failures.push(reason)
    useServices({ optimizer: createVroom({ baseUrl: vroom.url, timeoutMs: 300, onFailure }) })
  })
  afterEach(() => vroom.close())
  const system = async () => (await admin.call('GET /api/admin/system')).body.optimizer

  test('its answer is shown and can be applied; it gets no names and no positions', async () => {
    await crossed()
    const { version, moves, before, after } = await preview()
    expect(vroom.asked).toHaveLength(1)
    expect(JSON.stringify(vroom.asked)).not.toMatch(/30\.\d|97\.\d|Ana/)
    expect(before.minutes - after.minutes).toBe(56)
    expect((await optimize({ version, moves: bare(moves) })).status).toBe(200)
    expect(await system()).toMatchObject({ problem: null })
  })

  test.each([
    ['a page', { raw: '<html>Welcome</html>' }, 'unreadable'],
    ['a code', { raw: '{"code":2,"error":"Invalid input"}' }, 'refused'],
    ['silence', { hang: true }, 'slow'],
    ['all left out', { lie: leaveOut }, 'implausible'],
    ['negative times', { lie: atMinusOne }, 'unreadable'],
  ])(
    'our own method answers instead of %s, and the system page says why',
    async (_, answers, kind) => {
      await crossed()
      vroom.answers(answers)
      const { before, after, moves } = await preview()
      expect([before.minutes - after.minutes, moves.length]).toEqual([56, 2])
      expect(await system()).toMatchObject({ problem: kind })
    },
  )

  test('routes no better than the current ones change nothing', async () => {
    await visit(1, 0, ana)
    await visit(1, 9, ben, { seat: 2 })
    vroom.answers({ lie: swapped })
    expect((await preview()).moves).toEqual([])
    expect([vroom.asked.length, failures]).toEqual([1, []])
  })
})

type Solution = Parameters<
  NonNullable<Parameters<Awaited<ReturnType<typeof startTestVroom>>['answers']>[0]['lie']>
>[0]
const leaveOut = ({ routes, ...all }: Solution) => ({
  ...all,
  routes: [],
  unassigned: routes.flatMap(({ steps }) =>
    steps.flatMap(({ id }) => (id === undefined ? [] : { id })),
  ),
})
const atMinusOne = ({ routes, ...all }: Solution) => ({
  ...all,
  routes: routes.map((route) => ({
    ...route,
    steps: route.steps.map((step) => ({ ...step, arrival: -1 })),
  })),
})
const swapped = ({ routes, ...all }: Solution) => ({
  ...all,
  routes: routes.map((route) => ({ ...route, vehicle: 1 - route.vehicle })),
})

test('only the office optimizes', async () => {
  for (const role of ['customer', 'technician'] as const) {
    const { call } = await app.as(role)
    expect((await optimize({ dryRun: true }, { call })).status).toBe(403)
  }
})
