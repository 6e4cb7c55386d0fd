import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob, makePackage, makeUser } from '#server/database/test-factories.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { loadDrives } from '#server/reads/drives.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import type { DriveTime } from '#shared/rules/learned-drives.ts'
import { slotAt } from '#shared/rules/test-slots.ts'
import { minutesAway } from '#shared/rules/travel.ts'
import { tidyDrivesTask } from './tasks.ts'

const tuesday = '2026-11-24'
const saturday = '2026-11-21'
const app = useTestApp({ at: new Date(`${tuesday}T23:00:00Z`) })
// In Austin, 22 minutes apart as estimated.
const capitol = { latitude: 30.2747, longitude: -97.7404 }
const airport = { latitude: 30.1975, longitude: -97.6664 }

/** Made once for many, because that takes most of the time. */
type Shared = { customerId: string; servicePackageId: string }

/** Minutes: the break before leaving at ten, until the announced arrival (null: none), and until the start of work. */
type Told = Partial<Shared> & {
  date?: string
  rest?: number
  arrives?: number | null
  starts?: number
}

let seat = 0

/** A visit downtown, and the drive from there at ten o'clock to one at the airport. */
async function drive({
  date = tuesday,
  rest = 5,
  arrives = null,
  starts = 33,
  ...shared
}: Told = {}) {
  const technicianId = (await makeUser({ role: 'technician' })).id
  const at = (minutes: number) =>
    new Date(new Date(`${date}T16:00:00Z`).getTime() + minutes * 60_000)
  const common = {
    technicianId,
    serviceDate: date,
    status: 'completed' as const,
    seat: ++seat,
    ...shared,
  }
  await makeJob({
    ...common,
    ...capitol,
    slot: slotAt(1),
    startedAt: at(-90),
    completedAt: at(-rest),
  })
  const { id: jobId } = await makeJob({
    ...common,
    ...airport,
    slot: slotAt(2),
    startedAt: at(starts),
    completedAt: at(starts + 45),
  })
  const entry = (kind: 'technician_on_way' | 'technician_arrived', minutes: number) => ({
    jobId,
    actorId: technicianId,
    kind,
    data: {},
    createdAt: at(minutes),
    receivedAt: at(minutes),
  })
  await db()
    .insert(jobEvents)
    .values([
      entry('technician_on_way', 0),
      ...(arrives === null ? [] : [entry('technician_arrived', arrives)]),
    ])
}

async function drives(count: number, told: Told = {}): Promise<void> {
  const shared = { customerId: (await makeUser()).id, servicePackageId: (await makePackage()).id }
  for (let n = 0; n < count; n++) await drive({ ...shared, ...told })
}

async function learned() {
  await enqueue(tidyDrivesTask, {})
  await runDueTasks()
  return (await (await app.as('admin')).call('GET /api/admin/drive-times')).body
}
const minutes = async (at?: DriveTime) => (await loadDrives([]))(capitol, airport, at)

test('thirty drives, from on the way to the start of work, correct drive times', async () => {
  expect(minutesAway(capitol, airport)).toBe(22)
  await drives(29)
  expect(await learned()).toMatchObject({ drives: 29, needed: 30, factor: 1, hours: [] })
  expect(await minutes()).toBe(22)
  await drive()
  expect(await learned()).toEqual({
    drives: 30,
    needed: 30,
    estimate: 22,
    actual: 33,
    factor: 1.5,
    hours: [{ isWeekend: false, hour: 10, drives: 30, factor: 1.5 }],
    computedAt: expect.any(String),
  })
  await expect.poll(() => minutes()).toBe(33)
})

test('weekends and hours with enough drives have their own factors', async () => {
  await drives(30, { date: saturday, starts: 22 })
  await drives(31)
  expect(await learned()).toMatchObject({ drives: 61, factor: 1.5 })
  await expect.poll(() => minutes({ hour: 10, weekday: 6 })).toBe(22)
  expect(await minutes({ hour: 10, weekday: 2 })).toBe(33)
  expect(await minutes({ hour: 15, weekday: 6 })).toBe(33)
})

test('one setting switches it off', async () => {
  await drives(30)
  await learned()
  await expect.poll(() => minutes()).toBe(33)
  await changeSettings({ learnDriveTimes: false })
  expect(await minutes()).toBe(22)
  expect(await learned()).toMatchObject({ drives: 30, factor: 1.5 })
})

test.each<[string, Told, object]>([
  ['an announced arrival ends the drive', { arrives: 33, starts: 60 }, { drives: 1, actual: 33 }],
  ['a start before it was announced too', { arrives: 50, starts: 33 }, { drives: 1, actual: 33 }],
  ['after a longer break the way is unknown', { rest: 31 }, { drives: 0 }],
  ['pressed at the door', { arrives: 0, starts: 2 }, { drives: 0 }],
  ['half a year ago', { date: '2026-05-20' }, { drives: 0 }],
])('%s', async (_, told, expected) => {
  await drive(told)
  expect(await learned()).toMatchObject(expected)
})

test('the first drive of a day does not count, because its start is unknown', async () => {
  const technicianId = (await makeUser({ role: 'technician' })).id
  const at = new Date(`${tuesday}T16:00:00Z`)
  const { id: jobId } = await makeJob({
    ...airport,
    technicianId,
    serviceDate: tuesday,
    slot: slotAt(2),
    status: 'in_progress',
    startedAt: new Date(at.getTime() + 33 * 60_000),
  })
  const entry = { jobId, actorId: technicianId, kind: 'technician_on_way' as const, data: {} }
  await db()
    .insert(jobEvents)
    .values({ ...entry, createdAt: at, receivedAt: at })
  expect(await learned()).toMatchObject({ drives: 0 })
})

test('only the office sees it', async () => {
  for (const role of ['customer', 'technician'] as const) {
    const { status } = await (await app.as(role)).call('GET /api/admin/drive-times')
    expect(status).toBe(403)
  }
})
