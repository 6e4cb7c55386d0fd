import { withLink } from '#server/features/guests/test-guest.ts'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { makeJob, makePackage, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { monday, sunday, tuesday, wednesday } from '#server/features/booking/test-customer.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { missingTelephony } from '#server/adapters/telephony/port.ts'
import { notificationsShownTo, type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { useServices } from '#server/testing/test-services.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })
const book = 'POST /api/admin/bookings'

let admin: TestPerson
let packageId: string
beforeEach(async () => {
  admin = await app.as('admin')
  packageId = (await makePackage()).id
})

const car = { make: 'Toyota', model: 'Camry', year: '2018', licensePlate: 'CLR 100' }
const ann = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  phone: '(512) 555-0142',
}
const visit = (wanted: object = {}) => ({
  scheduledDate: tuesday,
  scheduledTime: labelAt(1),
  servicePackageId: packageId,
  ...wanted,
})
const newCaller = (wanted: Record<string, unknown> = {}) => ({
  customer: ann,
  visits: [visit({ vehicle: car })],
  serviceAddress: '12 Elm Street, Austin, TX 78701',
  ...wanted,
})
const send = (body: object, key?: string) =>
  admin.call(book, { body, ...(key && { headers: { 'idempotency-key': key } }) })
const counts = async () => [
  await db().$count(users),
  await db().$count(vehicles),
  await db().$count(jobs),
]
async function messages({ confirmed = true } = {}) {
  if (confirmed) await expect.poll(() => runDueTasks()).toContain('notify-of-bookings')
  await runDueTasks()
  return db().select().from(sentMessages)
}

test('one call creates a new caller, their car and the visit, and confirms it to them', async () => {
  const { status, body } = await send(newCaller({ customerNotes: 'Called at nine.' }))
  expect([status, body.message]).toEqual([201, undefined])
  expect(body.confirmation).toEqual({ email: 'ann@example.com', sms: null })
  expect(body.jobs).toMatchObject([
    {
      scheduledDate: tuesday,
      customer: { name: 'Ann Lee', phone: '+15125550142', email: 'ann@example.com' },
      vehicle: { make: 'Toyota', licensePlate: 'CLR 100' },
      totalAmount: '129.99',
      customerNotes: 'Called at nine.',
      needsConfirmation: false,
    },
  ])
  const [mail, ...others] = await messages()
  expect(others).toEqual([])
  expect(mail?.recipient).toBe('ann@example.com')
  const [, token] = /\/guest\/([\w-]+)/.exec(mail?.body ?? '') ?? []
  const followed = await withLink(app, token ?? '').call('GET /api/jobs/customer')
  expect(followed.body[0].id).toBe(body.jobs[0].id)
})

test('repeated with one key, even concurrently, it is created once', async () => {
  const before = await counts()
  const answers = await Promise.all([1, 2, 3].map(() => send(newCaller(), 'lost answer')))
  answers.push(await send(newCaller(), 'lost answer'))
  for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0]?.body])
  expect(await counts()).toEqual(before.map((count) => count + 1))
})

test('if one visit is unavailable, neither customer nor car is created', async () => {
  const other = await makeUser()
  await makeJob({ customerId: other.id, serviceDate: wednesday, slot: slotAt(2) })
  const before = await counts()
  const second = { ...car, licensePlate: 'CLR 200' }
  const lost = await send(
    newCaller({
      visits: [
        visit({ vehicle: car }),
        visit({ vehicle: second, scheduledDate: wednesday, scheduledTime: labelAt(2) }),
      ],
    }),
  )
  expect(lost.status).toBe(409)
  expect(lost.body.details.availability.slots[1]).toMatchObject({ status: 'full' })
  expect(await counts()).toEqual(before)

  const closed = await send(newCaller({ visits: [visit({ vehicle: car, scheduledDate: sunday })] }))
  expect([closed.status, closed.body.details, closed.body.message]).toEqual([
    400,
    { title: 'Invalid Service Day' },
    "Please select a date between Monday and Saturday. We don't provide service on Sundays.",
  ])
  expect(await counts()).toEqual(before)
})

test('of two callers for the last seat one gets it, and nothing remains of the other', async () => {
  const before = await counts()
  const answers = await Promise.all(
    ['1', '2'].map((n) =>
      send(
        newCaller({
          customer: { ...ann, email: `ann${n}@example.com`, phone: `512 555 014${n}` },
          visits: [visit({ vehicle: { ...car, licensePlate: `CLR ${n}` } })],
        }),
      ),
    ),
  )
  expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['201', '409'])
  expect(await counts()).toEqual(before.map((count) => count + 1))
})

test('two people entering the same caller: the second is shown the first', async () => {
  const other = await app.as('admin')
  const body = newCaller()
  const later = newCaller({ visits: [visit({ vehicle: car, scheduledDate: wednesday })] })
  const answers = await Promise.all([send(body), other.call(book, { body: later })])
  const refused = answers.find(({ status }) => status === 409)
  expect(answers.some(({ status }) => status === 201)).toBe(true)
  expect(refused?.body.details).toMatchObject({
    reason: 'known_customer',
    customers: [{ firstName: 'Ann', email: 'ann@example.com' }],
  })
})

test('a known phone number shows its owner, and someone else may share it', async () => {
  const known = await makeUser({ firstName: 'Bob', phone: '+15125550142' })
  const refused = await send(newCaller())
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'A customer already has this phone number.',
  ])
  expect(refused.body.details).toMatchObject({
    reason: 'known_customer',
    customers: [{ id: known.id, firstName: 'Bob', phone: '+15125550142' }],
    fields: [{ path: 'customer.phone' }],
  })
  expect((await send(newCaller({ isSomebodyElse: true }))).status).toBe(201)
})

test.each([
  ['a customer', { role: 'customer' }, 'A customer already has this e-mail.'],
  [
    'somebody who works here',
    { role: 'technician' },
    'This e-mail belongs to someone who works here. Please enter another one.',
  ],
  [
    'a closed account',
    { role: 'customer', deactivatedAt: new Date() },
    'The account with this e-mail is closed. Please use another one.',
  ],
] as const)('the e-mail of %s is not given to another account', async (_, owner, said) => {
  await makeUser({ email: 'ann@example.com', phone: '', ...owner })
  const before = await counts()
  const { status, body } = await send(newCaller({ isSomebodyElse: true }))
  expect([status, body.message]).toEqual([409, said])
  expect(body.details.fields).toEqual([{ path: 'customer.email', message: said }])
  expect(await counts()).toEqual(before)
})

test('an unused account becomes the caller’s', async () => {
  const account = await makeUser({ role: null, email: 'ann@example.com', phone: '', firstName: '' })
  const { status, body } = await send(newCaller())
  expect(status).toBe(201)
  expect(body.jobs[0].customer).toMatchObject({ id: account.id, name: 'Ann Lee' })
})

test.each([
  [true, '+15125550142'],
  [false, null],
])('without an e-mail, with text consent %s: notified by %s', async (agreesToTexts, sms) => {
  const { email: _, ...customer } = ann
  const { status, body } = await send(newCaller({ customer: { ...customer, agreesToTexts } }))
  expect([status, body.message]).toEqual([201, undefined])
  expect(body.confirmation).toEqual({ email: null, sms })
  const sent = await messages()
  expect(sent.map(({ channel, recipient }) => [channel, recipient])).toEqual(
    sms ? [['sms', sms]] : [],
  )
  // The next screen tells the office whom to call.
  const { customer: shown } = body.jobs[0]
  expect(shown.isUnreached).toBe(sms ? undefined : true)
  const { body: known } = await admin.call('GET /api/admin/callers/{id}', {
    params: { id: shown.id },
  })
  expect(known.caller.isUnreached).toBe(sms ? undefined : true)
  if (!sms) return
  expect(sent[0]?.body).toMatch(
    /^Fivequart FQ-\d+: your visit on Tue, Nov 24, 8:00 AM - 9:00 AM: http\S+\/guest\/[\w-]+$/,
  )
  // Later messages come the same way, as one 160-character text that phones can display.
  const technicianId = (await makeUser({ role: 'technician' })).id
  const params = { id: body.jobs[0].id }
  const move = { scheduledDate: wednesday, scheduledTime: labelAt(3), technicianId }
  const steps = [
    [
      await admin.call('POST /api/jobs/{id}/reschedule', { params, body: move }),
      /now on Wed, Nov 25/,
    ],
    [
      await admin.call('POST /api/jobs/{id}/cancel', { params, body: { reason: 'Ill' } }),
      /visit on Wed, Nov 25, \S+ [AP]M - \S+ [AP]M is cancelled/,
    ],
  ] as const
  for (const [{ status: answered, body: said }] of steps)
    expect([answered, said.message]).toEqual([200, undefined])
  const texts = (await messages({ confirmed: false })).slice(1).map((text) => text.body)
  expect(texts).toEqual(
    steps.map(([, words]) =>
      expect.stringMatching(new RegExp(`${words.source}.*: http\\S+/guest/[\\w-]+$`)),
    ),
  )
  for (const text of texts) expect(text).toMatch(/^[\x20-\x7e]{1,160}$/)
})

test('a caller reached only by SMS reads which visit could not be done', async () => {
  const technician = await makeUser({ role: 'technician' })
  const customer = await makeUser({
    email: null,
    phone: '+15125550142',
    smsNotifications: true,
  })
  const { id } = await makeJob({
    customerId: customer.id,
    technicianId: technician.id,
    status: 'in_progress',
    serviceDate: '2026-11-23',
    slot: slotAt(1),
  })
  const done = await admin.call('POST /api/jobs/{id}/not-done', {
    params: { id },
    body: { reason: 'no_access', note: 'The gate was locked.' },
  })
  expect([done.status, done.body.message]).toEqual([200, undefined])
  const text = (await messages({ confirmed: false })).find(({ channel }) => channel === 'sms')
  expect(text?.body).toMatch(
    /: the service on Mon, Nov 23, 8:00 AM - 9:00 AM could not be done: http\S+$/,
  )
})

test('without SMS delivery no one is reported as texted', async () => {
  useServices({ telephony: missingTelephony })
  const { email: _, ...customer } = ann
  const { body } = await send(newCaller({ customer: { ...customer, agreesToTexts: true } }))
  expect(body.confirmation).toEqual({ email: null, sms: null })
  const about = { params: { jobId: body.jobs[0].id } }
  const payment = await admin.call('GET /api/payments/{jobId}', about)
  expect(payment.body.callAt).toBe(body.jobs[0].customer.phone)
})

test("an unreachable customer is marked for the office and the visit's technician", async () => {
  const { email: _, ...customer } = ann
  const { body } = await send(newCaller({ customer: { ...customer, agreesToTexts: false } }))
  const technician = await app.as('technician')
  const params = { id: body.jobs[0].id }
  const known = async (who: TestPerson) => {
    const { body: job } = await who.call('GET /api/jobs/{id}', { params })
    return [job.customer.isUnreached, job.customer.email]
  }
  await admin.call('POST /api/jobs/{id}/assign', {
    params,
    body: { technicianId: technician.user.id },
  })
  expect(await known(technician)).toEqual([true, null])
  expect(await known(admin)).toEqual([true, null])
})

test('a caller with an e-mail is not texted as well', async () => {
  await send(newCaller({ customer: { ...ann, agreesToTexts: true } }))
  expect((await messages()).map(({ channel }) => channel)).toEqual(['email'])
})

test('a known customer with a saved car and a new one in one booking', async () => {
  const customer = await makeUser({ firstName: 'Bob' })
  const saved = await makeVehicle(customer.id)
  const { status, body } = await send({
    customerId: customer.id,
    visits: [visit({ vehicleId: saved.id }), visit({ vehicle: car, scheduledTime: labelAt(3) })],
    serviceAddress: '12 Elm Street, Austin, TX 78701',
  })
  expect([status, body.message]).toEqual([201, undefined])
  expect(body.jobs.map((job: { scheduledTime: string }) => job.scheduledTime)).toEqual([
    labelAt(1),
    labelAt(3),
  ])
  expect(await db().$count(vehicles)).toBe(2)
})

test('one car twice at the same time is explained to the office', async () => {
  const customer = await makeUser()
  const { id: vehicleId } = await makeVehicle(customer.id)
  const twice = await send({
    ...newCaller(),
    customer: undefined,
    customerId: customer.id,
    visits: [visit({ vehicleId }), visit({ vehicleId })],
  })
  expect([twice.status, twice.body.message]).toEqual([
    409,
    'One car is in two of these visits at the same time. Please pick another time for one.',
  ])
})

test('the car must belong to the customer, and its errors appear at their fields', async () => {
  const [customer, stranger] = [await makeUser(), await makeUser()]
  const strange = await makeVehicle(stranger.id)
  const known = await makeVehicle(customer.id, { licensePlate: 'KNOWN 1', make: 'Honda' })
  const of = (wanted: object) =>
    send({ ...newCaller(), customer: undefined, customerId: customer.id, visits: [visit(wanted)] })
  expect((await of({ vehicleId: strange.id })).status).toBe(404)
  const nothing = await of({})
  expect([nothing.status, nothing.body.details]).toEqual([
    400,
    { fields: [{ path: 'visits.0.vehicleId', message: 'Please select a vehicle' }] },
  ])
  const taken = await of({ vehicle: { ...car, licensePlate: 'known-1' } })
  expect([taken.status, taken.body.details.fields[0].path]).toEqual([
    409,
    'visits.0.vehicle.licensePlate',
  ])
  // Typing the same car again finds the saved one.
  const same = await of({ vehicle: { ...car, licensePlate: 'known-1', make: 'Honda' } })
  expect([same.status, same.body.jobs[0].vehicleId]).toEqual([201, known.id])
  const nobody = await send({ ...newCaller(), customer: undefined })
  expect(nobody.body.message).toBe('Please select or enter customer ID')
})

test('the office exceeds the caps only explicitly', async () => {
  await changeSettings({ maxVisitsWithoutCard: 1, maxVisitsPerVehiclePerDay: 1 })
  const customer = await makeUser()
  const saved = await makeVehicle(customer.id)
  const at = (slot: 1 | 2 | 3, scheduledDate: string, beyondLimits?: boolean) =>
    send({
      customerId: customer.id,
      visits: [visit({ vehicleId: saved.id, scheduledDate, scheduledTime: labelAt(slot) })],
      serviceAddress: '12 Elm Street, Austin, TX 78701',
      beyondLimits,
    })
  expect((await at(1, tuesday)).status).toBe(201)
  const without = await at(1, wednesday)
  expect([without.status, without.body.details]).toEqual([409, { reason: 'visits_without_card' }])
  await changeSettings({ maxVisitsWithoutCard: 0 })
  const sameDay = await at(2, tuesday)
  expect([sameDay.status, sameDay.body.details]).toEqual([409, { reason: 'vehicle_day' }])
  await changeSettings({ maxVisitsWithoutCard: 1 })
  expect((await at(2, tuesday, true)).status).toBe(201)
  expect((await at(3, tuesday, true)).status).toBe(201)
})

test('an address outside the area is booked at once', async () => {
  const { status, body } = await send(newCaller({ serviceAddress: '1 Main St, Miami, FL 33101' }))
  expect([status, body.jobs[0].needsConfirmation]).toEqual([201, false])
})

test('a named technician is assigned regardless of auto-assign; if busy, the booking is refused', async () => {
  await changeSettings({ autoAssign: true, slotCapacity: 3 })
  await makeUser({ role: 'technician', createdAt: new Date(0) })
  const named = await app.as('technician')
  const ask = (n: string, slot: 1 | 2 = 1) =>
    send(
      newCaller({
        customer: { ...ann, email: `ann${n}@example.com`, phone: `512 555 014${n}` },
        visits: [
          visit({
            vehicle: { ...car, licensePlate: `CLR ${n}` },
            scheduledTime: labelAt(slot),
            technicianId: named.user.id,
          }),
        ],
      }),
    )
  const first = await ask('1')
  expect(first.body.jobs[0]).toMatchObject({
    status: 'assigned',
    technicianId: named.user.id,
    technicianLock: 'promise',
  })
  const before = await counts()
  const busy = await ask('2')
  expect([busy.status, busy.body.details.fields[0].path]).toEqual([409, 'visits.0.technicianId'])
  expect(await counts()).toEqual(before)
  const own = await named.call('GET /api/jobs/technician')
  expect(own.body).toHaveLength(1)
  await runDueTasks()
  expect(await notificationsShownTo({ id: named.user.id, role: 'technician' })).toMatchObject([
    { title: 'New visit' },
  ])
})

test('only the office books for others', async () => {
  for (const role of ['customer', 'technician'] as const) {
    const { call } = await app.as(role)
    expect((await call(book, { body: newCaller() })).status).toBe(403)
    expect((await call('GET /api/admin/callers', { query: { q: 'ann' } })).status).toBe(403)
  }
})

test('a caller is found by the number they left for a visit', async () => {
  const customer = await makeUser({ firstName: 'Olivia', lastName: 'Bennett' })
  await makeJob({ customerId: customer.id, contactPhone: '+15125550177' })
  const { body } = await admin.call('GET /api/admin/callers', { query: { q: '512 555 0177' } })
  expect(body).toMatchObject([{ id: customer.id }])
})
