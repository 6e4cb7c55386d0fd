import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { guestLinks } from '#server/database/tables/credentials.ts'
import { users } from '#server/database/tables/users.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const frontPage = async () => (await app.call('GET /api/front-page')).body

async function visitOf(firstName: string, lastName: string, technicianId?: string) {
  const customer = await app.as(await makeUser({ firstName, lastName }))
  const { id } = await makeJob({ status: 'completed', customerId: customer.user.id, technicianId })
  const rate = (body: object) =>
    customer.call('POST /api/jobs/{id}/review', { params: { id }, body })
  return { customer, rate }
}

test('a new business shows nothing', async () => {
  expect(await frontPage()).toEqual({ reviews: [], technicians: [] })
})

test('good reviews with consent are shown with first name and initial, newest first', async () => {
  const said = { rating: 5, comment: 'Quick and clean', mayPublish: true }
  await (await visitOf('Olivia', 'bennett')).rate(said)
  await (await visitOf('Maya', '')).rate({ ...said, rating: 4, comment: 'On time' })
  await (await visitOf('Asks', 'Not')).rate({ ...said, mayPublish: false })
  await (await visitOf('Says', 'Nothing to it')).rate({ rating: 5 })
  await (await visitOf('Is', 'Unhappy')).rate({ ...said, rating: 3 })
  await (await visitOf('Writes', 'Nothing')).rate({ ...said, comment: ' ' })
  const { reviews } = await frontPage()
  expect(reviews).toMatchObject([
    { rating: 4, comment: 'On time', name: 'Maya' },
    { rating: 5, comment: 'Quick and clean', name: 'Olivia B.' },
  ])
  expect(JSON.stringify(reviews)).not.toMatch(/bennett/i)
})

test("a guest who booked with an account's e-mail reviews under their own name", async () => {
  const owner = await makeUser({ firstName: 'Olivia', lastName: 'Bennett' })
  const said = { rating: 5, comment: 'Fine', mayPublish: true }
  const visit = (contactName: string) =>
    makeJob({ status: 'completed', customerId: owner.id, contactName })
  const [booked, changed] = [await visit('Gus van Dyke'), await visit('Rui Costa')]
  await db()
    .insert(guestLinks)
    .values({ jobId: booked.id, tokenHash: 't', ticketHash: 'k', network: '203.0.113.7' })
  const customer = await app.as(owner)
  for (const { id } of [booked, changed])
    await customer.call('POST /api/jobs/{id}/review', { params: { id }, body: said })
  expect((await frontPage()).reviews.map(({ name }: { name: string }) => name)).toEqual([
    'Olivia B.',
    'Gus V.',
  ])
  const admin = await app.as('admin')
  const recent = (await admin.call('GET /api/reviews/recent')).body
  expect(recent.map((one: { customerName: string }) => one.customerName)).toEqual([
    'Olivia Bennett',
    'Gus van Dyke',
  ])
})

test('comments erased with their author are gone', async () => {
  const { customer, rate } = await visitOf('Zoe', 'Zebra')
  await rate({ rating: 5, comment: 'Fine', mayPublish: true })
  await db().update(users).set({ email: 'zoe@example.com' }).where(eq(users.id, customer.user.id))
  const admin = await app.as('admin')
  await admin.call('DELETE /api/admin/customers/{id}', {
    params: { id: customer.user.id },
    query: { evenOwing: 'yes' },
  })
  expect((await frontPage()).reviews).toEqual([])
})

test('active technicians are shown by first name with their rating', async () => {
  const marcus = await makeUser({ role: 'technician', firstName: 'Marcus', lastName: 'Reed' })
  const approved = { approvedAt: new Date() }
  await db().update(users).set(approved).where(eq(users.id, marcus.id))
  await makeUser({ role: 'technician', firstName: 'Gone', ...approved, deactivatedAt: new Date() })
  await makeUser({ role: 'technician', firstName: 'Waits', approvedAt: null })
  await (await visitOf('Olivia', 'Bennett', marcus.id)).rate({ rating: 4 })
  const { technicians } = await frontPage()
  expect(technicians).toEqual([
    { firstName: 'Marcus', photoUrl: null, rating: { mean: 4, count: 1 } },
  ])
})
