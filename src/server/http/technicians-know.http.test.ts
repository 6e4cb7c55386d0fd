import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { conversationEntries } from '#server/database/tables/conversation.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentAdjustments } from '#server/database/tables/payment-records.ts'
import { happened } from '#server/events/happened.ts'
import { readJob } from '#server/reads/visits.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { calls, paramsFor } from './test-contract.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const at = new Date('2026-11-23T15:00:00Z')
const app = useTestApp({ at })

const planted = {
  name: 'Zebulon Quagga',
  phone: '(555) 019-7777',
  email: 'zebulon@secret.example',
  address: '4711 Hidden Hollow Lane',
  plate: 'SECRT 9',
  gate: 'gate code 98761',
  note: 'the key is under the frog',
  extra: 'fuse for Mrs. Quagga',
  report: 'the neighbor Quentin has the spare key',
  discount: 'for her late husband Ambrose',
  words: 'I am at number 4711, call 555 019 7777',
}
const secrets = [...Object.values(planted), 'Zebulon', 'Hidden Hollow']

let technician: TestPerson
beforeEach(async () => {
  technician = await app.as('technician')
})

/** A visit with everything a technician must not see too early or too long, everywhere it can be. */
async function visit(wanted: Partial<typeof jobs.$inferInsert>) {
  const [firstName, lastName] = planted.name.split(' ')
  const email = `${crypto.randomUUID()}-${planted.email}`
  const customer = await makeUser({ firstName, lastName, phone: planted.phone, email })
  const car = await makeVehicle(customer.id, { licensePlate: planted.plate })
  const job = await makeJob({
    customerId: customer.id,
    vehicleId: car.id,
    serviceDate: '2026-11-23',
    serviceAddress: `${planted.address}, Austin, TX 78701`,
    accessNotes: planted.gate,
    customerNotes: planted.note,
    technicianNotes: planted.report,
    ...wanted,
  })
  const toUserId = technician.user.id
  await db().insert(conversationEntries).values({
    jobId: job.id,
    type: 'message',
    direction: 'inbound',
    fromUserId: customer.id,
    toUserId,
    message: planted.words,
  })
  const [photo] = await db()
    .insert(jobPhotos)
    .values({ jobId: job.id, moment: 'before', width: 1, height: 1, bytes: 1 })
    .returning()
  await db().insert(jobLines).values({
    jobId: job.id,
    source: 'extra',
    kind: 'labor',
    serviceType: 'other',
    description: planted.extra,
    unitCents: 100,
    totalCents: 100,
  })
  const office = await makeUser({ role: 'admin' })
  await db().insert(paymentAdjustments).values({
    jobId: job.id,
    actorId: office.id,
    fromCents: 12_999,
    toCents: 9999,
    reason: 'discount_applied',
    words: planted.discount,
  })
  const row = await readJob(job.id)
  if (!row || !photo) throw new Error('Not planted')
  await happened(
    {
      event: 'job_message',
      job: { ...row, technicianId: toUserId },
      by: customer.id,
      data: { name: planted.name, byCustomer: true, message: planted.words, asSms: false },
    },
    {
      event: 'job_claimed',
      job: row,
      by: toUserId,
      data: { date: row.serviceDate, slot: row.slot },
    },
    {
      event: 'job_assigned',
      job: { ...row, technicianId: toUserId },
      by: null,
      data: {
        date: row.serviceDate,
        slot: row.slot,
        technicianId: toUserId,
        formerTechnicianId: null,
        confirms: false,
      },
    },
  )
  return { job, photo }
}

/** All answers about this visit from calls a technician may make. */
async function everything({ job, photo }: Awaited<ReturnType<typeof visit>>, also: string[] = []) {
  const open = calls.filter(
    ({ route, method, path, endpoint: { allow } }) =>
      (allow.includes('technician') || allow.includes('person') || allow.includes('public')) &&
      path !== '/api/logout' &&
      (method === 'GET' || also.includes(route)),
  )
  const answers = []
  for (const each of open) {
    const id = each.path.startsWith('/api/photos') ? photo.id : job.id
    const { status, text } = await technician.call(each.route, {
      params: paramsFor(each, id),
      body: each.endpoint.body ? {} : undefined,
      ...(each.path === '/api/jobs/today' && { query: { range: 'week' } }),
    })
    answers.push({ route: each.route, status, text })
  }
  return answers
}

const leaks = (answers: { route: string; text: string }[]) =>
  answers.flatMap(({ route, text }) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${route}: ${secret}`),
  )

const changing = calls
  .filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/jobs/{id}'))
  .map(({ route }) => route)

test('an unclaimed visit shows only city and ZIP', async () => {
  const planned = await visit({ status: 'scheduled' })
  expect(leaks(await everything(planned))).toEqual([])
  const { body } = await technician.call('GET /api/jobs/unassigned')
  expect(body).toMatchObject([
    {
      customerId: null,
      serviceAddress: 'Austin, TX 78701',
      accessNotes: '',
      customerNotes: '',
      coordinates: null,
      vehicle: { make: 'Toyota', licensePlate: '' },
      customer: { id: '', name: '', phone: '' },
    },
  ])
  const claimed = await technician.call('POST /api/jobs/{id}/claim', {
    params: { id: planned.job.id },
  })
  for (const secret of [planted.name, planted.phone, planted.address, planted.plate, planted.gate])
    expect(claimed.text).toContain(secret)
})

test("another technician's visit shows nothing", async () => {
  const colleague = await makeUser({ role: 'technician' })
  const theirs = await visit({ status: 'assigned', technicianId: colleague.id })
  expect(leaks(await everything(theirs, changing))).toEqual([])
})

test.each([
  ['completed', { completedAt: at }],
  ['cancelled', { cancelledAt: at, outcome: 'not_done', notDoneReason: 'no_show' }],
] as const)('the details of a %s visit stay visible for a day', async (status, ended) => {
  const over = await visit({ status, technicianId: technician.user.id, ...ended })
  travelTo(new Date(at.getTime() + 23 * 3_600_000))
  const seen = leaks(await everything(over))
  for (const route of ['GET /api/jobs/{id}', 'GET /api/jobs/{id}/communications'])
    expect(seen.some((one) => one.startsWith(`${route}:`))).toBe(true)
  travelTo(new Date(at.getTime() + 25 * 3_600_000))
  const answers = await everything(over, changing)
  expect(leaks(answers)).toEqual([])
  expect(answers.find(({ route }) => route === 'GET /api/jobs/{id}')?.status).toBe(200)
  const [row] = await db().select().from(jobs).where(eq(jobs.id, over.job.id))
  expect(row?.status).toBe(status)
})

test('a cancelled visit hides its details at once, and stays listed', async () => {
  const planned = await visit({ status: 'assigned', technicianId: technician.user.id })
  expect(leaks(await everything(planned))).not.toEqual([])
  const admin = await app.as('admin')
  const params = { id: planned.job.id }
  const body = { reason: 'The customer called' }
  expect((await admin.call('POST /api/jobs/{id}/cancel', { params, body })).status).toBe(200)
  expect(leaks(await everything(planned, changing))).toEqual([])
  expect((await technician.call('GET /api/jobs/{id}', { params })).body).toMatchObject({
    status: 'cancelled',
    customerId: null,
    serviceAddress: 'Austin, TX 78701',
    vehicle: { make: 'Toyota', licensePlate: '' },
  })
  const fact = await technician.call('GET /api/jobs/{id}/taken-away', { params })
  expect(fact.body).toMatchObject({ what: 'cancelled', by: 'office', reason: body.reason })
})

test('an unstarted visit shows details until a day after it should have ended', async () => {
  const over = await visit({
    status: 'assigned',
    technicianId: technician.user.id,
    slot: slotAt(1),
  })
  const seesAfter = async (hours: number) => {
    travelTo(new Date(over.job.startsAt.getTime() + hours * 3_600_000))
    return leaks(await everything(over))
  }
  expect(await seesAfter(24)).not.toEqual([])
  expect(await seesAfter(26)).toEqual([])
  await db()
    .update(jobs)
    .set({ status: 'in_progress', startedAt: over.job.startsAt })
    .where(eq(jobs.id, over.job.id))
  expect(await seesAfter(26)).not.toEqual([])
})
