import { expect, test } from 'vitest'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { changeAndSettle, networkPayments } from '#server/features/payments/test-visits.ts'
import { testNetwork } from '#server/features/payments/test-network.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { zebraCustomer } from './test-life.ts'

const app = useTestApp()

const data = 'GET /api/account/data'

test('the file contains everything about the person, and its name the date', async () => {
  const { customer, jobId } = await zebraCustomer(app)
  const answer = await customer.call(data)
  expect(answer.status).toBe(200)
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="fivequart-my-data-\d{4}-\d\d-\d\d\.json"$/,
  )
  expect(answer.body).toMatchObject({
    profile: { email: 'zebra@example.com', phone: '555 zebra', serviceUpdates: true },
    vehicles: [
      { licensePlate: 'ZEBRA 1', vin: 'ZEBRA000000000001', odometer: [{ miles: 52_000 }] },
    ],
    messages: [{ sentByMe: expect.any(Boolean) }, { sentByMe: expect.any(Boolean) }],
    cards: [{ brand: 'Visa', last4: '1111' }],
    reviews: [{ rating: 5, comment: 'Zebra says 5' }],
    officeTags: ['Zebra fan'],
    officeNotes: [{ note: 'Zebra has a dog' }],
    contactMessages: [
      { subject: 'Zebra asks', message: 'Zebra?', replies: [{ message: 'Zebra it is' }] },
    ],
    assignedVisits: [],
  })
  expect(answer.body.jobs).toHaveLength(2)
  expect(answer.body.jobs).toContainEqual(
    expect.objectContaining({
      status: 'completed',
      vehicle: '2018 Toyota Camry',
      packagePrice: '129.99',
      serviceAddress: '1 Zebra Street, Austin, TX 78701',
      accessNotes: 'Gate zebra',
    }),
  )
  expect(answer.body.payments).toContainEqual(
    expect.objectContaining({
      state: 'paid',
      capturedAmount: '129.99',
      charges: [expect.objectContaining({ amount: '129.99', cardLast4: '1111' })],
    }),
  )
  expect(answer.body.messages.map(({ message }: { message: string }) => message).sort()).toEqual([
    'Hello Zebra',
    'Here is Zebra',
  ])
  const bell = answer.body.notifications
  expect(bell).toContainEqual(
    expect.objectContaining({ title: 'Message from Tina', message: 'For Zebra' }),
  )
  expect(bell.map(({ title }: { title: string }) => title)).not.toContain('Message from Zebra')
  expect(answer.body.mails).toContainEqual(expect.objectContaining({ subject: 'For Zebra' }))
  expect(jobId).toBeTruthy()
})

test('it contains the tip, what a bank returned and what was paid in cash', async () => {
  const { customer, jobId } = await zebraCustomer(app)
  await changeSettings({ tipsEnabled: true })
  const technicianId = (await app.as('technician')).user.id
  await changeAndSettle(jobId, { technicianId, completedAt: now() })
  await customer.call(`POST /api/jobs/${jobId}/tip`, { body: { amount: '26.00' } })
  const [, tip] = await networkPayments()
  await testNetwork.dispute(tip?.id ?? '', 2600, 'lost')
  await runDueTasks()
  const admin = await app.as('admin')
  const receivedOn = businessToday()
  await admin.call(`POST /api/payments/${jobId}/record`, {
    body: { amount: '10.00', method: 'check', reference: '17', receivedOn, confirmed: true },
  })
  const { payments } = (await customer.call(data)).body
  expect(payments).toContainEqual(
    expect.objectContaining({
      tip: '26.00',
      charges: expect.arrayContaining([
        expect.objectContaining({ amount: '129.99', chargedBack: '0.00' }),
        expect.objectContaining({ amount: '26.00', chargedBack: '26.00' }),
      ]),
      recorded: [
        { amount: '10.00', method: 'check', reference: '17', receivedOn, takenBackAt: null },
      ],
    }),
  )
})

test('it contains no card network ids and no credentials', async () => {
  const { customer } = await zebraCustomer(app)
  const { text } = await customer.call(data)
  for (const word of ['network', 'paymentId', 'token', 'Hash', 'stripe', 'square'])
    expect(text.toLowerCase()).not.toContain(word.toLowerCase())
})

test('it contains nothing about anyone else', async () => {
  await zebraCustomer(app)
  const other = await app.as('customer')
  const { text, body } = await other.call(data)
  expect(text).not.toMatch(/zebra/i)
  expect(body).toMatchObject({ vehicles: [], jobs: [], messages: [], payments: [], mails: [] })
})

test('a technician gets their visits without the customers', async () => {
  const technician = await app.as('technician')
  const customer = await makeUser({ firstName: 'Quentin' })
  const { number } = await makeJob({
    customerId: customer.id,
    technicianId: technician.user.id,
    serviceAddress: 'Secret Street 1',
    status: 'assigned',
  })
  const { text, body } = await technician.call(data)
  expect(body).toMatchObject({ jobs: [], assignedVisits: [{ number: `FQ-${number}` }] })
  expect(text).not.toMatch(/Secret Street|Quentin/)
})

test('not available without a session', async () => {
  expect((await app.call(data)).status).toBe(401)
})
