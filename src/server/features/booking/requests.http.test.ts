import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeUser, type UserRow } from '#server/database/test-factories.ts'
import { jobEvents } from '#server/database/tables/job-events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { sentMessages } from '#server/database/tables/sent-messages.ts'
import { inside, makeSpot, near, outside } from '#server/features/service-area/test-spots.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { notificationsShownTo, useTestApp } from '#server/testing/test-app.ts'
import { slotLabel } from '#shared/rules/slots.ts'
import { customerWithCar, monday, tuesday } from './test-customer.ts'

const app = useTestApp({ at: monday })
beforeEach(async () => {
  await makeSpot()
})

/** A customer who has asked for a visit at that address. */
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
  await expect.poll(() => runDueTasks()).toContain('confirm-jobs')
  await runDueTasks()
}
const titlesFor = async (user: UserRow) =>
  (await notificationsShownTo(user)).map(({ title }) => title).toReversed()
const mailsTo = async (recipient: string | null) =>
  (await db().select().from(sentMessages)).filter((mail) => mail.recipient === recipient)

test('only an address clearly outside makes a request, and the place of the ZIP code is kept', async () => {
  for (const [slot, [address, needsConfirmation]] of (
    [
      [inside, false],
      [near, false],
      ['500 Congress Ave, Austin, TX', false],
      ['PO Box 1, Austin, TX 73301', false],
      [outside, true],
    ] as const
  ).entries()) {
    const { call, form } = await customerWithCar(app)
    const { body: job } = await call('POST /api/jobs', {
      body: { ...form, scheduledTime: slotLabel(slot + 1), serviceAddress: address },
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

test('nothing is reserved on a card before the office has confirmed', async () => {
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

test('a client cannot say itself that no confirmation is needed', async () => {
  const { call, form } = await customerWithCar(app)
  for (const own of [{ needsConfirmation: false }, { latitude: 30 }]) {
    const body = { ...form, serviceAddress: outside, ...own }
    expect((await call('POST /api/jobs', { body })).status).toBe(400)
  }
})

test('several cars outside are all requests, and a request holds its seat', async () => {
  const { call, form } = await customerWithCar(app)
  const { serviceAddress: _, ...visit } = form
  const { body } = await call('POST /api/bookings', {
    body: { visits: [visit], serviceAddress: outside },
  })
  expect(body).toMatchObject([{ needsConfirmation: true }])
  const rival = await customerWithCar(app)
  expect((await rival.call('POST /api/jobs', { body: rival.form })).status).toBe(409)
})

test('what an admin books needs no confirmation', async () => {
  const { form, user } = await customerWithCar(app)
  const admin = await app.as('admin')
  const { body } = await admin.call('POST /api/jobs', {
    body: { ...form, customerId: user.id, serviceAddress: outside },
  })
  expect(body.needsConfirmation).toBe(false)
})

test('customer and office hear of a request, and of nothing booked', async () => {
  const office = await makeUser({ role: 'admin' })
  const { user, job } = await asked()
  await confirmationsWritten()
  expect(await titlesFor(user)).toEqual(['Request received'])
  expect(await titlesFor(office)).toEqual(['Request outside the service area'])
  const [mail, ...more] = await mailsTo(user.email)
  expect(more).toEqual([])
  expect(mail?.subject).toContain('your request for')
  for (const words of ['Request received', 'confirm by phone or e-mail', job.number, '$129.99'])
    expect(mail?.body).toContain(words)
  expect(mail?.body).not.toContain("You're booked")
})

test('an admin confirms once; then the customer gets the usual confirmation', async () => {
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

test('of two admins who confirm at once one is told that it is done', async () => {
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

test('until it is confirmed no technician sees or takes it', async () => {
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

test('the server names a technician only with the confirmation', async () => {
  await changeSettings({ autoAssign: true })
  const { user: technician } = await app.as('technician')
  const { job, call } = await asked()
  expect(job.technicianId).toBeNull()
  const moved = await call('POST /api/jobs/{id}/reschedule', {
    params: { id: job.id },
    body: { scheduledDate: tuesday, scheduledTime: slotLabel(3) },
  })
  expect(moved.body).toMatchObject({ technicianId: null, needsConfirmation: true })
  expect((await confirm(job.id)).body).toMatchObject({
    technicianId: technician.id,
    status: 'assigned',
  })
  await runDueTasks()
  expect(await titlesFor(technician)).toEqual(['New visit'])
})

test('assigning a request confirms it, and everybody hears of it once', async () => {
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
