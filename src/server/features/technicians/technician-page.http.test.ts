import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { ledgerEntries } from '#server/database/tables/ledger-entries.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { users } from '#server/database/tables/users.ts'
import { monday, tuesday } from '#server/features/booking/test-customer.ts'
import { sweepPhotos } from '#server/features/photos/tasks.ts'
import { twoColors } from '#server/features/photos/test-pictures.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const folder = mkdtempSync(join(tmpdir(), 'fivequart-portraits-'))
const app = useTestApp({ at: monday, env: { DATA_DIR: folder } })
afterAll(() => rm(folder, { recursive: true, force: true }))

let admin: TestPerson
let technician: TestPerson
let params: { id: string }
beforeEach(async () => {
  admin = await app.as('admin')
  const mike = { role: 'technician', firstName: 'Mike', email: 'mike@example.com' } as const
  technician = await app.as(await makeUser(mike))
  params = { id: technician.user.id }
})

const invite = () => admin.call('POST /api/admin/technicians/{id}/invite', { params })
const mails = () => db().select().from(sentMessages)

test('an invitation mails the sign-in link, and can be sent again later', async () => {
  const first = await invite()
  expect([first.status, first.body.invitedAt]).toEqual([200, expect.any(String)])
  expect(await mails()).toMatchObject([
    {
      recipient: 'mike@example.com',
      body: expect.stringContaining('/sign-in'),
    },
  ])
  const again = await invite()
  expect(again).toMatchObject({
    status: 409,
    body: { details: { reason: 'too_soon', invitedAt: first.body.invitedAt } },
  })
  travelTo(new Date(monday.getTime() + 11 * 60_000))
  expect((await invite()).status).toBe(200)
  expect(await mails()).toHaveLength(2)
})

test('adding a technician invites them if the office wants', async () => {
  const form = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' }
  const add = (body: object) => admin.call('POST /api/admin/technicians', { body })
  expect((await add({ ...form, invite: true })).body.invitedAt).not.toBe(null)
  expect((await add({ ...form, email: 'bo@example.com' })).body.invitedAt).toBe(null)
  expect(await mails()).toMatchObject([{ recipient: 'ann@example.com' }])
})

test('inviting a deactivated technician reactivates the same person', async () => {
  const list = async (state?: string) =>
    (await admin.call('GET /api/admin/technicians', { query: state ? { state } : {} })).body.map(
      ({ id }: { id: string }) => id,
    )
  await admin.call('DELETE /api/admin/technicians/{id}', { params })
  expect([await list(), await list('deactivated')]).toEqual([[], [params.id]])
  expect((await invite()).body).toMatchObject({ id: params.id, status: 'active' })
  expect([await list(), await list('deactivated')]).toEqual([[params.id], []])
  expect((await technician.call('GET /api/jobs/technician')).status).toBe(401)
})

test('technicians without an e-mail or awaiting approval are not invited', async () => {
  await db().update(users).set({ email: null }).where(eq(users.id, params.id))
  expect((await invite()).status).toBe(409)
  const waiting = await makeUser({ role: 'technician', approvedAt: null })
  params = { id: waiting.id }
  expect((await invite()).status).toBe(409)
  params = { id: admin.user.id }
  expect((await invite()).status).toBe(404)
  expect(await mails()).toEqual([])
})

const photo = 'POST /api/admin/technicians/{id}/photo'
const upload = (bytes: Buffer, type = 'image/jpeg') =>
  admin.call(photo, { params, bytes, headers: { 'content-type': type } })

test('a photo is resized, shown to their customers, replaced and removed', async () => {
  const first = await upload(await twoColors(900, 600).jpeg().toBuffer())
  expect(first.status).toBe(201)
  const url = first.body.photoUrl
  const picture = await app.call(`GET ${url}`)
  expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 320 })
  const customer = await app.as('customer')
  const { id } = await makeJob({
    customerId: customer.user.id,
    technicianId: params.id,
    status: 'assigned',
  })
  const visit = await customer.call('GET /api/jobs/{id}', { params: { id } })
  expect(visit.body.technician.photoUrl).toBe(url)
  travelTo(new Date('2099-01-01'))
  await sweepPhotos()
  expect((await app.call(`GET ${url}`)).status).toBe(200)
  travelTo(monday)
  const second = await upload(await twoColors(60, 40).png().toBuffer(), 'image/png')
  expect(second.body.photoUrl).not.toBe(url)
  expect((await app.call(`GET ${url}`)).status).toBe(404)
  const removed = await admin.call('DELETE /api/admin/technicians/{id}/photo', { params })
  expect(removed.body.photoUrl).toBe(null)
  expect((await app.call(`GET ${second.body.photoUrl}`)).status).toBe(404)
})

test('a file that is not a picture is refused, and the previous photo stays', async () => {
  const { body } = await upload(await twoColors(60, 40).jpeg().toBuffer())
  expect((await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status).toBe(415)
  expect((await app.call(`GET ${body.photoUrl}`)).status).toBe(200)
  const other = await technician.call(photo, {
    params,
    bytes: Buffer.from('x'),
    headers: { 'content-type': 'image/jpeg' },
  })
  expect(other.status).toBe(403)
})

const work = (from: string, to: string) =>
  admin.call('GET /api/admin/technicians/{id}/work', { params, query: { from, to } })

test('work counts on the day it was done, payments on the day they came, in business time', async () => {
  const done = (completedAt: string, minutes: number, extrasCents = 0) =>
    makeJob({
      technicianId: params.id,
      status: 'completed',
      completedAt: new Date(completedAt),
      startedAt: new Date(Date.parse(completedAt) - minutes * 60_000),
      extrasCents,
    })
  // Monday, 10:30 PM in Chicago.
  const late = await done('2026-11-24T04:30:00Z', 45, 2500)
  await done('2026-11-24T15:00:00Z', 30)
  await done('2026-11-22T15:00:00Z', 20)
  await makeJob({ status: 'completed', completedAt: new Date('2026-11-24T15:00:00Z') })
  await makeJob({
    technicianId: params.id,
    status: 'assigned',
    serviceDate: tuesday,
    slot: slotAt(5),
  })
  const moved = { jobId: late.id, memo: '', at: new Date('2026-11-24T05:30:00Z') }
  await db()
    .insert(ledgerEntries)
    .values([
      { ...moved, ref: '1', debit: 'cash', credit: 'receivable', cents: 15_499 },
      { ...moved, ref: '2', debit: 'revenue', credit: 'cash', cents: 499 },
      { ...moved, ref: '3', debit: 'receivable', credit: 'revenue', cents: 15_499 },
      {
        ...moved,
        at: new Date('2026-11-24T06:30:00Z'),
        ref: '4',
        debit: 'cash',
        credit: 'receivable',
        cents: 100,
      },
    ])
  const { status, body } = await work('2026-11-23', '2026-11-24')
  expect([status, body]).toEqual([
    200,
    {
      from: '2026-11-23',
      to: '2026-11-24',
      total: { visits: 2, minutes: 75, extras: '25.00', cash: '151.00' },
      previous: { visits: 1, minutes: 20, extras: '0.00', cash: '0.00' },
      days: [
        { date: '2026-11-23', visits: 1, minutes: 45, extras: '25.00', cash: '150.00' },
        { date: '2026-11-24', visits: 1, minutes: 30, extras: '0.00', cash: '1.00' },
      ],
    },
  ])
})

test.each([
  ['2026-11-24', '2026-11-23', 400],
  ['2025-01-01', '2026-11-23', 400],
  ['never', '2026-11-23', 400],
])('work from %s to %s is refused', async (from, to, status) => {
  expect((await work(from, to)).status).toBe(status)
})

test('the page has upcoming visits and reviews', async () => {
  const mine = { technicianId: params.id }
  await makeJob({ ...mine, serviceDate: '2026-11-20', slot: slotAt(1), status: 'completed' })
  const next = await makeJob({ ...mine, serviceDate: tuesday, slot: slotAt(1), status: 'assigned' })
  const rated = await makeJob({ ...mine, status: 'cancelled' })
  await makeJob({ serviceDate: tuesday, slot: slotAt(2) })
  await db()
    .insert(reviews)
    .values({ jobId: rated.id, customerId: rated.customerId, technicianId: params.id, rating: 4 })
  const visits = await admin.call('GET /api/admin/technicians/{id}/visits', { params })
  expect(visits.body).toMatchObject([{ id: next.id }])
  const said = await admin.call('GET /api/admin/technicians/{id}/reviews', { params })
  expect(said.body).toMatchObject([{ rating: 4 }])
  params = { id: admin.user.id }
  for (const route of ['visits', 'reviews'])
    expect((await admin.call(`GET /api/admin/technicians/{id}/${route}`, { params })).status).toBe(
      404,
    )
})
