import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { currentSettings } from '#server/base/current-settings.ts'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp()
type Admin = Awaited<ReturnType<typeof app.as>>
const put = (admin: Admin, body: object) => admin.call('PUT /api/admin/settings', { body })
const changes = async (admin: Admin) =>
  (await admin.call('GET /api/admin/settings/changes')).body as {
    id: string
    before: object
    after: object
    by: string
    isUndo: boolean
    isUndone: boolean
    canUndo: boolean
  }[]
const undo = (admin: Admin, id: string) =>
  admin.call('POST /api/admin/settings/changes/{id}/undo', { params: { id } })

test('each change records who made it and the values before and after; saving the same value records none', async () => {
  const admin = await app.as('admin')
  await put(admin, { leadDays: 2, horizonDays: 90 })
  await put(admin, { leadDays: 2 })
  const by = `${admin.user.firstName} ${admin.user.lastName}`.trim()
  expect(await changes(admin)).toMatchObject([
    { by, subject: 'settings', before: { leadDays: 1 }, after: { leadDays: 2 }, isUndone: false },
  ])
})

test('a change can be undone and so can the undo, but not once values have changed', async () => {
  const admin = await app.as('admin')
  await put(admin, { leadDays: 2, slotCapacity: 3 })
  const [first] = await changes(admin)
  expect((await undo(admin, first!.id)).status).toBe(200)
  expect(currentSettings()).toMatchObject({ leadDays: 1, slotCapacity: 1 })
  const [back, undone] = await changes(admin)
  expect([back, undone]).toMatchObject([{ isUndo: true }, { isUndone: true }])
  expect((await undo(admin, first!.id)).status).toBe(409)
  expect((await undo(admin, back!.id)).status).toBe(200)
  expect(currentSettings()).toMatchObject({ leadDays: 2, slotCapacity: 3 })
  await put(admin, { slotCapacity: 4 })
  expect((await undo(admin, first!.id)).status).toBe(409)
  expect(currentSettings()).toMatchObject({ leadDays: 2, slotCapacity: 4 })
})

test('a change is listed as undoable exactly while all of its values are current', async () => {
  const admin = await app.as('admin')
  const offered = async () => (await changes(admin)).map(({ canUndo }) => canUndo)
  await put(admin, { leadDays: 2, slotCapacity: 3 })
  await put(admin, { horizonDays: 120 })
  expect(await offered()).toEqual([true, true])
  await put(admin, { slotCapacity: 4 })
  expect(await offered()).toEqual([true, true, false])
  for (const { id, canUndo } of (await changes(admin)).toReversed())
    expect((await undo(admin, id)).status).toBe(canUndo ? 200 : 409)
})

test('repeated claims are stored once', async () => {
  const admin = await app.as('admin')
  const { body } = await put(admin, { claims: ['Insured', 'On time', 'insured', 'On time'] })
  expect(body.claims).toEqual(['Insured', 'On time'])
})

test.each([
  [{ tagline: 'x'.repeat(81) }, 'tagline'],
  [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
  [{ timeZone: '+05:30' }, 'timeZone'],
  [{ timeZone: 'america/chicago' }, 'timeZone'],
  [{ leadDays: 30, horizonDays: 30 }, 'horizonDays'],
  [{ serviceDays: [] }, 'serviceDays'],
  [{ serviceDays: [0] }, 'serviceDays.0'],
  [{ serviceDays: [8] }, 'serviceDays.0'],
  [{ leadDays: -1 }, 'leadDays'],
  [{ leadDays: 31 }, 'leadDays'],
  [{ horizonDays: 6 }, 'horizonDays'],
  [{ horizonDays: 366 }, 'horizonDays'],
  [{ rescheduleNoticeHours: 721 }, 'rescheduleNoticeHours'],
  [{ cancelNoticeHours: -1 }, 'cancelNoticeHours'],
  [{ areaBooking: 'on' }, 'areaBooking'],
  [{ smsEnabled: 1 }, 'smsEnabled'],
  [{ minimumBookingsPerArea: 0 }, 'minimumBookingsPerArea'],
  [{ minimumBookingsPerArea: 11 }, 'minimumBookingsPerArea'],
  [{ defaultRadiusMiles: 4.5 }, 'defaultRadiusMiles'],
  [{ defaultRadiusMiles: 25.5 }, 'defaultRadiusMiles'],
  [{ defaultRadiusMiles: 7.3 }, 'defaultRadiusMiles'],
  [{ extraApprovalAboveCents: 1_000_001 }, 'extraApprovalAboveCents'],
])('%j is refused at its field', async (body, path) => {
  const admin = await app.as('admin')
  const answer = await put(admin, body)
  expect(answer.status).toBe(400)
  expect(answer.body.details.fields).toMatchObject([{ path }])
  expect(await changes(admin)).toEqual([])
})

test.each([
  { minimumBookingsPerArea: 1 },
  { minimumBookingsPerArea: 10 },
  { defaultRadiusMiles: 5 },
  { defaultRadiusMiles: 12.5 },
  { defaultRadiusMiles: 25 },
  { horizonDays: 7 },
  { horizonDays: 365 },
  { leadDays: 0 },
  { tagline: '' },
])('%j is saved', async (body) => {
  const admin = await app.as('admin')
  expect(await put(admin, body)).toMatchObject({ status: 200, body })
})

test('changed service days apply to bookings at once', async () => {
  const admin = await app.as('admin')
  await put(admin, { serviceDays: [3, 1, 3], horizonDays: 30 })
  const { body } = await app.call('GET /api/availability')
  const open = (body as { date: string; open: boolean }[]).filter((day) => day.open)
  const weekdays = new Set(open.map(({ date }) => new Date(`${date}T00:00Z`).getUTCDay()))
  expect(weekdays).toEqual(new Set([1, 3]))
  expect((await app.call('GET /api/config')).body).toMatchObject({ serviceDays: [1, 3] })
})

test('upcoming visits keep their time of day in a new time zone', async () => {
  const admin = await app.as('admin')
  const job = await makeJob({ serviceDate: '2030-01-07', slot: slotAt(1) })
  await put(admin, { timeZone: 'America/Los_Angeles' })
  const [moved] = await db().select().from(jobs).where(eq(jobs.id, job.id))
  expect(moved?.startsAt.toISOString()).toBe('2030-01-07T16:00:00.000Z')
})
