import { beforeEach, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { addCoreSpot } from '#server/features/service-area/actions/write-core-spot.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { settleTaxRates } from '#server/features/settings/actions/plan-tax-rate.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { customerWithCar, monday, tuesday, wednesday } from './test-customer.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
let one: Awaited<ReturnType<typeof customerWithCar>>
beforeEach(async () => {
  admin = await app.as('admin')
  one = await customerWithCar(app)
})

const setPrice = (body: object) =>
  admin.call('PATCH /api/admin/service-packages/{id}/price', {
    params: { id: one.oilPackage.id },
    body,
  })
const setRate = (body: object) => admin.call('PATCH /api/admin/tax-rate', { body })
const book = (scheduledDate: string, more: object = {}) =>
  one.call('POST /api/jobs', { body: { ...one.form, scheduledDate, ...more } })
const listed = async () => (await app.call('GET /api/service-packages')).body[0]

test('a package costs its price on the day of the visit, as the customer saw it', async () => {
  const answer = await setPrice({ price: '139.99', from: wednesday })
  expect(answer.body).toMatchObject({
    basePrice: 129.99,
    priceChanges: [{ from: wednesday, price: 139.99 }],
  })
  expect(await listed()).toMatchObject({
    basePrice: 129.99,
    priceChanges: [{ from: wednesday, price: 139.99 }],
  })
  expect((await book(tuesday, { seenPrice: '129.99' })).body.finalAmount).toBe('129.99')
  expect(await book(wednesday, { seenPrice: '129.99' })).toMatchObject({
    status: 409,
    body: { details: { reason: 'price', price: '139.99' } },
  })
  expect((await book(wednesday, { seenPrice: '139.99' })).body.finalAmount).toBe('139.99')
  travelTo(new Date('2026-11-25T15:00:00Z'))
  const today = await listed()
  expect([today.basePrice, today.priceChanges]).toEqual([139.99, undefined])
})

test('a visit that is moved keeps the price it was booked with', async () => {
  await setPrice({ price: '139.99', from: wednesday })
  const { body: job } = await book(tuesday)
  const moved = await one.call('POST /api/jobs/{id}/reschedule', {
    params: { id: job.id },
    body: { scheduledDate: wednesday, scheduledTime: labelAt(2) },
  })
  expect(moved.body).toMatchObject({ scheduledDate: wednesday, finalAmount: '129.99' })
})

test('a price change for now keeps planned ones, and planning the current price cancels one', async () => {
  await setPrice({ price: '139.99', from: wednesday })
  expect((await setPrice({ price: '119.99' })).body).toMatchObject({
    basePrice: 119.99,
    priceChanges: [{ from: wednesday, price: 139.99 }],
  })
  const cancelled = (await setPrice({ price: '119.99', from: wednesday })).body
  expect([cancelled.basePrice, cancelled.priceChanges]).toEqual([119.99, undefined])
  expect(await setPrice({ price: '99.99', from: '2026-11-22' })).toMatchObject({
    status: 400,
    body: {
      details: { fields: [{ path: 'from', message: 'Please choose today or a later day.' }] },
    },
  })
  const { body } = await admin.call('GET /api/admin/service-packages/{id}', {
    params: { id: one.oilPackage.id },
  })
  expect(
    body.history.map(({ changes }: { changes: { to: string | null }[] }) => changes[0]?.to),
  ).toEqual([null, '$119.99', expect.stringMatching(/^\$139\.99 from .*Nov 25/)])
})

test('a new price replaces one whose day has come', async () => {
  await setPrice({ price: '139.99', from: tuesday })
  travelTo(new Date('2026-11-24T15:00:00Z'))
  expect((await listed()).basePrice).toBe(139.99)
  expect((await setPrice({ price: '149.99' })).body.basePrice).toBe(149.99)
  expect((await book(wednesday)).body.finalAmount).toBe('149.99')
})

test('sales tax is that of the day of the visit, and stays when it is moved', async () => {
  await changeSettings({ salesTaxEnabled: true, salesTaxRateBp: 1000 })
  expect((await setRate({ rateBp: 2000, from: wednesday })).body).toEqual({
    rateBp: 1000,
    changes: [{ from: wednesday, rateBp: 2000 }],
  })
  expect((await app.call('GET /api/config')).body).toMatchObject({
    salesTaxRateBp: 1000,
    salesTaxRateChanges: [{ from: wednesday, rateBp: 2000 }],
  })
  const { body: early } = await book(tuesday)
  expect(early.finalAmount).toBe('142.99')
  const { body: late } = await book(wednesday)
  expect(late.finalAmount).toBe('155.99')
  const moved = await one.call('POST /api/jobs/{id}/reschedule', {
    params: { id: early.id },
    body: { scheduledDate: '2026-11-27', scheduledTime: labelAt(2) },
  })
  expect(moved.body.finalAmount).toBe('142.99')
  travelTo(new Date('2026-11-25T15:00:00Z'))
  await settleTaxRates()
  expect((await admin.call('GET /api/admin/settings')).body).toMatchObject({
    salesTaxRateBp: 2000,
    salesTaxRateChanges: [],
  })
})

test('a core spot has its own later rate', async () => {
  await changeSettings({ salesTaxEnabled: true, salesTaxRateBp: 500 })
  const coreSpotId = await addCoreSpot(admin.user.id, {
    name: 'Austin',
    address: '78701',
    latitude: 30.27,
    longitude: -97.74,
    radiusMiles: 10,
    taxRateBp: 1000,
  })
  const planned = await setRate({ rateBp: null, from: wednesday, coreSpotId })
  expect(planned.body).toEqual({ rateBp: 1000, changes: [{ from: wednesday, rateBp: null }] })
  const area = await app.call('GET /api/service-area', { query: { zip: '78701' } })
  expect(area.body).toMatchObject({
    salesTaxRateBp: 1000,
    salesTaxRateChanges: [{ from: wednesday, rateBp: 500 }],
  })
  expect((await book(tuesday)).body.finalAmount).toBe('142.99')
  expect((await book(wednesday)).body.finalAmount).toBe('136.49')
  travelTo(new Date('2026-11-25T15:00:00Z'))
  await settleTaxRates()
  const [stored] = (await admin.call('GET /api/admin/core-spots')).body
  expect(stored.taxRateBp).toBeNull()
})

test('of several cars each has the price and sales tax of its day', async () => {
  await changeSettings({ salesTaxEnabled: true, salesTaxRateBp: 1000 })
  await setRate({ rateBp: 2000, from: wednesday })
  await setPrice({ price: '100.00', from: wednesday })
  const visit = { vehicleId: one.car.id, servicePackageId: one.oilPackage.id }
  const booked = await one.call('POST /api/bookings', {
    body: {
      serviceAddress: one.form.serviceAddress,
      visits: [
        { ...visit, scheduledDate: tuesday, scheduledTime: labelAt(1), seenPrice: '142.99' },
        { ...visit, scheduledDate: wednesday, scheduledTime: labelAt(1), seenPrice: '120.00' },
      ],
    },
  })
  expect(booked.body.map(({ finalAmount }: { finalAmount: string }) => finalAmount)).toEqual([
    '142.99',
    '120.00',
  ])
})

test('a rate that changed in the meantime is not planned over', async () => {
  await changeSettings({ salesTaxEnabled: true, salesTaxRateBp: 1000 })
  const { version } = (await admin.call('GET /api/admin/settings')).body
  const ifMatch = { 'if-match': `"${version}"` }
  const plan = (rateBp: number) =>
    admin.call('PATCH /api/admin/tax-rate', { body: { rateBp, from: wednesday }, headers: ifMatch })
  expect((await plan(2000)).status).toBe(200)
  expect((await plan(1500)).status).toBe(409)
  expect((await admin.call('GET /api/admin/settings')).body.salesTaxRateChanges).toEqual([
    { from: wednesday, value: 2000 },
  ])
})

test.each([
  [{ price: '0.00' }],
  [{ price: '0.00', from: wednesday }],
  [{ price: '139.99', from: '2027-11-01' }],
])('%j asks for confirmation', async (body) => {
  expect(await setPrice(body)).toMatchObject({
    status: 409,
    body: { details: { reason: 'confirm' } },
  })
  expect((await setPrice({ ...body, confirmed: true })).status).toBe(200)
})
