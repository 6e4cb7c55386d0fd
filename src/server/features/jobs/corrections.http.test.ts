import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { now } from '#server/base/clock.ts'
import { db, queryRow } from '#server/database/database.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { type JobRow, makeJob, makeUser } from '#server/database/test-factories.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { answerExtra } from '#server/testing/test-answer-extra.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'

const app = useTestApp()
let technician: TestPerson
let customer: TestPerson
let admin: TestPerson
let job: JobRow
let params: { id: string }
beforeEach(async () => {
  technician = await app.as('technician')
  // Signed in once, so mails address them as a customer, not a guest.
  customer = await app.as(await makeUser({ lastLoginAt: now() }))
  admin = await app.as('admin')
  job = await makeJob({
    status: 'in_progress',
    technicianId: technician.user.id,
    customerId: customer.user.id,
  })
  params = { id: job.id }
})

const battery = { serviceType: 'other', description: 'New battery', unitPrice: '20.00' }
const add = (more: object = {}, person = technician) =>
  person.call('POST /api/jobs/{id}/extras', { params, body: { ...battery, ...more } })
const correct = (extraId: string, body: object, person = technician) =>
  person.call('PATCH /api/jobs/{id}/extras/{extraId}', { params: { ...params, extraId }, body })
const remove = (extraId: string, person = technician) =>
  person.call('DELETE /api/jobs/{id}/extras/{extraId}', { params: { ...params, extraId } })
type Asked = Parameters<typeof answerExtra>[1]
const decide = (asked: Asked, approved: boolean, more: object = {}) =>
  answerExtra(customer, asked, approved, more)
const complete = async () => {
  const waiting = (await extras(technician)).filter(
    ({ approval }: { approval: string }) => approval === 'waiting',
  )
  const leaveOut = waiting.map(({ id }: { id: string }) => id)
  return technician.call('PATCH /api/jobs/{id}/status', {
    params,
    body: { status: 'completed', leaveOut },
  })
}
const finalAmount = async () =>
  (await customer.call('GET /api/jobs/{id}', { params })).body.finalAmount
const extras = async (person = customer) =>
  (await person.call('GET /api/jobs/{id}/extras', { params })).body
const history = async () =>
  (
    await db()
      .select()
      .from(jobEvents)
      .where(eq(jobEvents.jobId, job.id))
      .orderBy(jobEvents.createdAt)
  ).map(({ kind }) => kind)
const bell = async (person = customer) =>
  (await person.call('GET /api/notifications')).body.map(
    ({ title, read }: { title: string; read: boolean }) => `${title}${read ? ' (read)' : ''}`,
  )

describe('a mistyped extra', () => {
  test('is corrected, and all amounts follow', async () => {
    const { body } = await add({ unitPrice: '29.99', quantity: 2 })
    const answer = await correct(body.id, { unitPrice: '9.99', description: 'Wiper' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      description: 'Wiper',
      quantity: 2,
      totalPrice: 19.98,
      approval: 'not_needed',
    })
    expect(await finalAmount()).toBe('149.97')
    expect(await extras()).toMatchObject([{ id: body.id, totalPrice: 19.98 }])
    expect(await history()).toEqual(['extra_added', 'extra_corrected'])
    await complete()
    const receipt = await customer.call('GET /api/jobs/{id}/receipt', { params })
    expect(receipt.body.lines.at(-1)).toMatchObject({ name: 'Wiper', amount: '19.98' })
  })

  test('is removed, and stays in the history', async () => {
    const { body } = await add()
    expect((await remove(body.id)).status).toBe(200)
    expect(await finalAmount()).toBe('129.99')
    expect(await extras()).toEqual([])
    expect((await remove(body.id)).status).toBe(200)
    expect(await history()).toEqual(['extra_added', 'extra_removed'])
    const [, removed] = await db().select().from(jobEvents).orderBy(jobEvents.createdAt)
    expect(removed).toMatchObject({
      actorId: technician.user.id,
      data: { description: 'New battery', totalCents: 2000, approval: 'not_needed' },
    })
  })

  test('raised above the limit is not charged until the customer approves', async () => {
    const { body } = await add({ unitPrice: '90' })
    expect((await correct(body.id, { unitPrice: '150' })).body).toMatchObject({
      approval: 'waiting',
      totalPrice: 150,
    })
    expect(await finalAmount()).toBe('129.99')
    expect(await bell()).toEqual(['Please approve or decline: $150.00 extra'])
    await correct(body.id, { unitPrice: '15' })
    expect(await finalAmount()).toBe('144.99')
    expect(await bell()).toEqual(['No answer needed: $150.00 extra (read)'])
  })

  test('changed before the customer answers must be reviewed again', async () => {
    const { body } = await add({ unitPrice: '150' })
    const seen = { id: body.id, description: 'New battery', quantity: 1, totalPrice: 150 }
    await correct(body.id, { unitPrice: '180' })
    const late = await decide(body, true, { seen: [seen] })
    expect([late.status, late.body.message]).toEqual([
      409,
      'Your technician has changed this in the meantime. Please check it again.',
    ])
    expect((await decide(body, true, { seen: [{ ...seen, totalPrice: 180 }] })).status).toBe(200)
    expect(await finalAmount()).toBe('309.99')
  })

  test('removed before they answer leaves no request', async () => {
    const { body } = await add({ unitPrice: '150' })
    await remove(body.id)
    const late = await decide(body, true)
    expect([late.status, late.body.message]).toEqual([
      404,
      'There is nothing to answer any more: it was taken back, and nothing is charged for it.',
    ])
    expect(await bell()).toEqual([
      'Taken back: $150.00 extra',
      'No answer needed: $150.00 extra (read)',
    ])
  })

  test('is asked again when it is corrected after the answer, and not charged until then', async () => {
    const { body: dear } = await add({ unitPrice: '150' })
    await decide(dear, true)
    expect(await finalAmount()).toBe('279.99')
    const cheaper = await correct(dear.id, { unitPrice: '10' })
    expect(cheaper.body).toMatchObject({ approval: 'waiting', totalPrice: 10 })
    expect(await finalAmount()).toBe('129.99')
    await decide(cheaper.body, true)
    expect(await finalAmount()).toBe('139.99')
    expect((await correct(dear.id, { unitPrice: '10' })).body).toMatchObject({
      approval: 'approved',
    })
    const { body: declined } = await add({ unitPrice: '160' })
    await decide(declined, false)
    expect((await correct(declined.id, { unitPrice: '90' })).body).toMatchObject({
      approval: 'waiting',
    })
    expect((await remove(dear.id)).status).toBe(200)
    expect(await finalAmount()).toBe('129.99')
    expect(await bell()).toContain('Taken back: $10.00 extra')
  })

  test('is locked with the visit, with a message', async () => {
    const { body } = await add()
    await complete()
    for (const answer of [await correct(body.id, { unitPrice: '1' }), await remove(body.id)])
      expect([answer.status, answer.body.message]).toEqual([
        409,
        'This visit is already completed.',
      ])
    expect(await extras(technician)).toMatchObject([{ correctable: false, removable: false }])
    expect(await finalAmount()).toBe('149.99')
  })

  test('can be changed by the person who added it, and the office', async () => {
    const other = await app.as('technician')
    const ofOffice = (await add({}, admin)).body.id
    expect((await correct(ofOffice, { unitPrice: '1' })).status).toBe(403)
    expect((await remove(ofOffice)).status).toBe(403)
    const own = (await add()).body.id
    expect((await remove(own, other)).status).toBe(404)
    expect((await remove(own, customer)).status).toBe(403)
    expect((await remove(own, admin)).status).toBe(200)
    expect((await correct(ofOffice, { unitPrice: '1' }, admin)).status).toBe(200)
    expect(await extras(technician)).toMatchObject([{ correctable: false, removable: false }])
    expect((await remove(randomUUID())).status).toBe(404)
  })

  test.each([
    { unitPrice: '9000', quantity: 2 },
    { quantity: 0 },
    { description: ' ' },
    { more: 1 },
  ])('is not corrected to %j', async (wrong) => {
    const { body } = await add()
    expect((await correct(body.id, wrong)).status).toBe(400)
    expect(await finalAmount()).toBe('149.99')
  })

  test('is identified by the id the device chose', async () => {
    const id = randomUUID()
    expect((await add({ id })).body.id).toBe(id)
    expect((await add({ id })).status).toBe(409)
    expect((await correct(id, { quantity: 2 })).body.totalPrice).toBe(40)
    expect(await finalAmount()).toBe('169.99')
  })

  test('corrected twice at once is charged as one of the corrections', async () => {
    const { body } = await add()
    const prices = ['1.00', '2.00', '3.00', '4.00']
    await Promise.all(prices.map((unitPrice) => correct(body.id, { unitPrice })))
    const [extra] = await extras()
    expect(await finalAmount()).toBe((129.99 + extra.totalPrice).toFixed(2))
  })

  test('corrected and approved at once ends as one of the two', async () => {
    for (let round = 0; round < 5; round++) {
      const { body } = await add({ unitPrice: '150' })
      await Promise.all([correct(body.id, { unitPrice: '190' }), decide(body, true)])
      const [extra] = (await extras()).filter(({ id }: { id: string }) => id === body.id)
      const cost = extra.approval === 'approved' ? extra.totalPrice : 0
      expect(await finalAmount()).toBe((129.99 + cost).toFixed(2))
      await remove(body.id)
    }
  })
})

test('an extra that waits because of others is not charged without an answer when they go', async () => {
  const big = (await add({ unitPrice: '90' })).body.id
  await add({ unitPrice: '20' })
  await remove(big)
  expect(await extras()).toMatchObject([{ totalPrice: 20, approval: 'waiting' }])
  expect(await finalAmount()).toBe('129.99')
})

test('two cheap extras at once do not both slip under the limit', async () => {
  for (let round = 0; round < 5; round++) {
    const both = await Promise.all([add({ unitPrice: '60' }), add({ unitPrice: '60' })])
    const approvals = both.map(({ body }) => body.approval)
    expect(new Set(approvals)).toEqual(new Set(['not_needed', 'waiting']))
    for (const { body } of both) await remove(body.id)
  }
})

describe('a visit completed before the customer answers', () => {
  test('leaves the extra out, and no request open', async () => {
    const { body } = await add({ unitPrice: '150' })
    await complete()
    expect(await extras()).toMatchObject([{ id: body.id, approval: 'left_out' }])
    expect(await finalAmount()).toBe('129.99')
    const late = await decide(body, true)
    expect([late.status, late.body.message]).toEqual([
      409,
      'The visit is over, so this is left out. Nothing is charged for it.',
    ])
    expect(await bell()).toEqual(
      expect.arrayContaining(['Left out: $150.00 extra', 'No answer needed: $150.00 extra (read)']),
    )
    expect(await history()).toContain('extra_left_out')
  })

  test('mails no request, and lists the left-out extra in the last mail', async () => {
    await add({ unitPrice: '150' })
    await complete()
    await runDueTasks({ includeDeferred: true, tolerateFailures: true })
    const mails = await db()
      .select()
      .from(sentMessages)
      .where(eq(sentMessages.recipient, customer.user.email ?? ''))
    const request = mails.find(({ subject }) => subject?.includes('approve or decline'))
    expect(request).toMatchObject({ status: 'skipped' })
    const last = mails.find(({ subject }) => subject?.includes('service completed'))
    expect(last?.body).toContain('Left out and not charged, as you had not answered: New battery')
  })

  test('leaves none behind when cancelled either', async () => {
    await add({ unitPrice: '150' })
    await admin.call('POST /api/jobs/{id}/cancel', { params, body: { reason: 'Rain' } })
    expect(await bell()).toContain('No answer needed: $150.00 extra (read)')
    expect(await extras()).toMatchObject([{ approval: 'left_out' }])
  })
})

test('no request is mailed for an extra corrected before sending', async () => {
  const { body } = await add({ unitPrice: '1500' })
  await correct(body.id, { unitPrice: '150' })
  await runDueTasks({ includeDeferred: true, tolerateFailures: true })
  const mails = await db()
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.recipient, customer.user.email ?? ''))
  const [slip, right] = ['$1,500.00', '$150.00'].map((amount) =>
    mails.find(({ body: words }) => words.includes(`for ${amount}?`)),
  )
  expect(slip).toMatchObject({ status: 'skipped', error: 'The extra no longer awaits approval' })
  expect(right?.status).toMatch(/sent|local/)
})

test('a waiting request is mailed with a link to answer', async () => {
  await add({ unitPrice: '150' })
  await runDueTasks({ includeDeferred: true, tolerateFailures: true })
  const [mail] = await db()
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.recipient, customer.user.email ?? ''))
  expect(mail).toMatchObject({ status: expect.stringMatching(/sent|local/) })
  expect(mail?.body).toContain('Your technician asks: New battery for $150.00?')
})

test.each([
  ['at once', 0, 10],
  ['two hours late', 120, 60],
] as const)(
  'a request that was uploaded %s is mailed after a while',
  async (_, minutes, seconds) => {
    const at = new Date(now().getTime() - minutes * 60_000)
    await db()
      .update(jobs)
      .set({ startedAt: new Date(at.getTime() - 60_000) })
      .where(eq(jobs.id, job.id))
    const { status } = await technician.call('POST /api/jobs/{id}/extras', {
      params,
      body: { ...battery, unitPrice: '150' },
      headers: { 'x-happened-at': at.toISOString() },
    })
    expect(status).toBe(201)
    const task = await queryRow<{ seconds: number }>({
      name: 'test-request-mail',
      text: `select round(extract(epoch from start_after - created_on))::int as seconds
      from pgboss.job where name = 'send-mail'`,
    })
    expect(Math.abs((task?.seconds ?? 0) - seconds)).toBeLessThan(5)
  },
)

test('an extra removed on two devices is removed once, and neither is refused', async () => {
  const { body: extra } = await add()
  expect((await remove(extra.id)).status).toBe(200)
  expect((await remove(extra.id)).status).toBe(200)
  expect(await history()).toEqual(['extra_added', 'extra_removed'])
  expect((await remove(randomUUID())).status).toBe(404)
})

test('a removal that arrives after the completion is refused as too late, and can be handed over', async () => {
  const { body: extra } = await add()
  await admin.call('PATCH /api/jobs/{id}/status', { params, body: { status: 'completed' } })
  const late = await remove(extra.id)
  expect(late).toMatchObject({ status: 409, body: { details: { reason: 'over' } } })
  const changes = [
    { what: 'Removal of an extra', entered: 'New battery', at: new Date().toISOString() },
  ]
  const handed = await technician.call('POST /api/jobs/{id}/unsent-work', {
    params,
    body: { changes },
  })
  expect(handed.status).toBe(201)
  const seen = await admin.call('GET /api/jobs/{id}/unsent-work', { params })
  expect(seen.body).toMatchObject([{ handledAt: null, changes: [{ entered: 'New battery' }] }])
})
