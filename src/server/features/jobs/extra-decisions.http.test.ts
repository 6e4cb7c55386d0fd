import { beforeEach, expect, test } from 'vitest'
import { type JobRow, makeJob } from '#server/database/test-factories.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'

const app = useTestApp()
let technician: TestPerson
let customer: TestPerson
let job: JobRow
beforeEach(async () => {
  technician = await app.as('technician')
  customer = await app.as('customer')
  job = await makeJob({
    status: 'in_progress',
    technicianId: technician.user.id,
    customerId: customer.user.id,
  })
})

const add = (unitPrice: string, quantity = 1) =>
  technician.call('POST /api/jobs/{id}/extras', {
    params: { id: job.id },
    body: { serviceType: 'other', description: 'New battery', unitPrice, quantity },
  })
const decide = (extraId: string, approved: boolean, person = customer) =>
  person.call('POST /api/jobs/{id}/extras/{extraId}/decision', {
    params: { id: job.id, extraId },
    body: { approved },
  })
const finalAmount = async () =>
  (await customer.call('GET /api/jobs/{id}', { params: { id: job.id } })).body.finalAmount
const notificationsShownTo = async (person: TestPerson) =>
  (await person.call('GET /api/notifications')).body.map(({ type }: { type: string }) => type)

test('up to the limit an extra is charged without asking', async () => {
  expect((await add('50.00', 2)).body).toMatchObject({ approval: 'not_needed' })
  expect(await finalAmount()).toBe('229.99')
  expect(await notificationsShownTo(customer)).toEqual([])
})

test('above it the customer is asked, and pays only after approving', async () => {
  const { body } = await add('50.01', 2)
  expect(body).toMatchObject({ approval: 'waiting', totalPrice: 100.02 })
  expect(await finalAmount()).toBe('129.99')
  expect(await notificationsShownTo(customer)).toEqual(['extra_approval'])
  expect((await decide(body.id, true)).body).toMatchObject({ approval: 'approved' })
  expect(await finalAmount()).toBe('230.01')
  expect(await notificationsShownTo(technician)).toEqual(['extra_decided'])
})

test('a declined extra is not charged, and an answer counts once', async () => {
  const { body } = await add('150')
  const answers = await Promise.all([decide(body.id, false), decide(body.id, false)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await decide(body.id, true)).status).toBe(409)
  expect(await finalAmount()).toBe('129.99')
})

test('two concurrent approvals charge it once', async () => {
  const { body } = await add('150')
  await Promise.all([decide(body.id, true), decide(body.id, true)])
  expect(await finalAmount()).toBe('279.99')
})

test('an extra undecided at completion is never charged and not on the receipt', async () => {
  const { body } = await add('150')
  await technician.call('PATCH /api/jobs/{id}/status', {
    params: { id: job.id },
    body: { status: 'completed' },
  })
  expect((await decide(body.id, true)).status).toBe(409)
  expect(await finalAmount()).toBe('129.99')
  const receipt = await customer.call('GET /api/jobs/{id}/receipt', { params: { id: job.id } })
  expect(JSON.stringify(receipt.body)).not.toContain('New battery')
})

test('the technician cannot approve for the customer, and a stranger sees nothing', async () => {
  const { body } = await add('150')
  expect((await decide(body.id, true, technician)).status).toBe(403)
  expect((await decide(body.id, true, await app.as('customer'))).status).toBe(404)
  expect((await decide(job.id, true)).status).toBe(404)
})

test.each([true, false])(
  'once one is answered (%s), another now below the limit is charged, and both sides are notified',
  async (approved) => {
    const [, dear, cheap] = [await add('60'), await add('90'), await add('30')]
    if (!dear || !cheap) throw new Error('There are no extras')
    expect([dear.body.approval, cheap.body.approval]).toEqual(['waiting', 'waiting'])
    await decide(dear.body.id, approved)
    expect(await finalAmount()).toBe(approved ? '309.99' : '219.99')
    const params = { id: job.id }
    const { body } = await customer.call('GET /api/jobs/{id}/extras', { params })
    expect(body.at(-1)).toMatchObject({ id: cheap.body.id, approval: 'not_needed' })
    const bell = async (who: TestPerson) =>
      (await who.call('GET /api/notifications')).body.map(
        ({ message }: { message: string }) => message,
      )
    expect(await bell(technician)).toEqual([
      'New battery, $90.00. Charged without an answer now: New battery, $30.00',
    ])
    expect(await bell(customer)).toContain(
      'New battery. The extras together are small enough now: it is charged.',
    )
    const late = await decide(cheap.body.id, false)
    expect([late.status, late.body.message]).toEqual([
      409,
      expect.stringMatching(/^This no longer needs your approval: .* write to your technician/),
    ])
    expect(await finalAmount()).toBe(approved ? '309.99' : '219.99')
  },
)
