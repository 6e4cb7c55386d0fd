import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { setSiteAddress } from '#server/base/site-address.ts'
import { travelBack, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { notifications, sentMessages } from '#server/database/tables/notifications.ts'
import { odometerReadings, vehicles } from '#server/database/tables/vehicles.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { users } from '#server/database/tables/users.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { askForReviews } from '#server/features/jobs/actions/remind-of-visits.ts'
import { loadSettings } from '#server/features/settings/queries.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { provideOfflineServices } from '#server/testing/test-services.ts'
import { remindOfService } from './actions/remind-of-service.ts'

useTestDatabase()
beforeAll(provideOfflineServices)

// A Tuesday, 10:30 in Chicago.
const today = '2031-01-07'
const morning = new Date(`${today}T16:30:00Z`)

beforeEach(async () => {
  setSiteAddress('https://oil.example.com', '')
  await loadSettings()
  travelTo(morning)
})
afterEach(travelBack)

/** A car with synthetic oil, good for a year or 7,500 miles, and its last service. */
async function serviced(
  serviceDate: string,
  person: Partial<typeof users.$inferInsert> = {},
  visit: Partial<typeof jobs.$inferInsert> = {},
) {
  const agreed = { marketingEmails: true, lastLoginAt: morning }
  const customer = await makeUser({ ...agreed, ...person })
  const car = await makeVehicle(customer.id, { oilType: 'full_synthetic' })
  const job = await makeJob({
    customerId: customer.id,
    vehicleId: car.id,
    status: 'completed',
    serviceDate,
    completedAt: new Date(`${serviceDate}T17:00:00Z`),
    ...visit,
  })
  return { customer, car, job }
}
const messages = () => db().select().from(sentMessages)
const read = (vehicleId: string, readOn: string, miles: number) =>
  db().insert(odometerReadings).values({ vehicleId, readOn, miles })

test('a year after its last service the owner is notified once, with a link to book the same again', async () => {
  const { job } = await serviced('2030-01-08')
  await serviced('2030-03-01')
  await Promise.all([remindOfService(), remindOfService()])
  travelTo(new Date(morning.getTime() + 3_600_000))
  await remindOfService()
  await runDueTasks()
  const [mail, ...more] = await messages()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ jobId: job.id, status: 'local' })
  expect(mail?.subject).toContain('is due for an oil change')
  expect(mail?.body).toContain(`https://oil.example.com/booking?again=${job.id}`)
  expect(mail?.body).toContain('https://oil.example.com/unsubscribe/')
})

test('sooner if the car reached its miles', async () => {
  const { car, job } = await serviced('2030-07-01', {}, { odometerMiles: 40_000 })
  await read(car.id, '2030-12-30', 47_400)
  await remindOfService()
  await runDueTasks()
  expect(await messages()).toMatchObject([{ jobId: job.id, status: 'local' }])
  expect((await messages())[0]?.body).toMatch(/reaches 47,500 miles around/)
})

test('without consent to marketing it only appears behind the bell', async () => {
  const { customer } = await serviced('2030-01-08', {
    marketingEmails: false,
    phone: '512 555 0142',
    smsNotifications: true,
  })
  await remindOfService()
  await runDueTasks()
  expect((await messages()).filter(({ status }) => status !== 'skipped')).toEqual([])
  expect(await db().select().from(notifications)).toMatchObject([
    { userId: customer.id, type: 'service_due' },
  ])
})

test('not for a car with a visit ahead, a newer service, or deleted', async () => {
  const ahead = await serviced('2030-01-08')
  await makeJob({
    customerId: ahead.customer.id,
    vehicleId: ahead.car.id,
    serviceDate: '2031-01-20',
  })
  const since = await serviced('2029-12-10')
  await makeJob({
    customerId: since.customer.id,
    vehicleId: since.car.id,
    status: 'completed',
    serviceDate: '2030-12-01',
  })
  const gone = await serviced('2030-01-08')
  await db().update(vehicles).set({ deletedAt: morning }).where(eq(vehicles.id, gone.car.id))
  await remindOfService()
  expect(await messages()).toEqual([])
})

test('booking before it is sent cancels it', async () => {
  const { customer, car } = await serviced('2030-01-08')
  await remindOfService()
  await makeJob({ customerId: customer.id, vehicleId: car.id, serviceDate: '2031-01-20' })
  await runDueTasks()
  expect(await messages()).toMatchObject([
    { status: 'skipped', error: 'The car has a newer visit, or was deleted' },
  ])
})

test('the day after a visit its customer is asked once for a review, a guest by their own link', async () => {
  const { job } = await serviced('2031-01-06', { lastLoginAt: null })
  await askForReviews()
  await askForReviews()
  await runDueTasks()
  expect(await messages()).toMatchObject([{ jobId: job.id, status: 'local' }])
  expect((await messages())[0]?.body).toMatch(/https:\/\/oil\.example\.com\/guest\/\S+/)
})

test('no one who has already rated it is asked, even if queued before', async () => {
  const [before, after] = [await serviced('2031-01-06'), await serviced('2031-01-06')]
  const rate = ({ job, customer }: typeof before) =>
    db().insert(reviews).values({ jobId: job.id, customerId: customer.id, rating: 5 })
  await rate(before)
  await askForReviews()
  await rate(after)
  await runDueTasks()
  expect(await messages()).toMatchObject([
    { jobId: after.job.id, status: 'skipped', error: 'The visit is already rated' },
  ])
})
