import { beforeEach, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { dailyCounts } from '#server/database/tables/daily-counts.ts'
import { loadReferenceData } from '#server/reference/load-reference-data.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { useServices } from '#server/testing/test-services.ts'

const app = useTestApp({ at: new Date('2026-11-23T15:00:00Z') })
beforeEach(loadReferenceData)

const lookUp = (vin: string) => app.call('POST /api/vehicles/vin-lookup', { body: { vin } })

test('a VIN gives the car, its oil, and the confidence', async () => {
  const { status, body } = await lookUp(' 4t1b11hk5ju500000 ')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    success: true,
    vehicleSpec: {
      vin: '4T1B11HK5JU500000',
      year: '2018',
      make: 'Toyota',
      model: 'Camry',
      engine: '2.5L I4',
      oilType: 'full_synthetic',
      oilCapacity: 4.8,
      recommendedServiceLevel: 'full_synthetic',
      capacitySource: 'curated',
      viscosity: '0W-16',
      note: 'About 4.8 qt, confirmed by your technician.',
    },
  })
})

test('a wrong check digit warns and still answers', async () => {
  const { body } = await lookUp('4T1B11HK0JU500000')
  expect(body.success).toBe(true)
  expect(body.vehicleSpec.warning).toMatch(/mistyped/)
})

test.each([
  ['', /valid 17-character VIN/],
  ['4T1B11HK', /9 characters too short/],
  ['4T1B11HKOJU50000O', /Did you mean 4T1B11HK0JU500000/],
  ['4T1B11HK5JU5000!!', /only letters and digits/],
])('the VIN %j is refused with the reason', async (vin, error) => {
  const { status, body } = await lookUp(vin)
  expect(status).toBe(200)
  expect(body).toEqual({ success: false, error: expect.stringMatching(error) })
})

test('an electric car gets a friendly answer instead of oil', async () => {
  const { body } = await lookUp('5YJ3E1EA7KF317000')
  expect(body).toEqual({
    success: false,
    noOil: true,
    error: "2019 Tesla Model 3 is fully electric and doesn't need an oil change.",
  })
})

test('a plate that is not found is reported in Spanish', async () => {
  useServices({ plates: { lookup: async () => ({ found: false, reason: 'not_found' }) } })
  const body = { plate: 'BRF-2231', state: 'TX' }
  const headers = { 'accept-language': 'es' }
  const answer = await app.call('POST /api/vehicles/plate-lookup', { body, headers })
  expect(answer.body.error).toBe(
    'No encontramos estas placas. Use la búsqueda por VIN o escriba los datos.',
  )
})

test('plate lookup is reported as unavailable without a provider, and finds the car with one', async () => {
  const call = () =>
    app.call('POST /api/vehicles/plate-lookup', { body: { plate: 'BRF-2231', state: 'TX' } })
  expect((await call()).body).toEqual({
    success: false,
    error: 'License plate lookup is not available yet. Please use VIN lookup or manual entry.',
  })
  const lookup = async () => ({ found: true as const, vin: '4T1B11HK5JU500000' })
  useServices({ plates: { lookup } })
  expect((await call()).body.vehicleSpec).toMatchObject({ make: 'Toyota', model: 'Camry' })
})

test.each(['ZZ', 'tx', 'Texas', ''])('%j is no state of a plate', async (state) => {
  const { status } = await app.call('POST /api/vehicles/plate-lookup', {
    body: { plate: 'BRF-2231', state },
  })
  expect(status).toBe(400)
})

test("a person may look up twenty plates a day, and strangers don't use up that limit", async () => {
  let lookups = 0
  const lookup = async () => {
    lookups += 1
    return { found: false as const, reason: 'not_found' as const }
  }
  useServices({ plates: { lookup } })
  const body = { plate: 'BRF-2231', state: 'TX' }
  const ask = () => app.call('POST /api/vehicles/plate-lookup', { body })
  const answers = await Promise.all(Array.from({ length: 23 }, ask))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.body.message).toContain('Please use the VIN')
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  expect(lookups).toBe(20)
  await db()
    .insert(dailyCounts)
    .values({ what: 'plate lookup', who: 'strangers', day: '2026-11-24', count: 200 })
  travelTo(new Date('2026-11-24T00:01:00Z'))
  expect((await ask()).status).toBe(429)
  const customer = await app.as('customer')
  expect((await customer.call('POST /api/vehicles/plate-lookup', { body })).status).toBe(200)
  travelTo(new Date('2026-11-25T00:01:00Z'))
  expect((await ask()).status).toBe(200)
})

test('suggestions are cached by the browser and not sent twice', async () => {
  const first = await app.call('GET /api/vehicles/suggestions')
  expect(first.body.Toyota.Camry).toMatch(/^19\d\d-20\d\d/)
  expect(first.body.Chevrolet['Silverado 1500']).toBe('1999-2027')
  expect(first.headers['cache-control']).toBe('public, max-age=86400')
  const headers = { 'if-none-match': String(first.headers.etag) }
  const second = await app.call('GET /api/vehicles/suggestions', { headers })
  expect(second).toMatchObject({ status: 304, text: '' })
})
