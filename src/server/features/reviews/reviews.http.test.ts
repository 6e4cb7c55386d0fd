import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { type JobStatus, jobStatuses } from '#shared/rules/jobs.ts'

const app = useTestApp()
let customer: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
})

const review = 'POST /api/jobs/{id}/review'

const visit = async (status: JobStatus = 'completed') => {
  const { id } = await makeJob({ customerId: customer.user.id, status })
  return { id }
}

test('a completed visit is rated once, and the office sees it', async () => {
  const technician = await makeUser({ role: 'technician' })
  const { id } = await makeJob({
    customerId: customer.user.id,
    technicianId: technician.id,
    status: 'completed',
  })
  const body = { rating: 4, comment: '  <b>Quick</b> and clean ' }
  const answer = await customer.call(review, { params: { id }, body })
  expect(answer).toMatchObject({
    status: 201,
    body: { rating: 4, comment: '<b>Quick</b> and clean' },
  })
  expect(await db().select().from(reviews)).toMatchObject([
    { jobId: id, technicianId: technician.id, customerId: customer.user.id },
  ])
  const job = await customer.call('GET /api/jobs/{id}', { params: { id } })
  expect(job.body.reviewed).toBe(true)
  const admin = await app.as('admin')
  const recent = await admin.call('GET /api/reviews/recent')
  expect(recent.body).toMatchObject([{ rating: 4, comment: '<b>Quick</b> and clean' }])
  expect(await customer.call(review, { params: { id }, body })).toMatchObject({
    status: 409,
    body: { message: 'You have already rated this visit.' },
  })
})

test('of two concurrent reviews one counts', async () => {
  const params = await visit()
  const answers = await Promise.all(
    [1, 5].map((rating) => customer.call(review, { params, body: { rating } })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(await db().$count(reviews)).toBe(1)
})

test.each(jobStatuses.filter((status) => status !== 'completed'))(
  'a visit that is %s cannot be rated',
  async (status) => {
    const answer = await customer.call(review, { params: await visit(status), body: { rating: 5 } })
    expect(answer).toMatchObject({
      status: 409,
      body: { message: 'You can rate the visit once it is completed.' },
    })
  },
)

test('only its own customer rates a visit', async () => {
  const params = await visit()
  const body = { rating: 5 }
  expect((await (await app.as('customer')).call(review, { params, body })).status).toBe(404)
  for (const role of ['technician', 'admin'] as const)
    expect((await (await app.as(role)).call(review, { params, body })).status).toBe(403)
  expect(await db().$count(reviews)).toBe(0)
})

test.each([0, 6, 4.5, '5', null])('%j is not a rating', async (rating) => {
  const answer = await customer.call(review, { params: await visit(), body: { rating } })
  expect(answer).toMatchObject({
    status: 400,
    body: { message: 'Please choose one to five stars' },
  })
})

test('a comment is limited to 1000 characters', async () => {
  const params = await visit()
  const write = (length: number) =>
    customer.call(review, { params, body: { rating: 5, comment: 'x'.repeat(length) } })
  expect((await write(1001)).status).toBe(400)
  expect((await write(1000)).status).toBe(201)
})
