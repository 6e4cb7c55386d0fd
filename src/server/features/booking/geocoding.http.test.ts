import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createPhoton } from '#server/adapters/geocoder/photon.ts'
import { congress, startTestPhoton } from '#server/adapters/geocoder/test-photon.ts'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { eraseVisitDetails } from '#server/features/jobs/actions/erase-visit-details.ts'
import { notifyOfBookings } from '#server/features/jobs/actions/notify-of-bookings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useServices } from '#server/testing/test-services.ts'
import { startTestApp, useTestApp } from '#server/testing/test-app.ts'
import { customerWithCar, monday } from './test-customer.ts'

const app = useTestApp({ at: monday })
let photon: Awaited<ReturnType<typeof startTestPhoton>>
beforeAll(async () => {
  photon = await startTestPhoton()
})
afterAll(() => photon.close())
beforeEach(() => {
  photon.asked.length = 0
  photon.answers({ places: [congress()] })
  useServices({ geocoder: createPhoton({ baseUrl: photon.url, timeoutMs: 200 }) })
})

const exact = { latitude: 30.26731, longitude: -97.74287 }
const home = '500 Congress Ave, Apt 4, Austin, TX 78701'

async function booked(serviceAddress = home): Promise<{ id: string; at: unknown }> {
  const { call, form } = await customerWithCar(app)
  const { status, body } = await call('POST /api/jobs', { body: { ...form, serviceAddress } })
  expect(status).toBe(201)
  return { id: body.id, at: body.coordinates }
}
const placeOfVisit = async (id: string) => {
  const [visit] = await db()
    .select({ latitude: jobs.latitude, longitude: jobs.longitude })
    .from(jobs)
    .where(eq(jobs.id, id))
  return visit
}
async function background(): Promise<string[]> {
  await notifyOfBookings()
  return runDueTasks({ includeDeferred: true })
}

test('a visit is located at its ZIP code, then at its house', async () => {
  const { id, at } = await booked()
  expect(photon.asked).toEqual([])
  expect(await placeOfVisit(id)).toEqual(at)
  expect(at).not.toEqual(exact)
  expect(await background()).toContain('locate-visit')
  expect(photon.asked.map((query) => query.get('q'))).toEqual([
    '500 Congress Ave, Austin, TX 78701',
  ])
  expect(await placeOfVisit(id)).toEqual(exact)
  expect(await background()).not.toContain('locate-visit')
})

test.each([
  ['another house number', { housenumber: '5001' }],
  ['no house number', { housenumber: undefined }],
  ['another street', { street: 'Oak Street' }],
  ['another ZIP code', { postcode: '78704', name: '500 Congress Ave 78701' }],
  ['another country', { countrycode: 'MX' }],
  ['far from the ZIP code', { at: [30.9, -97.74] as [number, number] }],
])('the ZIP code counts when the map has %s', async (why, changed) => {
  photon.answers({ places: [congress({ name: '500 Congress Ave', ...changed })] })
  const { id, at } = await booked()
  await background()
  expect([why, photon.asked.length]).toEqual([why, 1])
  expect(await placeOfVisit(id)).toEqual(at)
})

test('a booking succeeds while the map is down, and the house is found once it is back', async () => {
  photon.answers({ places: [congress()], fault: 503 })
  const { id, at } = await booked()
  await notifyOfBookings()
  await runDueTasks({ tolerateFailures: true })
  expect(await placeOfVisit(id)).toEqual(at)
  photon.answers({ places: [congress()] })
  await runDueTasks({ includeDeferred: true })
  expect(await placeOfVisit(id)).toEqual(exact)
})

test('a person erased in the meantime stays erased', async () => {
  const { id } = await booked()
  await notifyOfBookings()
  const [visit] = await db().select().from(jobs).where(eq(jobs.id, id))
  await eraseVisitDetails(visit?.customerId ?? '')
  await runDueTasks()
  expect(photon.asked).toEqual([])
  expect(await placeOfVisit(id)).toEqual({ latitude: null, longitude: null })
})

test('without a map nothing is requested and a visit stays at its ZIP code', async () => {
  useServices({ geocoder: undefined })
  const { id, at } = await booked()
  expect(await background()).not.toContain('locate-visit')
  expect(await placeOfVisit(id)).toEqual(at)
})

const suggested = (q: string) => app.call('GET /api/address-suggestions', { query: { q } })

test('signed-out people get at most five addresses, each once and with an existing ZIP code', async () => {
  const house = (number: number, changed = {}) =>
    congress({ housenumber: String(number), ...changed })
  const places = [
    house(500),
    house(500),
    house(501, { postcode: '00000' }),
    house(502, { housenumber: undefined }),
    house(503, { city: undefined, state: undefined }),
    ...[504, 505, 506, 507].map((number) => house(number)),
  ]
  photon.answers({ places })
  const { status, body } = await suggested(' congr ')
  expect(status).toBe(200)
  const line = { city: 'Austin', state: 'TX', zip: '78701' }
  expect(body).toEqual(
    [500, 503, 504, 505, 506].map((number) => ({ street: `${number} Congress Avenue`, ...line })),
  )
})

test('short input sends no request, long input is refused, and an unreachable map suggests nothing', async () => {
  expect((await suggested('50')).body).toEqual([])
  expect(photon.asked).toEqual([])
  expect((await suggested('5'.repeat(201))).status).toBe(400)
  for (const fault of [{ fault: 500 }, { raw: 'no JSON' }, { hang: true }]) {
    photon.answers({ places: [congress()], ...fault })
    expect(await suggested('500 congress')).toMatchObject({ status: 200, body: [] })
  }
})

test('pages know whether addresses are suggested', async () => {
  const known = async ({ call }: Pick<typeof app, 'call'>) =>
    (await call('GET /api/config')).body.addressSuggestions
  expect(await known(app)).toBe(false)
  useServices({ geocoder: undefined })
  expect((await suggested('500 congress')).body).toEqual([])
  const other = await startTestApp({ GEOCODER_URL: photon.url })
  onTestFinished(() => other.close())
  expect(await known(other)).toBe(true)
  expect(
    (await other.call('GET /api/address-suggestions', { query: { q: '500' } })).body,
  ).toHaveLength(1)
})
