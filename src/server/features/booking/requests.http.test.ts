import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeUser, makeVehicle, type UserRow } from '#server/database/test-factories.ts'
import { blockedSlots } from '#server/database/tables/schedule.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { inside, makeSpot, near, outside } from '#server/features/service-area/test-spots.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { expireRequestsTask } from '#server/features/jobs/tasks.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { notificationsShownTo, useTestApp } from '#server/testing/test-app.ts'
import { customerWithCar, monday, tuesday } from './test-customer.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })
beforeEach(async () => {
  await makeSpot()
})

/** A customer with a requested visit at that address. */
async function asked(serviceAddress = outside) {
  const customer = await customerWithCar(app)
  const { form, call } = customer
  const { status, body: job } = await call('POST /api/jobs', { body: { ...form, serviceAddress } })
  expect(status).toBe(201)
  return { ...customer, job }
}

const confirm = async (id: string) =>
  (await app.as('admin')).call('POST /api/jobs/{id}/confirm', { params: { id } })

async function confirmationsWritten() {
  await expect.poll(() => runDueTasks()).toContain('notify-of-bookings')
  await runDueTasks()
}
const titlesFor = async (user: UserRow) =>
  (await notificationsShownTo(user)).map(({ title }) => title).toReversed()
const mailsTo = async (recipient: string | null) =>
  (await db().select().from(sentMessages)).filter((mail) => mail.recipient === recipient)

test('only an address clearly outside becomes a request, located at its ZIP code', async () => {
  for (const [slot, [address, needsConfirmation]] of (
    [
      [inside, false],
      [near, false],
      // A ZIP code of post-office boxes has no location.
      ['500 Congress Ave, Austin, TX 73301', false],
      ['500 Congress Ave, Austin, TX 78701-1234', false],
      [outside, true],
    ] as const
  ).entries()) {
    const { call, form } = await customerWithCar(app)
    const { body: job } = await call('POST /api/jobs', {
      body: { ...form, scheduledTime: labelAt(slot + 1), serviceAddress: address },
    })
    expect(job).toMatchObject({ serviceAddress: address, needsConfirmation, status: 'scheduled' })
  }
  const places = await db()
    .select({ latitude: jobs.latitude, longitude: jobs.longitude })
    .from(jobs)
    .orderBy(jobs.slot)
  expect(places[0]?.latitude).toBeCloseTo(30.27, 1)
  expect(places[0]?.longitude).toBeCloseTo(-97.74, 1)
  expect(places[2]).toEqual({ latitude: null, longitude: null })
  expect(places[4]?.latitude).toBeCloseTo(41.92, 1)
})

test('no card is held before the office has confirmed', async () => {
  const { call, job } = await asked()
  const hold = () =>
    call('POST /api/payments/pre-authorize', {
      body: { jobId: job.id, sourceId: 'cnon:card-nonce-ok', amount: job.totalAmount },
    })
  const early = await hold()
  expect([early.status, early.body.message]).toEqual([
    409,
    'This visit is not confirmed yet. There is nothing to pay until then.',
  ])
  await confirm(job.id)
  expect((await hold()).status).toBe(200)
})

test('a client cannot claim that no confirmation is needed', async () => {
  const { call, form } = await customerWithCar(app)
  for (const own of [{ needsConfirmation: false }, { latitude: 30 }]) {
    const body = { ...form, serviceAddress: outside, ...own }
    expect((await call('POST /api/jobs', { body })).status).toBe(400)
  }
})

const statusOf = async (date: string, slot: number) => {
  const { body } = await app.call('GET /api/availability', { query: { from: date, to: date } })
  return body[0].slots[slot - 1].status
}
const full = 'This time is full or blocked. Move the request to another time, or cancel it.'

test('several cars outside are all requests, and leave their times bookable', async () => {
  const { call, form, user } = await customerWithCar(app)
  const { serviceAddress: _, ...visit } = form
  const second = { ...visit, vehicleId: (await makeVehicle(user.id)).id }
  const { body } = await call('POST /api/bookings', {
    body: { visits: [visit, second], serviceAddress: outside },
  })
  expect(body).toMatchObject([{ needsConfirmation: true }, { needsConfirmation: true }])
  expect(await statusOf(tuesday, 1)).toBe('open')
  const rival = await customerWithCar(app)
  expect((await rival.call('POST /api/jobs', { body: rival.form })).status).toBe(201)
  // A full time cannot be requested either.
  const late = await customerWithCar(app)
  const asks = { ...late.form, serviceAddress: outside }
  expect((await late.call('POST /api/jobs', { body: asks })).status).toBe(409)
})

test('confirming takes a seat if there is one, else needs another time', async () => {
  const [first, second] = [await asked(), await asked()]
  expect((await confirm(first.job.id)).status).toBe(200)
  expect(await statusOf(tuesday, 1)).toBe('full')
  const refused = await confirm(second.job.id)
  expect([refused.status, refused.body.message]).toEqual([409, full])
  const technician = await app.as('technician')
  const admin = await app.as('admin')
  const assigned = await admin.call('POST /api/jobs/{id}/assign', {
    params: { id: second.job.id },
    body: { technicianId: technician.user.id },
  })
  expect([assigned.status, assigned.body.message]).toEqual([409, full])
  const moved = await admin.call('POST /api/jobs/{id}/reschedule', {
    params: { id: second.job.id },
    body: { scheduledDate: tuesday, scheduledTime: labelAt(2) },
  })
  expect(moved.body.needsConfirmation).toBe(true)
  expect(await statusOf(tuesday, 2)).toBe('open')
  expect((await confirm(second.job.id)).body).toMatchObject({ needsConfirmation: false })
  expect(await statusOf(tuesday, 2)).toBe('full')
})

test('a request is not confirmed into a blocked time, nor started before confirmation', async () => {
  const { job } = await asked()
  await db()
    .insert(blockedSlots)
    .values({ serviceDate: tuesday, slot: slotAt(1) })
  expect((await confirm(job.id)).body.message).toBe(full)
  const admin = await app.as('admin')
  const begun = await admin.call('PATCH /api/jobs/{id}/status', {
    params: { id: job.id },
    body: { status: 'in_progress' },
  })
  expect([begun.status, begun.body.message]).toEqual([409, 'Please confirm the request first.'])
})

test('concurrent confirmations and bookings of one slot never exceed its seats', async () => {
  await changeSettings({ slotCapacity: 2 })
  const requests = [await asked(), await asked(), await asked()]
  const rivals = await Promise.all(Array.from({ length: 3 }, () => customerWithCar(app)))
  const admin = await app.as('admin')
  const technician = await app.as('technician')
  const answers = await Promise.all([
    ...requests.slice(1).map(({ job }) => {
      return admin.call('POST /api/jobs/{id}/confirm', { params: { id: job.id } })
    }),
    admin.call('POST /api/jobs/{id}/assign', {
      params: { id: requests[0]?.job.id },
      body: { technicianId: technician.user.id },
    }),
    ...rivals.map(({ call, form }) => call('POST /api/jobs', { body: form })),
  ])
  const won = answers.filter(({ status }) => status < 300)
  expect(won).toHaveLength(2)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
  const seated = await db()
    .select()
    .from(jobs)
    .where(eq(jobs.needsConfirmation, false))
    .orderBy(jobs.seat)
  expect(seated.map(({ seat }) => seat)).toEqual([1, 2])
})

test('an unconfirmed request expires in time, and everyone is notified', async () => {
  const office = await makeUser({ role: 'admin' })
  const { user, job, call } = await asked()
  await confirmationsWritten()
  const expire = async () => {
    await enqueue(expireRequestsTask, {})
    while ((await runDueTasks()).length > 0);
  }
  await expire()
  expect(await titlesFor(user)).toEqual(['Request received'])
  travelTo(new Date(job.startsAt))
  expect((await confirm(job.id)).body.message).toContain('This time has passed')
  await expire()
  await expire()
  const { body } = await call('GET /api/jobs/{id}', { params: { id: job.id } })
  expect(body.status).toBe('cancelled')
  expect(await titlesFor(user)).toEqual(['Request received', 'Your request has expired'])
  expect(await titlesFor(office)).toContain('A request has expired')
  const [, mail] = await mailsTo(user.email)
  expect(mail?.body).toContain('could not confirm your request')
  expect(mail?.body).toContain('Nothing was reserved')
  expect((await confirm(job.id)).status).toBe(409)
})

test('only the office lists waiting requests', async () => {
  const admin = await app.as('admin')
  const [waiting, confirmed] = [await asked(), await asked()]
  await confirm(confirmed.job.id)
  const { body } = await admin.call('GET /api/admin/requests')
  expect(body.map(({ id }: { id: string }) => id)).toEqual([waiting.job.id])
  expect((await waiting.call('GET /api/admin/requests')).status).toBe(403)
})

test('a request can be cancelled without notice, and its mail does not mention money', async () => {
  await changeSettings({ cancelNoticeHours: 48 })
  const { user, job, call } = await asked()
  const cancelled = await call('POST /api/jobs/{id}/cancel', {
    params: { id: job.id },
    body: {},
  })
  expect(cancelled.body.status).toBe('cancelled')
  while ((await runDueTasks()).length > 0);
  const [mail] = await mailsTo(user.email)
  expect(mail?.body).toContain('is cancelled')
  expect(mail?.body).not.toContain('card')
})

test("an admin's booking needs no confirmation", async () => {
  const { form, user } = await customerWithCar(app)
  const admin = await app.as('admin')
  const { body } = await admin.call('POST /api/jobs', {
    body: { ...form, customerId: user.id, serviceAddress: outside },
  })
  expect(body.needsConfirmation).toBe(false)
})

test('customer and office are notified of a request, not of a booking', async () => {
  const office = await makeUser({ role: 'admin' })
  const { user, job } = await asked()
  await confirmationsWritten()
  expect(await titlesFor(user)).toEqual(['Request received'])
  expect(await titlesFor(office)).toEqual(['Request outside the service area'])
  const [mail, ...more] = await mailsTo(user.email)
  expect(more).toEqual([])
  expect(mail?.subject).toContain('your request for')
  for (const words of [
    'Request received',
    'confirm by phone or e-mail',
    'The time is not held',
    job.number,
    '$129.99',
  ])
    expect(mail?.body).toContain(words)
  expect(mail?.body).not.toContain("You're booked")
})

test('an admin confirms once, and the customer gets the usual confirmation', async () => {
  const { user, job, call } = await asked()
  await confirmationsWritten()
  expect((await call('POST /api/jobs/{id}/confirm', { params: { id: job.id } })).status).toBe(403)
  const answer = await confirm(job.id)
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ needsConfirmation: false, status: 'scheduled' })
  expect(await titlesFor(user)).toEqual(['Request received', "You're Booked!"])
  expect(
    (await mailsTo(user.email)).filter(({ body }) => body.includes("You're booked!")),
  ).toHaveLength(1)
  const kinds = (await db().select().from(jobEvents)).map(({ kind }) => kind)
  expect(kinds).toEqual(['job_requested', 'job_confirmed'])
  const again = await confirm(job.id)
  expect([again.status, again.body.message]).toEqual([409, 'This visit is already confirmed.'])
})

test('of two admins confirming at once, one learns that it is done', async () => {
  const { job } = await asked()
  const answers = await Promise.all([confirm(job.id), confirm(job.id)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a cancelled request cannot be confirmed, a missing one is not found', async () => {
  const { job, call } = await asked()
  await call('POST /api/jobs/{id}/cancel', { params: { id: job.id }, body: {} })
  expect((await confirm(job.id)).status).toBe(409)
  expect((await confirm('00000000-0000-4000-8000-000000000000')).status).toBe(404)
})

test('until confirmed, no technician can see or take it', async () => {
  const { job } = await asked()
  const technician = await app.as('technician')
  const queue = async () =>
    (await technician.call('GET /api/jobs/unassigned')).body.map(({ id }: { id: string }) => id)
  const take = () => technician.call('POST /api/jobs/{id}/claim', { params: { id: job.id } })
  expect(await queue()).toEqual([])
  expect((await take()).status).toBe(409)
  await confirm(job.id)
  expect(await queue()).toEqual([job.id])
  expect((await take()).status).toBe(200)
})

test('auto-assign waits for the confirmation', async () => {
  await changeSettings({ autoAssign: true })
  const { user: technician } = await app.as('technician')
  const { job, call } = await asked()
  expect(job.technicianId).toBeNull()
  const moved = await call('POST /api/jobs/{id}/reschedule', {
    params: { id: job.id },
    body: { scheduledDate: tuesday, scheduledTime: labelAt(3) },
  })
  expect(moved.body).toMatchObject({ technicianId: null, needsConfirmation: true })
  expect((await confirm(job.id)).body).toMatchObject({
    technicianId: technician.id,
    status: 'assigned',
  })
  await runDueTasks()
  expect(await titlesFor(technician)).toEqual(['New visit'])
})

test('assigning a request confirms it, with one message to each person', async () => {
  const { user, job } = await asked()
  await confirmationsWritten()
  const { user: technician } = await app.as('technician')
  const admin = await app.as('admin')
  const assigned = await admin.call('POST /api/jobs/{id}/assign', {
    params: { id: job.id },
    body: { technicianId: technician.id },
  })
  expect(assigned.body).toMatchObject({ status: 'assigned', needsConfirmation: false })
  await runDueTasks()
  expect(await titlesFor(technician)).toEqual(['New visit'])
  expect(await titlesFor(user)).toEqual(['Request received', "You're Booked!"])
  const back = await admin.call('POST /api/jobs/{id}/assign', {
    params: { id: job.id },
    body: { technicianId: null },
  })
  expect(back.body).toMatchObject({ status: 'scheduled', needsConfirmation: false })
})
