import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { unsentWork } from '#server/database/tables/unsent-work.ts'
import { monday, tuesday } from '#server/features/booking/test-customer.ts'
import { notificationsShownTo, type TestPerson, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp({ at: monday })
let technician: TestPerson
let colleague: TestPerson
let customer: TestPerson
let admin: TestPerson
let id: string
beforeEach(async () => {
  technician = await app.as(await makeUser({ role: 'technician', firstName: 'Dan', lastName: 'D' }))
  ;[colleague, customer] = [await app.as('technician'), await app.as('customer')]
  admin = await app.as(await makeUser({ role: 'admin', firstName: 'Olga', lastName: 'Office' }))
  const wanted = { technicianId: technician.user.id, customerId: customer.user.id }
  id = (await makeJob({ ...wanted, status: 'assigned', serviceDate: tuesday, slot: 2 })).id
})

const about = () => ({ params: { id } })
const assign = (technicianId: string | null) =>
  admin.call('POST /api/jobs/{id}/assign', { ...about(), body: { technicianId } })
const cancel = (who: TestPerson, reason: string) =>
  who.call('POST /api/jobs/{id}/cancel', { ...about(), body: { reason } })
const whatHappened = (who: TestPerson) => who.call('GET /api/jobs/{id}/taken-away', about())

const change = {
  what: 'Extra',
  entered: 'Wiper blade, 2 × $24.95',
  reason: 'The visit was no longer yours.',
  at: '2026-11-23T15:04:00Z',
}
const report = (who: TestPerson, body: object = { changes: [change] }, key = 'one') =>
  who.call('POST /api/jobs/{id}/unsent-work', {
    ...about(),
    body,
    headers: { 'idempotency-key': key },
  })
const read = (who: TestPerson) => who.call('GET /api/jobs/{id}/unsent-work', about())

const endings: [string, () => Promise<unknown>, object][] = [
  [
    'given to somebody else',
    () => assign(colleague.user.id),
    { what: 'reassigned', by: 'office', name: 'Olga Office', reason: '' },
  ],
  ['put back into the queue', () => assign(null), { what: 'unassigned', by: 'office' }],
  [
    'cancelled by the office',
    () => cancel(admin, 'The customer called'),
    { what: 'cancelled', by: 'office', reason: 'The customer called' },
  ],
  [
    'cancelled by the customer',
    () => cancel(customer, 'Sold the car'),
    { what: 'cancelled', by: 'customer', name: '', reason: 'Sold the car' },
  ],
]
test.each(endings)(
  'a technician whose visit was %s reads when, by whom and why',
  async (...all) => {
    const [, end, expected] = all
    expect((await whatHappened(technician)).status).toBe(404)
    await end()
    const { status, body } = await whatHappened(technician)
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        number: expect.stringMatching(/^FQ-/),
        scheduledDate: tuesday,
        scheduledTime: '9:30 AM - 10:30 AM',
        at: expect.stringMatching(/Z$/),
        ...expected,
      }),
    ])
    expect(Object.keys(body)).toHaveLength(8)
  },
)

test('nobody else reads it, and who has it back reads nothing', async () => {
  await assign(colleague.user.id)
  expect((await whatHappened(colleague)).status).toBe(404)
  expect((await whatHappened(await app.as('technician'))).status).toBe(404)
  expect((await whatHappened(customer)).status).toBe(403)
  await assign(technician.user.id)
  expect((await whatHappened(technician)).status).toBe(404)
  expect((await whatHappened(colleague)).status).toBe(200)
})

test('what happens to a visit after it was taken away is not theirs to know', async () => {
  await assign(colleague.user.id)
  await cancel(admin, 'A secret')
  const { body } = await whatHappened(technician)
  expect(body).toMatchObject({ what: 'reassigned', reason: '' })
})

test('what could not go in reaches the office, once, with the visit it is about', async () => {
  await assign(colleague.user.id)
  expect((await report(technician)).status).toBe(201)
  expect((await report(technician)).status).toBe(201)
  expect((await read(admin)).body).toEqual([
    {
      id: expect.any(String),
      technicianName: 'Dan D',
      createdAt: expect.stringMatching(/Z$/),
      changes: [change],
    },
  ])
  const bell = await notificationsShownTo(admin.user)
  expect(bell.filter(({ type }) => type === 'unsent_work')).toMatchObject([
    {
      title: 'Unsent work of Dan D',
      message: expect.stringMatching(/^FQ-\d+ was taken away .* 1 change could not go in\.$/),
      path: `/job/${id}`,
    },
  ])
})

test('only who lost the visit reports, and only the office reads', async () => {
  expect((await report(technician)).status).toBe(404)
  await assign(colleague.user.id)
  expect((await report(colleague)).status).toBe(404)
  expect((await report(customer)).status).toBe(403)
  expect((await report(technician, { changes: [] })).status).toBe(400)
  expect((await report(technician, { changes: [{ ...change, at: 'noon' }] })).status).toBe(400)
  for (const who of [technician, colleague, customer]) expect((await read(who)).status).toBe(403)
  expect(await db().$count(unsentWork)).toBe(0)
})

test('it goes with the account of the customer it is about', async () => {
  await cancel(customer, 'Sold the car')
  await report(technician)
  const erased = await customer.call('DELETE /api/auth/user', { body: { confirm: 'DELETE' } })
  expect(erased.status).toBe(200)
  expect(await db().$count(unsentWork)).toBe(0)
})
