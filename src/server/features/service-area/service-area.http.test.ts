import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db, notify } from '#server/database/database.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { coreSpots } from '#server/database/tables/core-spots.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { changeCoreSpots } from './actions/change-core-spots.ts'
import { subscribeToCoreSpots, loadCoreSpots } from '#server/reads/core-spots.ts'
import { inside, makeSpot, outside } from './test-spots.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp()
beforeEach(async () => {
  await loadCoreSpots()
})

const ask = (zip: string) => app.call('GET /api/service-area', { query: { zip } })
const answerFor = async (zip: string) => (await ask(zip)).body.answer

test('anyone can check whether a ZIP code is inside, near, outside or unknown', async () => {
  await makeSpot()
  expect(await answerFor('78704')).toBe('inside')
  expect(await answerFor('78729')).toBe('near')
  expect(await answerFor('60614')).toBe('outside')
  expect(await answerFor('00000')).toBe('unknown')
})

test('a ZIP code without an area is located at its city, else its state', async () => {
  await makeSpot()
  expect(await answerFor('20500')).toBe('outside')
  expect(await answerFor('00501')).toBe('outside')
  expect(await answerFor('73301')).toBe('unknown')
  await changeCoreSpots(() =>
    db().update(coreSpots).set({ latitude: 38.9, longitude: -77.04, radiusMiles: 10 }),
  )
  expect(await answerFor('20500')).toBe('unknown')
  expect(await answerFor('73301')).toBe('outside')
})

test('a ZIP code without five digits is refused', async () => {
  for (const zip of ['7870', '787011', 'abcde', '78701-1234'])
    expect((await ask(zip)).status).toBe(400)
})

test('without an active spot, and with area booking off, everything is inside', async () => {
  expect(await answerFor('60614')).toBe('inside')
  await makeSpot({ isActive: false })
  expect(await answerFor('60614')).toBe('inside')
  await makeSpot()
  expect(await answerFor('60614')).toBe('outside')
  await changeSettings({ areaBooking: false })
  expect(await answerFor('60614')).toBe('inside')
})

test('a changed spot applies at once, here and where only the notification arrives', async () => {
  await makeSpot()
  await changeCoreSpots(() => db().update(coreSpots).set({ latitude: 41.9, longitude: -87.65 }))
  expect(await answerFor('60614')).toBe('inside')
  await subscribeToCoreSpots()
  await db().update(coreSpots).set({ latitude: 30 })
  await notify('core_spots', '1')
  await expect.poll(() => answerFor('60614')).toBe('outside')
})

test('signed-in people list the spots by name', async () => {
  await makeSpot({ name: 'South', isActive: false })
  await makeSpot({ name: 'East', radiusMiles: 7.5 })
  const customer = await app.as('customer')
  const { status, body } = await customer.call('GET /api/core-spots')
  expect(status).toBe(200)
  expect(body).toMatchObject([
    { name: 'East', address: 'Austin, TX 78701', radiusMiles: 7.5, isActive: true },
    { name: 'South', isActive: false },
  ])
  expect((await app.call('GET /api/core-spots')).status).toBe(401)
})

test('days with visits nearby are listed, without cancelled, distant and unconfirmed ones', async () => {
  const austin = { latitude: 30.27, longitude: -97.74 }
  const visit = (serviceDate: string, wanted: Parameters<typeof makeJob>[0]) =>
    makeJob({ serviceDate, slot: slotAt(1), ...wanted })
  await visit('2030-01-07', austin)
  await visit('2030-01-08', { ...austin, status: 'cancelled' })
  await visit('2030-01-09', { latitude: 41.9, longitude: -87.65, serviceAddress: outside })
  await visit('2030-01-10', { ...austin, needsConfirmation: true })
  await visit('2030-01-11', {})
  await visit('2030-01-12', austin)
  await visit('2030-01-14', austin)
  const days = (query = { zip: '78704', from: '2030-01-01', to: '2030-01-12' }) =>
    app.call('GET /api/service-area/days', { query })
  expect((await days()).body).toEqual([
    { date: '2030-01-07', grouped: false },
    { date: '2030-01-12', grouped: false },
  ])
  const tooMany = { zip: '78704', from: '2030-01-01', to: '2030-04-11' }
  expect((await days(tooMany)).status).toBe(400)
  await changeSettings({ areaBooking: false })
  expect((await days()).body).toEqual([])
})

test('days near many ZIP codes tell no more of a visit than its ZIP code', async () => {
  await makeSpot()
  const job = await makeJob({
    serviceDate: '2030-01-07',
    slot: slotAt(1),
    serviceAddress: inside,
    latitude: 30.27,
    longitude: -97.74,
  })
  const answers = () =>
    Promise.all(
      ['78704', '78758', '78748', '78664', '78610', '78737'].map(async (zip) => {
        const query = { zip, from: '2030-01-01', to: '2030-01-12' }
        return (await app.call('GET /api/service-area/days', { query })).body
      }),
    )
  const before = await answers()
  expect(before.filter((days) => days.length > 0)).not.toEqual([])
  for (const [latitude, longitude] of [
    [30.33, -97.7],
    [30.2, -97.8],
  ]) {
    await db().update(jobs).set({ latitude, longitude }).where(eq(jobs.id, job.id))
    expect(await answers()).toEqual(before)
  }
})

test('a day is grouped once its area has the minimum of live visits', async () => {
  await makeSpot({ radiusMiles: 15 })
  // Within the same spot, but too far from 78704 to be nearby.
  const north = {
    latitude: 30.38,
    longitude: -97.67,
    serviceAddress: '9012 Cameron Road, Austin, TX 78754',
    serviceDate: '2030-01-07',
  }
  const booked = await Promise.all(
    [1, 2, 3].map((slot) => makeJob({ slot: slotAt(slot), ...north })),
  )
  const query = { zip: '78704', from: '2030-01-01', to: '2030-01-12' }
  const days = async () => (await app.call('GET /api/service-area/days', { query })).body
  expect(await days()).toEqual([{ date: '2030-01-07', grouped: true }])
  await changeSettings({ minimumBookingsPerArea: 1 })
  expect(await days()).toEqual([])
  await changeSettings({ minimumBookingsPerArea: 2 })
  await db()
    .update(jobs)
    .set({ status: 'cancelled' })
    .where(eq(jobs.id, booked[0]?.id ?? ''))
  expect(await days()).toEqual([{ date: '2030-01-07', grouped: true }])
  await changeSettings({ minimumBookingsPerArea: 3 })
  expect(await days()).toEqual([])
})
