import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { type JobRow, makeJob, makeUser } from '#server/database/test-factories.ts'
import { answerExtra } from '#server/testing/test-answer-extra.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'

const app = useTestApp()
let technician: TestPerson
let customer: TestPerson
let admin: TestPerson
let first: JobRow
let next: JobRow
beforeEach(async () => {
  technician = await app.as('technician')
  customer = await app.as('customer')
  admin = await app.as('admin')
  const common = { technicianId: technician.user.id, customerId: customer.user.id }
  first = await makeJob({ ...common, status: 'in_progress', serviceDate: '2026-03-10' })
  next = await makeJob({
    ...common,
    vehicleId: first.vehicleId,
    status: 'assigned',
    serviceDate: '2026-09-15',
  })
})

const ask = async (job: JobRow, more: object = {}) => {
  const { body } = await technician.call('POST /api/jobs/{id}/estimates', {
    params: { id: job.id },
    body: {
      lines: [
        { serviceType: 'cabin_filter', description: 'Cabin filter', unitPrice: '35.00', ...more },
      ],
    },
  })
  return body.lines?.at(-1)
}
const declined = async (job: JobRow) => {
  const line = await ask(job)
  await answerExtra(customer, line, false)
  return line
}
const atNextVisit = async (who = technician) =>
  (await who.call('GET /api/jobs/{id}/recommendations', { params: { id: next.id } })).body
const ofOffice = async () => (await admin.call('GET /api/admin/recommendations')).body
const params = (id: string) => ({ params: { id } })

test('a declined line comes back at the next visit, on the car and in the list of the office', async () => {
  const { id } = await declined(first)
  const line = { id, description: 'Cabin filter', totalPrice: 35, declinedOn: '2026-03-10' }
  expect(await atNextVisit()).toMatchObject([line])
  const ofCar = await customer.call(
    'GET /api/vehicles/{id}/recommendations',
    params(first.vehicleId),
  )
  expect(ofCar.body).toMatchObject([line])
  expect(await ofOffice()).toMatchObject({
    total: '35.00',
    cars: 1,
    entries: [{ customer: { id: customer.user.id }, total: '35.00', lines: [line] }],
  })
  const own = await technician.call('GET /api/jobs/{id}/recommendations', params(first.id))
  expect(own.body).toEqual([])
})

test('the office totals what was declined in a season', async () => {
  await declined(first)
  const totals = async (query: Record<string, string>) => {
    const { body, status } = await admin.call('GET /api/admin/recommendations', { query })
    return [status, body.total, body.entries?.length]
  }
  expect(await totals({ from: '2026-03-10', to: '2026-03-10' })).toEqual([200, '35.00', 1])
  expect(await totals({ from: '2026-03-11' })).toEqual([200, '0.00', 0])
  expect(await totals({ to: '2026-03-09' })).toEqual([200, '0.00', 0])
  expect((await totals({ from: 'spring' }))[0]).toBe(400)
})

test('offered again it is gone, and declined again it is there once', async () => {
  const { id } = await declined(first)
  const again = await ask(next, { repeats: id })
  expect(again).toMatchObject({ repeats: id })
  expect((await ofOffice()).entries).toEqual([])
  await answerExtra(customer, again, false)
  expect((await ofOffice()).entries).toMatchObject([{ lines: [{ id: again.id }] }])
  const stranger = await makeJob({ status: 'in_progress', technicianId: technician.user.id })
  expect(await ask(stranger, { repeats: again.id })).toBeUndefined()
})

test('the office dismisses it, and takes that back', async () => {
  const { id } = await declined(first)
  const dismiss = 'POST /api/admin/recommendations/{id}/dismiss'
  expect((await admin.call(dismiss, params(id))).status).toBe(200)
  expect(await atNextVisit()).toEqual([])
  await admin.call('DELETE /api/admin/recommendations/{id}/dismiss', params(id))
  expect(await atNextVisit()).toHaveLength(1)
  expect((await admin.call(dismiss, params(first.id))).status).toBe(404)
  expect((await technician.call(dismiss, params(id))).status).toBe(403)
})

test('approved lines, lines of another owner and of deleted cars are not recommended', async () => {
  await answerExtra(customer, await ask(first), true)
  expect((await ofOffice()).total).toBe('0.00')
  await declined(first)
  const buyer = await makeUser()
  await db().update(vehicles).set({ customerId: buyer.id })
  expect((await ofOffice()).cars).toBe(0)
  await db().update(vehicles).set({ customerId: customer.user.id, deletedAt: new Date() })
  expect((await ofOffice()).cars).toBe(0)
})

test("declined lines are visible only to the car's owner, the technician and the office", async () => {
  await declined(first)
  const other = await app.as('technician')
  const stranger = await app.as('customer')
  expect((await other.call('GET /api/jobs/{id}/recommendations', params(next.id))).status).toBe(404)
  const car = params(first.vehicleId)
  expect((await stranger.call('GET /api/vehicles/{id}/recommendations', car)).status).toBe(404)
  expect((await customer.call('GET /api/admin/recommendations')).status).toBe(403)
  expect(await db().select().from(jobLines)).toHaveLength(1)
})
