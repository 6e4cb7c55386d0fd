import { withLink } from '#server/features/guests/test-guest.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { eraseVisitDetails } from '#server/features/jobs/actions/erase-visit-details.ts'
import {
  type JobRow,
  makeJob,
  makePackage,
  makeUser,
  makeVehicle,
} from '#server/database/test-factories.ts'
import { makeGuestLink } from '#server/features/guests/actions/guest-token.ts'
import { makeSpot, outside } from '#server/features/service-area/test-spots.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { notificationsShownTo, type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { monday, tuesday } from './test-customer.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday, env: { ORIGIN: 'http://fivequart.example' } })
const before = '12 Elm Street, Austin, TX 78701'
const after = '4 Oak Lane, Austin, TX 78704'

let customer: TestPerson
let technician: TestPerson
let admin: TestPerson
let job: JobRow
let params: { id: string }
beforeEach(async () => {
  customer = await app.as(await makeUser({ lastLoginAt: now() }))
  technician = await app.as('technician')
  admin = await app.as(await makeUser({ role: 'admin', firstName: 'Olga', lastName: 'Office' }))
  const car = await makeVehicle(customer.user.id, { year: '2018', make: 'Honda', model: 'Accord' })
  job = await makeJob({
    customerId: customer.user.id,
    vehicleId: car.id,
    technicianId: technician.user.id,
    status: 'assigned',
    serviceDate: tuesday,
    slot: slotAt(1),
    serviceAddress: before,
    accessNotes: 'Gate 1',
  })
  params = { id: job.id }
})

const edit = (body: object, who = admin) => who.call('PATCH /api/jobs/{id}', { params, body })
const written = () => db().select().from(jobs).where(eq(jobs.id, job.id))
const events = () => db().select().from(jobEvents).where(eq(jobEvents.kind, 'job_changed'))

test('a new address is located, announced and recorded in the history', async () => {
  const answer = await edit({ serviceAddress: '4 Oak Lane, 78704', accessNotes: '' })
  expect([answer.status, answer.body]).toMatchObject([
    200,
    { serviceAddress: after, accessNotes: '', finalAmount: '129.99', status: 'assigned' },
  ])
  expect(answer.body.coordinates.latitude).toBeCloseTo(30.24, 1)
  const [mail] = await db().select().from(sentMessages)
  expect(mail).toMatchObject({ recipient: customer.user.email })
  expect(mail?.body).toContain(`The address is now ${after}.`)
  expect(mail?.body).toContain(`http://fivequart.example/orders?visit=${job.id}`)
  expect(mail?.body).not.toContain('get to the car')
  const [heard] = await notificationsShownTo(technician.user)
  expect(heard).toMatchObject({ title: 'Visit changed', path: `/job/${job.id}` })
  expect(heard?.message).toContain(`The address is now ${after}.`)
  expect(heard?.message).toContain('How to get to the car has changed.')
  const history = await admin.call('GET /api/jobs/{id}/history', { params })
  expect(history.body).toMatchObject([
    {
      title: 'Visit changed',
      own: true,
      by: { name: 'Olga Office' },
      lines: [
        `Address: ${after} (before: ${before})`,
        'How to get to the car: nothing (before: Gate 1)',
      ],
    },
  ])
})

test('a change of notes only notifies the technician, and unchanged values change nothing', async () => {
  await edit({ accessNotes: 'Gate 2', customerNotes: ' Blue door ' })
  expect(await written()).toMatchObject([{ accessNotes: 'Gate 2', customerNotes: 'Blue door' }])
  expect(await db().select().from(sentMessages)).toEqual([])
  expect(await notificationsShownTo(customer.user)).toEqual([])
  expect(await notificationsShownTo(technician.user)).toHaveLength(1)
  await edit({ accessNotes: 'Gate 2', serviceAddress: before })
  await edit({})
  expect(await events()).toHaveLength(1)
})

test('a guest is notified by a link to the visit, which the office can copy', async () => {
  await db().execute(sql`truncate ${jobEvents}`)
  const guest = await makeUser({ email: 'gail@example.com', lastLoginAt: null })
  const visit = await makeJob({
    customerId: guest.id,
    serviceDate: tuesday,
    slot: slotAt(2),
    serviceAddress: before,
  })
  params = { id: visit.id }
  expect((await edit({ serviceAddress: after })).status).toBe(200)
  const [mail] = await db().select().from(sentMessages)
  const link = await admin.call('POST /api/jobs/{id}/customer-link', { params })
  expect(link.body).toMatchObject({ isGuest: true })
  expect(mail?.body).toContain(link.body.link)
  const token = String(link.body.link).split('/').at(-1)
  const opened = await withLink(app, token ?? '').call('GET /api/jobs/customer')
  expect(opened.body[0]).toMatchObject({ serviceAddress: after })
  params = { id: job.id }
  const ofAccount = await admin.call('POST /api/jobs/{id}/customer-link', { params })
  expect(ofAccount.body).toEqual({
    link: `http://fivequart.example/orders?visit=${job.id}`,
    isGuest: false,
  })
  expect((await customer.call('POST /api/jobs/{id}/customer-link', { params })).status).toBe(403)
})

test.each([
  ['no house number', 'Oak Lane, Austin, TX 78704'],
  ['no such ZIP code', '4 Oak Lane, Austin, TX 00000'],
  ['another state', '4 Oak Lane, Boston, MA 78704'],
])('an address with %s is refused at its field', async (_, serviceAddress) => {
  const answer = await edit({ serviceAddress })
  expect([answer.status, answer.body.details.fields[0].path]).toEqual([400, 'serviceAddress'])
  expect(await written()).toMatchObject([{ serviceAddress: before }])
})

test('the office may go outside the service area', async () => {
  expect((await edit({ serviceAddress: '1 Main Street, Chicago, IL 60601' })).body).toMatchObject({
    needsConfirmation: false,
    status: 'assigned',
  })
})

test("another of the customer's cars replaces the first", async () => {
  const other = await makeVehicle(customer.user.id, { year: '2020', make: 'Kia', model: 'Rio' })
  const answer = await edit({ vehicleId: other.id, seen: { vehicleId: job.vehicleId } })
  expect([answer.status, answer.body]).toMatchObject([
    200,
    { vehicleId: other.id, vehicle: { make: 'Kia' }, finalAmount: '129.99' },
  ])
  expect((await events())[0]?.data).toEqual({
    from: { vehicle: '2018 Honda Accord' },
    to: { vehicle: '2020 Kia Rio' },
  })
  const [told] = await notificationsShownTo(customer.user)
  expect(told?.message).toContain('The car is now the 2020 Kia Rio.')
})

test("a car that is someone else's, deleted, busy, electric, or unfit for the package is refused", async () => {
  const own = (facts: object) => makeVehicle(customer.user.id, facts)
  const strange = await makeVehicle((await makeUser()).id)
  const gone = await own({ deletedAt: now() })
  expect((await edit({ vehicleId: strange.id })).status).toBe(404)
  expect((await edit({ vehicleId: gone.id })).status).toBe(404)
  const busy = await own({})
  await makeJob({
    customerId: customer.user.id,
    vehicleId: busy.id,
    serviceDate: tuesday,
    slot: slotAt(1),
    seat: 2,
  })
  const electric = await own({ fuel: 'Electric', oilType: null, engine: null })
  const diesel = await own({ fuel: 'Diesel', oilType: 'diesel_full_synthetic' })
  for (const [car, status, words] of [
    [busy, 409, 'This vehicle already has a visit at that time.'],
    [electric, 400, "doesn't need an oil change"],
    [diesel, 400, 'is not for the engine of this car'],
  ] as const) {
    const { status: got, body } = await edit({ vehicleId: car.id })
    expect([got, body.message]).toEqual([status, expect.stringContaining(words)])
    expect(body.details.fields).toMatchObject([{ path: 'vehicleId' }])
  }
  await db().update(jobs).set({ odometerMiles: 50_000 }).where(eq(jobs.id, job.id))
  const free = await own({})
  expect((await edit({ vehicleId: free.id })).body.message).toContain('The odometer')
  expect(await events()).toEqual([])
})

test('a completed or cancelled visit cannot be edited', async () => {
  for (const status of ['completed', 'cancelled'] as const) {
    await db().update(jobs).set({ status }).where(eq(jobs.id, job.id))
    expect((await edit({ accessNotes: 'Gate 2' })).status).toBe(409)
  }
  await db().update(jobs).set({ status: 'in_progress' }).where(eq(jobs.id, job.id))
  expect((await edit({ accessNotes: 'Gate 2' })).status).toBe(200)
})

test('the second of two editors sees who changed it and its current state', async () => {
  const second = await app.as('admin')
  const seen = { serviceAddress: before }
  expect((await edit({ serviceAddress: after, seen })).status).toBe(200)
  const other = '9 Pine Road, Austin, TX 78702'
  const refused = await edit({ serviceAddress: other, seen }, second)
  const said = 'Olga Office has changed this in the meantime. Please check it again.'
  expect([refused.status, refused.body]).toMatchObject([
    409,
    {
      message: said,
      details: {
        reason: 'changed',
        by: 'Olga Office',
        now: { serviceAddress: after, accessNotes: 'Gate 1' },
        fields: [{ path: 'serviceAddress', message: said }],
      },
    },
  ])
  // The same change is no conflict, other fields don't interfere, and the new state can be edited.
  expect((await edit({ serviceAddress: after, seen }, second)).status).toBe(200)
  expect((await edit({ customerNotes: 'Hi', seen: { customerNotes: '' } }, second)).status).toBe(
    200,
  )
  const looked = { serviceAddress: other, seen: { serviceAddress: after } }
  expect((await edit(looked, second)).status).toBe(200)
})

test('moving or assigning a visit someone else just assigned shows who did', async () => {
  const [second, other] = [await app.as('admin'), await app.as('technician')]
  const first = { scheduledDate: tuesday, scheduledTime: labelAt(1) }
  const move = (who: TestPerson, slot: number, seen: object) =>
    who.call('POST /api/jobs/{id}/reschedule', {
      params,
      body: { scheduledDate: tuesday, scheduledTime: labelAt(slot), seen },
    })
  expect((await move(admin, 3, first)).status).toBe(200)
  const late = await move(second, 4, first)
  const now = { scheduledDate: tuesday, scheduledTime: labelAt(3) }
  expect([late.status, late.body]).toMatchObject([
    409,
    {
      message: expect.stringMatching(/^Olga Office has moved this visit to Tue, Nov 24, 1/),
      details: { reason: 'changed', by: 'Olga Office', now },
    },
  ])
  expect((await move(second, 4, now)).status).toBe(200)

  const assign = (who: TestPerson, technicianId: string | null, place: object = {}) =>
    who.call('POST /api/jobs/{id}/assign', {
      params,
      body: { technicianId, seen: { technicianId: technician.user.id, ...place } },
    })
  // Assignment applies to the time on screen: a moved visit has another time.
  for (const technicianId of [other.user.id, null, technician.user.id])
    expect(await assign(admin, technicianId, now)).toMatchObject({
      status: 409,
      body: {
        details: { reason: 'changed', now: { ...now, scheduledTime: labelAt(4) } },
      },
    })
  expect((await assign(admin, null)).status).toBe(200)
  const refused = await assign(second, other.user.id)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Olga Office has unassigned this visit in the meantime.',
  ])
  expect((await written())[0]?.technicianId).toBe(null)
})

test('of two concurrent edits from the same state one is refused', async () => {
  const second = await app.as('admin')
  const seen = { serviceAddress: before }
  const answers = await Promise.all([
    edit({ serviceAddress: after, seen }),
    edit({ serviceAddress: '9 Pine Road, Austin, TX 78702', seen }, second),
  ])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  expect(await events()).toHaveLength(1)
})

test('a car deleted at the same moment ends up on no visit', async () => {
  const other = await makeVehicle(customer.user.id)
  const [changed, deleted] = await Promise.all([
    edit({ vehicleId: other.id }),
    customer.call('DELETE /api/vehicles/{id}', { params: { id: other.id } }),
  ])
  const [car] = await db().select().from(vehicles).where(eq(vehicles.id, other.id))
  const [visit] = await written()
  expect([changed.status, deleted.status]).toContain(200)
  expect(visit?.vehicleId === other.id && car?.deletedAt != null).toBe(false)
})

test('technicians cannot edit, and nothing remains of an erased customer', async () => {
  expect((await edit({ accessNotes: 'x' }, technician)).status).toBe(403)
  params = { id: crypto.randomUUID() }
  expect((await edit({ accessNotes: 'x' })).status).toBe(404)
  params = { id: job.id }
  await edit({ serviceAddress: after, accessNotes: 'Gate 2', customerNotes: 'Ring' })
  await db().update(jobs).set({ status: 'cancelled' }).where(eq(jobs.id, job.id))
  await customer.call('DELETE /api/auth/user', { body: { confirm: 'DELETE' } })
  await runDueTasks()
  expect((await events())[0]?.data).toEqual({ from: {}, to: {} })
  const { body } = await admin.call('GET /api/jobs/{id}/history', { params })
  expect(body.at(-1)).toMatchObject({ title: 'Visit changed', lines: [] })
})

test("the office sees the customer's e-mail, and the visit's card before it is done", async () => {
  await makePackage()
  const read = (who: TestPerson) => who.call('GET /api/jobs/{id}', { params })
  expect((await read(admin)).body.customer.email).toBe(customer.user.email)
  for (const who of [technician, customer]) expect((await read(who)).body.customer.email).toBe(null)
  const movements = { params: { jobId: job.id } }
  const route = 'GET /api/payments/{jobId}/movements'
  expect((await admin.call(route, movements)).body).toEqual([])
  await customer.call('POST /api/payments/pre-authorize', {
    body: { jobId: job.id, sourceId: 'cnon:card-nonce-ok', amount: '129.99' },
  })
  expect((await admin.call(route, movements)).body).toMatchObject([
    { kind: 'reserved', amount: '129.99' },
  ])
  expect((await customer.call(route, movements)).status).toBe(403)
})

test('its customer changes the address, and the technician is notified', async () => {
  const answer = await edit({ serviceAddress: after, accessNotes: 'Gate 2' }, customer)
  expect([answer.status, answer.body]).toMatchObject([
    200,
    { serviceAddress: after, accessNotes: 'Gate 2', status: 'assigned', scheduledDate: tuesday },
  ])
  const [heard] = await notificationsShownTo(technician.user)
  expect(heard?.message).toContain(`The address is now ${after}.`)
  expect(await events()).toMatchObject([{ actorId: customer.user.id }])
  expect((await edit({ serviceAddress: before }, await app.as('customer'))).status).toBe(404)
})

test('customers cannot change the car, the price or anything changed since', async () => {
  const other = await makeVehicle(customer.user.id)
  for (const body of [{ vehicleId: other.id }, { discount: '5', reason: 'Please' }])
    expect((await edit(body, customer)).status).toBe(403)
  await edit({ serviceAddress: after })
  const stale = { serviceAddress: '9 Pine Rd, Austin, TX 78702', seen: { serviceAddress: before } }
  expect(await edit(stale, customer)).toMatchObject({
    status: 409,
    body: { details: { reason: 'changed', now: { serviceAddress: after } } },
  })
})

test('an address outside the area is refused to its customer, except on a request', async () => {
  await makeSpot()
  const answer = await edit({ serviceAddress: outside }, customer)
  expect([answer.status, answer.body.details.fields[0].path]).toEqual([409, 'serviceAddress'])
  expect(answer.body.message).toMatch(/^This address is outside our usual area; /)
  await db()
    .update(jobs)
    .set({ needsConfirmation: true, technicianId: null, status: 'scheduled' })
    .where(eq(jobs.id, job.id))
  expect((await edit({ serviceAddress: outside }, customer)).body).toMatchObject({
    serviceAddress: outside,
    needsConfirmation: true,
  })
})

test('too late to move means too late to change the address, except for the office', async () => {
  await changeSettings({ rescheduleNoticeHours: 48 })
  expect((await edit({ serviceAddress: after }, customer)).status).toBe(409)
  await changeSettings({ rescheduleNoticeHours: 0 })
  await db().update(jobs).set({ status: 'in_progress' }).where(eq(jobs.id, job.id))
  expect((await edit({ serviceAddress: after }, customer)).status).toBe(409)
  expect((await edit({ serviceAddress: after })).status).toBe(200)
})

test("a guest's link edits within the same limits", async () => {
  const token = await makeGuestLink(job.id, { ticket: 'ticket', network: 'network' })
  const change = (body: object, link = token) =>
    withLink(app, link).call('PATCH /api/jobs/{id}', { params: { id: job.id }, body })
  expect((await change({ serviceAddress: after })).body).toMatchObject({
    serviceAddress: after,
  })
  expect((await change({ vehicleId: job.vehicleId })).status).toBe(403)
  await changeSettings({ rescheduleNoticeHours: 48 })
  expect((await change({ serviceAddress: before })).status).toBe(409)
  expect((await change({ serviceAddress: before }, 'x')).status).toBe(404)
})

test('the contact of a visit: met by the technician, in the history, erased with the customer', async () => {
  await db()
    .update(users)
    .set({ firstName: 'Seán', lastName: 'O’Connor', phone: '+15125550100' })
    .where(eq(users.id, customer.user.id))
  const contact = { contactName: ' Rui  Costa ', contactPhone: '512\u2011555\u20110177' }
  const changed = await edit(contact)
  const rui = { name: 'Rui Costa', phone: '+15125550177' }
  expect(changed).toMatchObject({
    status: 200,
    body: {
      contactName: rui.name,
      contactPhone: rui.phone,
      customer: { ...rui, accountName: 'Seán O’Connor' },
    },
  })
  const seen = await technician.call('GET /api/jobs/{id}', { params })
  expect(seen.body).toMatchObject({ customer: rui, contactName: '', contactPhone: '' })
  expect(seen.body.customer).not.toHaveProperty('accountName')
  const [heard] = await notificationsShownTo(technician.user)
  expect(heard?.message).toContain(
    'The contact at the car is now Rui Costa. The contact’s phone is now (512) 555-0177.',
  )
  // The account's holder reads the mails, so they don't mention it.
  expect(await db().select().from(sentMessages)).toEqual([])
  const history = await admin.call('GET /api/jobs/{id}/history', { params })
  expect(history.body[0].lines).toEqual([
    'Contact: Rui Costa (before: nothing)',
    'Contact’s phone: (512) 555-0177 (before: nothing)',
  ])
  const stale = await edit({ contactName: 'Eva', seen: { contactName: '' } })
  expect(stale).toMatchObject({
    status: 409,
    body: { details: { by: 'Olga Office', fields: [{ path: 'contactName' }] } },
  })
  // The customer in another spelling is the customer.
  await edit({ contactName: "sean o'connor", contactPhone: '(512) 555-0100' })
  expect(await written()).toMatchObject([{ contactName: '', contactPhone: '' }])
  await edit(contact)
  await eraseVisitDetails(customer.user.id)
  expect(await written()).toMatchObject([{ contactName: '', contactPhone: '' }])
  expect(JSON.stringify(await events())).not.toMatch(/Rui|0177/)
})

test.each([
  [{ contactPhone: '555' }, 400],
  [{ contactPhone: '+1 900 555 0177' }, 400],
  [{ contactName: 'x'.repeat(81) }, 400],
])('a contact that cannot be stored: %j', async (body, status) => {
  const refused = await edit(body)
  expect([refused.status, refused.body.details.fields[0].path]).toEqual([
    status,
    Object.keys(body)[0],
  ])
  expect(await events()).toEqual([])
})

test.each([{ contactName: 'Mallory' }, { contactPhone: '' }])(
  'only the office changes the contact: %j',
  async (body) => {
    expect((await edit(body, customer)).status).toBe(403)
    expect((await edit(body, technician)).status).toBe(403)
  },
)

test.each([
  ['booked by a guest: the contact reads the mail', true, '', 'Hello Rui,'],
  ['an account’s visit: its holder reads the mail', false, '+15125550177', 'Hello Ada,'],
])('whom a mail greets: %s', async (_, byGuest, contactPhone, greeting) => {
  await db().update(users).set({ firstName: 'Ada' }).where(eq(users.id, customer.user.id))
  await db().update(jobs).set({ contactName: 'Rui Costa', contactPhone }).where(eq(jobs.id, job.id))
  await makeGuestLink(job.id, { ticket: 'a', network: byGuest ? '192.0.2.1/32' : '' })
  await edit({ serviceAddress: after })
  const [mail] = await db().select().from(sentMessages)
  expect(mail?.body.split('\n')[0]).toBe(greeting)
})
