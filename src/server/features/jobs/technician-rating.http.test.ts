import { withLink } from '#server/features/guests/test-guest.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { type JobRow, makeJob } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { users } from '#server/database/tables/users.ts'
import { makeGuestLink } from '#server/features/guests/actions/guest-token.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
let customer: TestPerson
let technician: TestPerson
let job: JobRow
beforeEach(async () => {
  customer = await app.as('customer')
  technician = await app.as('technician')
  await db()
    .update(users)
    .set({ firstName: 'Marcus', lastName: 'Reed' })
    .where(eq(users.id, technician.user.id))
  job = await makeJob({
    customerId: customer.user.id,
    technicianId: technician.user.id,
    status: 'assigned',
  })
})

const rate = async (...stars: number[]) => {
  const technicianId = technician.user.id
  const createdAt = new Date()
  for (const rating of stars) {
    const { id: jobId, customerId } = await makeJob({ status: 'completed', technicianId })
    await db()
      .insert(reviews)
      .values({ jobId, customerId, technicianId, rating, comment: '', createdAt })
  }
}
const params = () => ({ id: job.id })
const rating = (who = customer) =>
  who.call('GET /api/jobs/{id}/technician-rating', { params: params() })
const nameFor = async (who: TestPerson) =>
  (await who.call('GET /api/jobs/{id}', { params: params() })).body.technician.name

test("a customer sees the technician's rating until the visit is over", async () => {
  expect(await rating()).toMatchObject({ status: 200, body: null })
  await rate(5, 5, 4)
  expect((await rating()).body).toEqual({ mean: 4.7, count: 3 })
  expect((await rating(await app.as('customer'))).status).toBe(404)
  await db().update(jobs).set({ status: 'completed' }).where(eq(jobs.id, job.id))
  expect((await rating()).body).toBeNull()
})

test("a guest's link shows it too", async () => {
  await rate(4)
  const token = await makeGuestLink(job.id, { ticket: 'ticket', network: 'network' })
  const guest = withLink(app, token)
  const [visit] = (await guest.call('GET /api/jobs/customer')).body
  expect(visit).toMatchObject({ technician: { name: 'Marcus' } })
  const rated = await guest.call('GET /api/jobs/{id}/technician-rating', { params: { id: job.id } })
  expect(rated.body).toEqual({ mean: 4, count: 1 })
})

test('customers see only the first name, the office and the technician the full name', async () => {
  expect(await nameFor(customer)).toBe('Marcus')
  expect(await nameFor(technician)).toBe('Marcus Reed')
  expect(await nameFor(await app.as('admin'))).toBe('Marcus Reed')
})
