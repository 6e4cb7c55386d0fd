import { withLink } from '#server/features/guests/test-guest.ts'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { travelBack, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { type JobRow, makeAddon, makeJob, makePackage } from '#server/database/test-factories.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { packageProducts } from '#server/database/tables/catalog.ts'
import { makeGuestLink } from '#server/features/guests/actions/guest-token.ts'
import { twoColors } from '#server/features/photos/test-pictures.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import type { Receipt } from '#shared/contract/receipts.ts'
import { textOfPdf } from './test-pdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'fivequart-receipts-'))
const app = useTestApp({ env: { DATA_DIR: folder } })
let customer: TestPerson
let technician: TestPerson
let job: JobRow
beforeEach(async () => {
  customer = await app.as('customer')
  technician = await app.as('technician')
  const offer = await makePackage({ oilType: 'full_synthetic' })
  const oil = await makeAddon({ category: 'oil', name: 'House 5w30, quart', stockQuantity: 9 })
  const filter = await makeAddon({ category: 'filter', name: 'Spin-on filter', stockQuantity: 9 })
  await db()
    .insert(packageProducts)
    .values([
      { packageId: offer.id, productId: oil.id, perQuart: true },
      { packageId: offer.id, productId: filter.id },
    ])
  job = await makeJob({
    customerId: customer.user.id,
    technicianId: technician.user.id,
    servicePackageId: offer.id,
    status: 'in_progress',
  })
})
afterEach(travelBack)
afterAll(() => rm(folder, { recursive: true, force: true }))

const params = () => ({ id: job.id })
const workOf = async (): Promise<Receipt['work']> =>
  (await customer.call('GET /api/jobs/{id}/receipt', { params: params() })).body.work

async function work(): Promise<void> {
  await technician.call('PUT /api/jobs/{id}/checklist', {
    params: params(),
    body: { items: ['oil_drained', 'filter_replaced'] },
  })
  await technician.call('PUT /api/jobs/{id}/measurements', {
    params: params(),
    body: { odometerMiles: 45_210, filledQuarts: 4.5 },
  })
  await technician.call('POST /api/jobs/{id}/photos', {
    params: params(),
    query: { moment: 'after' },
    bytes: await twoColors(60, 40).jpeg().toBuffer(),
    headers: { 'content-type': 'image/jpeg' },
  })
}

const complete = () =>
  technician.call('PATCH /api/jobs/{id}/status', {
    params: params(),
    body: { status: 'completed' },
  })

test('a receipt lists the recorded work', async () => {
  await work()
  await complete()
  expect(await workOf()).toMatchObject({
    oilType: 'full_synthetic',
    oilGrade: '5W-30',
    filledQuarts: 4.5,
    odometerMiles: 45_210,
    filters: ['Spin-on filter'],
    checklist: ['oil_drained', 'filter_replaced'],
    photos: [{ moment: 'after', width: 60, height: 40, removable: false }],
  })
  const pdf = await customer.call('GET /api/jobs/{id}/receipt.pdf', { params: params() })
  const text = textOfPdf(pdf.bytes)
  for (const part of ['Full Synthetic 5W-30', '4.5 qt', '45,210 mi', 'Old oil drained'])
    expect(text).toContain(part)
  expect(text).not.toContain('Oil light reset')
})

test('unrecorded work is not listed', async () => {
  await complete()
  expect(await workOf()).toMatchObject({
    filledQuarts: null,
    odometerMiles: null,
    checklist: [],
    photos: [],
  })
})

test("photos load through a guest's receipt until the link expires", async () => {
  await work()
  await complete()
  const link = await makeGuestLink(job.id, { ticket: 'ticket', network: 'network' })
  const params = { id: job.id }
  const { body } = await withLink(app, link).call('GET /api/jobs/{id}/receipt', { params })
  const [photo] = (body as Receipt).work.photos
  const look = (address = '') => app.app.inject(address)
  for (const address of [photo?.url, photo?.thumbnailUrl]) {
    const answer = await look(address)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
  }
  expect((await look(`/api/photos/${photo?.id}`)).statusCode).toBe(401)
  const url = photo?.url ?? ''
  expect(url).not.toContain('?')
  const token = url.split('/').at(-1) ?? ''
  // The photo, the size, the time and the signature.
  for (const at of [3, 16, 22, 30]) {
    const bytes = Buffer.from(token, 'base64url')
    bytes[at] = (bytes[at] ?? 0) ^ 1
    expect((await look(`/api/guest-photos/${bytes.toString('base64url')}`)).statusCode).toBe(404)
  }
  travelTo(new Date(job.startsAt.getTime() + 32 * 86_400_000))
  expect((await look(photo?.url)).statusCode).toBe(404)
  travelBack()
  await db().delete(jobPhotos)
  expect((await look(photo?.url)).statusCode).toBe(404)
})
