import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob, makePackage, makeUser } from '#server/database/test-factories.ts'
import { daysOff } from '#server/database/tables/schedule.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import {
  customerWithCar,
  monday,
  tuesday,
  wednesday,
} from '#server/features/booking/test-customer.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { notificationsShownTo, useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })

let admin: TestPerson
let technician: TestPerson
let params: { id: string }

beforeEach(async () => {
  admin = await app.as('admin')
  technician = await app.as(await makeUser({ role: 'technician', firstName: 'Mike', lastName: '' }))
  params = { id: technician.user.id }
})

const one = 'GET /api/admin/technicians/{id}'
const change = (body: unknown, headers: Record<string, string> = {}) =>
  admin.call('PATCH /api/admin/technicians/{id}', { params, body, headers })
const giveDaysOff = (body: unknown) =>
  admin.call('POST /api/admin/technicians/{id}/days-off', { params, body })
const assign = (id: string, technicianId: string | null = technician.user.id) =>
  admin.call('POST /api/jobs/{id}/assign', { params: { id }, body: { technicianId } })
const claim = (id: string) => technician.call('POST /api/jobs/{id}/claim', { params: { id } })
const queue = async () =>
  (await technician.call('GET /api/jobs/unassigned')).body.map(({ id }: { id: string }) => id)
const jobOf = async (id: string) => (await db().select().from(jobs).where(eq(jobs.id, id)))[0]

const mornings = { from: '08:00', to: '12:00' }
const tuesdays = [null, mornings, null, null, null, null, null]
const diesel = async () => (await makePackage({ oilType: 'diesel_full_synthetic' })).id

test('the office sets hours, skills and starting point', async () => {
  const homeAddress = '1107 Barton Springs Road, Austin, TX 78704'
  const answer = await change({ skills: [], workingHours: tuesdays, homeAddress, phone: '' })
  expect(answer).toMatchObject({
    status: 200,
    headers: { etag: '"2"' },
    body: {
      firstName: 'Mike',
      skills: [],
      workingHours: tuesdays,
      homeBase: { address: homeAddress, latitude: expect.any(Number) },
      daysOff: [],
      version: 2,
    },
  })
  expect((await admin.call('GET /api/admin/technicians')).body).toEqual([answer.body])
  const plain = await change({ workingHours: null, homeAddress: '', skills: ['diesel'] })
  expect(plain.body).toMatchObject({ workingHours: null, homeBase: null, skills: ['diesel'] })
  expect(await notificationsShownTo(technician.user)).toMatchObject([
    { title: 'Your work details have changed' },
    { title: 'Your work details have changed' },
  ])
})

test('a technician sees their own hours and days off, but not the reasons', async () => {
  const own = async () => (await technician.call('GET /api/technicians/me')).body
  expect(await own()).toEqual({ rating: null, workingHours: null, daysOff: [] })
  await change({ workingHours: tuesdays })
  await giveDaysOff({ from: wednesday, to: wednesday, reason: 'A secret' })
  expect(await own()).toEqual({
    rating: null,
    workingHours: tuesdays,
    daysOff: [{ id: expect.any(String), from: wednesday, to: wednesday }],
  })
})

test('visits outside new hours or skills are reported and stay assigned', async () => {
  const technicianId = technician.user.id
  const of = { technicianId, status: 'assigned' } as const
  const late = await makeJob({ ...of, serviceDate: tuesday, slot: slotAt(3) })
  const dieselJob = await makeJob({
    ...of,
    serviceDate: tuesday,
    slot: slotAt(1),
    servicePackageId: await diesel(),
  })
  await db()
    .update(users)
    .set({ skills: ['diesel'] })
    .where(eq(users.id, technicianId))
  const ids = ({ body }: { body: { outside?: { id: string }[] } }) =>
    body.outside?.map(({ id }) => id)
  const hours = await change({ workingHours: tuesdays })
  expect([hours.status, ids(hours)]).toEqual([200, [late.id]])
  expect(ids(await change({ skills: [] }))).toEqual([dieselJob.id, late.id])
  expect(ids(await change({ firstName: 'Mick' }))).toBeUndefined()
  expect(ids(await change({ workingHours: null, skills: ['diesel'] }))).toBeUndefined()
  expect((await jobOf(late.id))?.technicianId).toBe(technicianId)
})

test.each([
  [{ workingHours: [mornings] }, 'workingHours'],
  [{ workingHours: [{ from: '9', to: '12:00' }, ...tuesdays.slice(1)] }, 'workingHours.0.from'],
  [{ workingHours: [{ from: '12:00', to: '08:00' }, ...tuesdays.slice(1)] }, 'workingHours.0.to'],
  [{ skills: ['juggling'] }, 'skills.0'],
  [{ firstName: ' ' }, 'firstName'],
  [{ firstName: 'x'.repeat(81) }, 'firstName'],
  [{ homeAddress: 'somewhere' }, 'homeAddress'],
  [{ email: 'mike' }, 'email'],
])('%j is refused at its field', async (body, path) => {
  const answer = await change(body)
  expect([answer.status, answer.body.details.fields[0].path]).toEqual([400, path])
})

test('the second of two tabs sees who changed it, and its state', async () => {
  const { headers } = await admin.call(one, { params })
  expect(headers.etag).toBe('"1"')
  const name = { firstName: 'x'.repeat(80), lastName: '' }
  expect((await change({ firstName: name.firstName }, { 'if-match': '"1"' })).status).toBe(200)
  const second = await change({ firstName: 'Ann' }, { 'if-match': '"1"' })
  expect(second).toMatchObject({
    status: 409,
    body: {
      message: `${admin.user.firstName} ${admin.user.lastName} has changed this in the meantime: First name. Please check it again.`,
      details: { reason: 'changed', now: { firstName: name.firstName, version: 2 } },
    },
  })
  expect((await change({ firstName: 'Ann' }, { 'if-match': 'nonsense' })).status).toBe(409)
  expect((await change({ firstName: 'Ann' }, { 'if-match': '*' })).status).toBe(200)
  expect((await change({ firstName: 'Bea' })).status).toBe(200)
})

test('a form overwrites nothing that changed while it was open', async () => {
  const stale = (version: number) => change({ skills: [] }, { 'if-match': `"${version}"` })
  const by = `${admin.user.firstName} ${admin.user.lastName}`
  const said = async (version: number) => (await stale(version)).body.message
  await change({ phone: '(512) 555-0100', skills: ['diesel'], workingHours: tuesdays })
  expect(await said(1)).toContain(`${by} has changed this in the meantime: Phone, Working hours.`)
  await giveDaysOff({ from: tuesday, to: tuesday, reason: 'Dentist' })
  expect(await said(2)).toMatch(
    new RegExp(`${by} has changed this in the meantime: Days off, .*Nov 24, 2026\\.`),
  )
  const { email } = technician.user
  const profile = { firstName: 'Mick', lastName: 'Own', email, phone: '(512) 555-0199' }
  expect((await technician.call('PATCH /api/auth/user', { body: profile })).status).toBe(200)
  expect(await said(3)).toContain('Mick Own has changed this in the meantime.')
  expect((await stale(4)).status).toBe(200)
})

test("another person's e-mail, a deactivated technician and a non-technician are refused", async () => {
  const { email } = await makeUser()
  expect(await change({ email })).toMatchObject({
    status: 409,
    body: { details: { fields: [{ path: 'email' }] } },
  })
  await admin.call('DELETE /api/admin/technicians/{id}', { params })
  expect((await admin.call(one, { params })).body.status).toBe('deactivated')
  expect((await change({ firstName: 'Ann' })).status).toBe(409)
  expect((await giveDaysOff({ from: tuesday, to: tuesday })).status).toBe(409)
  params = { id: admin.user.id }
  expect((await change({ firstName: 'Ann' })).status).toBe(404)
  expect((await admin.call(one, { params })).status).toBe(404)
})

test('no technician gets a visit they cannot do, not even by claiming it', async () => {
  const [morning, afternoon, other] = [
    await makeJob({ serviceDate: tuesday, slot: slotAt(1) }),
    await makeJob({ serviceDate: tuesday, slot: slotAt(3) }),
    await makeJob({ serviceDate: wednesday, slot: slotAt(1) }),
  ]
  const oil = await makeJob({
    serviceDate: tuesday,
    slot: slotAt(2),
    servicePackageId: await diesel(),
  })
  expect(await queue()).toEqual([morning.id, oil.id, afternoon.id, other.id])
  await change({ workingHours: tuesdays, skills: [] })
  expect(await queue()).toEqual([morning.id])
  const refusals = [
    [afternoon.id, 'Mike works from 8:00 AM to 12:00 PM on that day.', 'hours'],
    [other.id, 'Mike does not work on a Wednesday.', 'weekday'],
    [oil.id, 'Mike has no diesel skill.', 'skill'],
  ] as const
  for (const [id, message, reason] of refusals) {
    expect(await assign(id)).toMatchObject({
      status: 409,
      body: { message, details: { reason: 'technician', refusal: { reason } } },
    })
    expect(await claim(id)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^You /) },
    })
  }
  expect((await claim(morning.id)).status).toBe(200)
})

test('their queue leaves out visits they cannot do', async () => {
  await makeJob({
    serviceDate: tuesday,
    slot: slotAt(1),
    technicianId: technician.user.id,
    status: 'assigned',
  })
  const other = await makeJob({ serviceDate: tuesday, slot: slotAt(1), seat: 2 })
  expect(await queue()).toEqual([])
  expect((await claim(other.id)).status).toBe(409)
})

test('auto-assign picks among allowed technicians: skilled, working, least busy, then nearest', async () => {
  await changeSettings({ autoAssign: true, slotCapacity: 9 })
  const near = { homeLatitude: 30.27, homeLongitude: -97.74 }
  const far = { homeLatitude: 29.76, homeLongitude: -95.37 }
  const old = new Date('2026-01-01')
  await change({ skills: [] })
  const away = await makeUser({ role: 'technician', createdAt: old, ...near })
  await db().insert(daysOff).values({ technicianId: away.id, from: tuesday, to: tuesday })
  const late = [null, { from: '12:00', to: '18:00' }, null, null, null, null, null]
  await makeUser({ role: 'technician', createdAt: old, workingHours: late, ...near })
  const distant = await makeUser({ role: 'technician', createdAt: old, ...far })
  const close = await makeUser({ role: 'technician', ...near })
  const servicePackageId = await diesel()
  const book = async (slot: number, wanted: Record<string, unknown> = {}) => {
    const { call, form } = await customerWithCar(app)
    const body = { ...form, scheduledTime: labelAt(slot), ...wanted }
    return (await call('POST /api/jobs', { body })).body.technicianId
  }
  expect(await book(1, { servicePackageId })).toBe(close.id)
  expect(await book(1, { servicePackageId })).toBe(distant.id)
  expect(await book(1, { servicePackageId })).toBe(null)
  expect(await book(1)).toBe(technician.user.id)
  await db().update(users).set({ deactivatedAt: monday }).where(eq(users.id, close.id))
  expect(await book(2, { servicePackageId })).toBe(distant.id)
})
