import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { users } from '#server/database/tables/users.ts'
import { twoColors } from '#server/features/photos/test-pictures.ts'
import {
  ago,
  finding,
  get,
  history,
  job,
  put as save,
  technician,
  setUpInspections,
} from './test-inspections.ts'

setUpInspections()

const put: typeof save = (findings, sent) => save(findings, { seen: [], ...sent })
const saved = async () => (await get()).body.findings
const takePhoto = async (id: string, { key = randomUUID(), jobId = job.id } = {}) =>
  technician.call('POST /api/jobs/{id}/photos', {
    params: { id: jobId },
    query: { moment: 'before', id },
    bytes: await twoColors(64, 48).jpeg().toBuffer(),
    headers: { 'content-type': 'image/jpeg', 'idempotency-key': key },
  })

test('findings of two phones made offline are both saved, whichever arrives first', async () => {
  await put([finding('front_left_tread')], { at: ago(10) })
  const seen = [finding('front_left_tread')]
  const later = finding('front_wipers', { result: 'watch' })
  await put([...seen, later], { seen, at: ago(2) })
  const corrected = finding('front_left_tread', { result: 'fail', note: 'Nail' })
  await put([corrected], { seen, at: ago(5) })
  expect(await saved()).toEqual([corrected, later])
})

test('if both changed an item, the later change counts and the earlier is in the history', async () => {
  await put([finding('front_left_tread', { result: 'watch' })], { at: ago(2) })
  await put([finding('front_left_tread', { result: 'fail', note: 'Nail' })], { at: ago(5) })
  expect(await saved()).toEqual([finding('front_left_tread', { result: 'watch' })])
  expect(JSON.stringify(await history())).toContain('Nail')
})

test('a photo has the id it was taken with, once, and its finding may arrive before it', async () => {
  const [id, key] = [randomUUID(), randomUUID()]
  const found = finding('front_left_tread', { result: 'fail', photoIds: [id] })
  expect((await put([found])).status).toBe(200)
  expect(await saved()).toEqual([{ ...found, photoIds: [] }])
  // Changed again by a phone that knows what the server answered: the photo on its way stays.
  const answered = [finding('front_left_tread', { result: 'fail' })]
  await put([finding('front_left_tread', { result: 'fail', note: 'Nail' })], { seen: answered })
  const sent = await takePhoto(id, { key })
  expect(sent).toMatchObject({ status: 201, body: { id } })
  expect((await takePhoto(id, { key })).body.id).toBe(id)
  expect((await takePhoto(id)).body.id).toBe(id)
  const photos = await technician.call('GET /api/jobs/{id}/photos', { params: { id: job.id } })
  expect(photos.body).toMatchObject([{ id }])
  expect(await saved()).toEqual([{ ...found, note: 'Nail' }])
})

test("another visit's photo, or a person's picture, gives its id to no photo or finding", async () => {
  const other = await makeJob({
    status: 'in_progress',
    technicianId: technician.user.id,
    customerId: job.customerId,
    vehicleId: job.vehicleId,
    serviceDate: job.serviceDate,
    slot: 3,
  })
  const id = randomUUID()
  await takePhoto(id, { jobId: other.id })
  expect((await takePhoto(id)).status).toBe(409)
  expect((await put([finding('front_left_tread', { photoIds: [id] })])).status).toBe(400)
  const photoId = randomUUID()
  await db().update(users).set({ photoId }).where(eq(users.id, technician.user.id))
  expect((await takePhoto(photoId)).status).toBe(409)
})
