import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { approvals } from '#server/database/tables/approvals.ts'
import { products } from '#server/database/tables/catalog.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { type JobRow, makeJob } from '#server/database/test-factories.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { hashOfApproval } from '#server/reads/approvals.ts'
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
  customer = await app.as('customer')
  admin = await app.as('admin')
  job = await makeJob({
    status: 'in_progress',
    technicianId: technician.user.id,
    customerId: customer.user.id,
  })
  params = { id: job.id }
})

const add = (unitPrice: string, quantity = 1) =>
  technician.call('POST /api/jobs/{id}/extras', {
    params,
    body: { serviceType: 'other', description: 'New battery', unitPrice, quantity },
  })
const line = (description: string, unitPrice: string, more: object = {}) => ({
  serviceType: 'other',
  description,
  unitPrice,
  ...more,
})
const ask = (lines: object[], more: object = {}, who = technician) =>
  who.call('POST /api/jobs/{id}/estimates', { params, body: { lines, ...more } })
const answer = (id: string, body: object, who = customer) =>
  who.call('POST /api/estimates/{id}/answer', {
    params: { id },
    body: { method: 'link', person: 'Ann Ash', ...body },
  })
const complete = (more: object = {}) =>
  technician.call('PATCH /api/jobs/{id}/status', { params, body: { status: 'completed', ...more } })
const finalAmount = async () =>
  (await customer.call('GET /api/jobs/{id}', { params })).body.finalAmount
const agreed = async (who = customer) =>
  (await who.call('GET /api/jobs/{id}/approvals', { params })).body
const notificationsShownTo = async (person: TestPerson) =>
  (await person.call('GET /api/notifications')).body.map(({ type }: { type: string }) => type)

const signature = {
  width: 300,
  height: 120,
  strokes: [
    [
      { x: 10, y: 60 },
      { x: 60, y: 20 },
      { x: 110, y: 80 },
    ],
  ],
}

describe('an extra', () => {
  test('up to the limit is charged without asking', async () => {
    expect((await add('50.00', 2)).body).toMatchObject({ approval: 'not_needed' })
    expect(await finalAmount()).toBe('229.99')
    expect(await notificationsShownTo(customer)).toEqual([])
  })

  test('above it asks the customer, who pays only after approving', async () => {
    const { body } = await add('50.01', 2)
    expect(body).toMatchObject({ approval: 'waiting', totalPrice: 100.02 })
    expect(await finalAmount()).toBe('129.99')
    expect(await notificationsShownTo(customer)).toEqual(['extra_approval'])
    expect((await answerExtra(customer, body, true)).status).toBe(200)
    expect(await finalAmount()).toBe('230.01')
    expect(await notificationsShownTo(technician)).toEqual(['extra_decided'])
  })

  test('that was declined is not charged, and an answer counts once', async () => {
    const { body } = await add('150')
    const answers = await Promise.all([1, 2].map(() => answerExtra(customer, body, false)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await answerExtra(customer, body, true)).status).toBe(409)
    expect(await finalAmount()).toBe('129.99')
  })

  test('approved twice at once is charged once', async () => {
    const { body } = await add('150')
    await Promise.all([answerExtra(customer, body, true), answerExtra(customer, body, true)])
    expect(await finalAmount()).toBe('279.99')
    expect(await agreed()).toHaveLength(1)
  })

  test('undecided at completion refuses it, unless it is left out: then it is never charged', async () => {
    const { body } = await add('150')
    const refused = await complete()
    expect(refused).toMatchObject({
      status: 409,
      body: { details: { reason: 'estimate', lines: [body.id] } },
    })
    expect(refused.body.message).toContain('New battery')
    expect((await complete({ leaveOut: [randomUUID()] })).status).toBe(409)
    expect((await complete({ leaveOut: [body.id] })).status).toBe(200)
    expect((await answerExtra(customer, body, true)).status).toBe(409)
    expect(await finalAmount()).toBe('129.99')
    const receipt = await customer.call('GET /api/jobs/{id}/receipt', { params })
    expect(JSON.stringify(receipt.body)).not.toContain('New battery')
  })

  test('waits again once its price changes after signing, so completing is refused', async () => {
    const { body } = await add('150')
    await answer(
      body.estimateId,
      { approved: [body.id], method: 'signature', signature },
      technician,
    )
    await technician.call('PATCH /api/jobs/{id}/extras/{extraId}', {
      params: { ...params, extraId: body.id },
      body: { unitPrice: '151' },
    })
    expect((await complete()).body.details).toMatchObject({ reason: 'estimate' })
    const [changed] = (await customer.call('GET /api/jobs/{id}/extras', { params })).body
    await answerExtra(customer, changed, true)
    expect((await complete()).status).toBe(200)
    expect(await finalAmount()).toBe('280.99')
    expect(await agreed()).toHaveLength(2)
  })
})

describe('an estimate', () => {
  test('asks for each line whatever its price, in one message', async () => {
    const { status, body } = await ask([line('Wipers', '24.00'), line('Cabin filter', '35.00')])
    expect(status).toBe(201)
    expect(body.lines).toMatchObject([
      { description: 'Wipers', approval: 'waiting', offered: true, estimateId: body.id },
      { description: 'Cabin filter', approval: 'waiting' },
    ])
    expect(await finalAmount()).toBe('129.99')
    expect(await notificationsShownTo(customer)).toEqual(['extra_approval'])
    await runDueTasks({ includeDeferred: true, tolerateFailures: true })
    const mails = await db()
      .select()
      .from(sentMessages)
      .where(eq(sentMessages.recipient, customer.user.email ?? ''))
    expect(mails.filter(({ body: words }) => words.includes('Wipers'))).toHaveLength(1)
    expect(mails[0]?.body).toContain('Cabin filter for $35.00?')
  })

  test('is answered line by line, and the answer is frozen with its hash', async () => {
    const { body } = await ask([line('Wipers', '24.00'), line('Cabin filter', '35.00')])
    const [wipers, filter] = body.lines
    const answered = await answer(body.id, { approved: [wipers.id], declined: [filter.id] })
    expect(answered.body).toMatchObject({
      method: 'link',
      person: 'Ann Ash',
      total: '24.00',
      words: 'I approve the charges marked as approved: $24.00 in all.',
      lines: [
        { description: 'Wipers', quantity: 1, totalPrice: '24.00', approved: true },
        { description: 'Cabin filter', totalPrice: '35.00', approved: false },
      ],
    })
    expect(await finalAmount()).toBe('153.99')
    const [row] = await db().select().from(approvals)
    if (!row) throw new Error('Nothing was frozen')
    expect(row.hash).toBe(hashOfApproval(row))
    expect(hashOfApproval({ ...row, totalCents: row.totalCents + 1 })).not.toBe(row.hash)
    const change = db().update(approvals).set({ totalCents: 1 })
    await expect(change).rejects.toThrow('approvals')
    expect(await agreed()).toEqual(await agreed(admin))
  })

  test('answered in two parts ends its message only with the last line', async () => {
    const { body } = await ask([line('Wipers', '24.00'), line('Cabin filter', '35.00')])
    const unread = async () =>
      (await customer.call('GET /api/notifications')).body.filter(
        ({ type, read }: { type: string; read: boolean }) => type === 'extra_approval' && !read,
      )
    await answer(body.id, { approved: [body.lines[0].id] })
    expect(await unread()).toHaveLength(1)
    await answer(body.id, { declined: [body.lines[1].id] })
    expect(await unread()).toHaveLength(0)
  })

  test('takes further lines while it is unanswered', async () => {
    const first = (await ask([line('Wipers', '24.00')])).body
    const more = (await ask([line('Cabin filter', '35.00')])).body
    expect(more.id).toBe(first.id)
    expect((await add('150')).body.estimateId).toBe(first.id)
    expect(more.lines).toHaveLength(2)
  })

  test('from a phone keeps the ids chosen there, and is there once', async () => {
    const [id, lineId] = [randomUUID(), randomUUID()]
    const headers = { 'idempotency-key': randomUUID() }
    const body = { id, lines: [line('Wipers', '24.00', { id: lineId, findingItemId: 'wipers' })] }
    const send = () => technician.call('POST /api/jobs/{id}/estimates', { params, body, headers })
    expect([(await send()).body.id, (await send()).body.id]).toEqual([id, id])
    expect(await db().select().from(jobLines)).toHaveLength(1)
    const stolen = await makeJob({ status: 'in_progress', technicianId: technician.user.id })
    const elsewhere = await technician.call('POST /api/jobs/{id}/estimates', {
      params: { id: stolen.id },
      body: { id, lines: [line('Wipers', '24.00')] },
    })
    expect(elsewhere.status).toBe(409)
  })

  test('offers a product of the catalog, which leaves the stock once approved', async () => {
    const [product] = await db()
      .insert(products)
      .values({
        name: 'Wiper blade',
        sku: 'W-1',
        category: 'addon',
        priceCents: 1200,
        stockQuantity: 10,
      })
      .returning()
    const productId = product?.id
    const { body } = await ask([line('Wiper blade', '12.00', { quantity: 2, productId })])
    await answer(body.id, { approved: [body.lines[0].id] })
    expect((await complete()).status).toBe(200)
    const [after] = await db()
      .select()
      .from(products)
      .where(eq(products.id, productId ?? ''))
    expect(after?.stockQuantity).toBe(8)
    await db().update(products).set({ isActive: false })
    const gone = await makeJob({ status: 'in_progress', technicianId: technician.user.id })
    const refused = await technician.call('POST /api/jobs/{id}/estimates', {
      params: { id: gone.id },
      body: { lines: [line('Wiper blade', '12.00', { productId })] },
    })
    expect(refused.status).toBe(404)
  })

  test.each([
    ['nothing', { lines: [] }],
    ['a negative quantity', { lines: [line('Wipers', '24.00', { quantity: -1 })] }],
    ['a negative price', { lines: [line('Wipers', '-24.00')] }],
    ['too dear a line', { lines: [line('Wipers', '9000', { quantity: 2 })] }],
    ['a line declined by nobody', { lines: [line('Wipers', '24.00', { repeats: randomUUID() })] }],
  ])('for %s is refused', async (_, body) => {
    const { status } = await technician.call('POST /api/jobs/{id}/estimates', { params, body })
    expect(status).toBe(400)
    expect(await db().select().from(jobLines)).toEqual([])
  })

  test('may offer a line at no charge', async () => {
    const { body } = await ask([line('Wiper check', '0')])
    expect((await answer(body.id, { approved: [body.lines[0].id] })).body.total).toBe('0.00')
    expect(await finalAmount()).toBe('129.99')
  })
})

describe('a signature', () => {
  test('on the phone is stored with its strokes, and counts once', async () => {
    const { body } = await ask([line('Wipers', '24.00'), line('Cabin filter', '35.00')])
    const signed = { approved: [body.lines[0].id], method: 'signature', signature }
    const headers = { 'idempotency-key': randomUUID() }
    const send = (more: object = {}) =>
      technician.call('POST /api/estimates/{id}/answer', {
        params: { id: body.id },
        body: { person: 'Ann Ash', ...signed, ...more },
        headers,
      })
    const [first, again] = [await send(), await send()]
    expect([first.status, again.body]).toEqual([200, first.body])
    expect(first.body.signature.strokes[0][1]).toEqual({ x: 60, y: 20 })
    expect(await agreed()).toHaveLength(1)
    const replayed = await answer(body.id, { ...signed, approved: [body.lines[1].id] }, technician)
    expect([replayed.status, replayed.body.message]).toEqual([
      409,
      'This signature was already used for another answer.',
    ])
    expect(await finalAmount()).toBe('153.99')
  })

  test.each([
    ['none', undefined],
    ['no strokes', { ...signature, strokes: [] }],
    ['a dot', { ...signature, strokes: [[{ x: 10, y: 10 }]] }],
    [
      'a slip',
      {
        ...signature,
        strokes: [
          [
            { x: 10, y: 10 },
            { x: 12, y: 12 },
          ],
        ],
      },
    ],
  ])('that is %s is refused', async (_, strokes) => {
    const { body } = await ask([line('Wipers', '24.00')])
    const asked = { approved: [body.lines[0].id], method: 'signature', signature: strokes }
    expect((await answer(body.id, asked, technician)).status).toBe(400)
    expect(await agreed()).toEqual([])
  })

  test('made offline has the time of the phone', async () => {
    const { body } = await ask([line('Wipers', '24.00')])
    const at = new Date(Date.now() + 1000).toISOString()
    const { body: signed } = await technician.call('POST /api/estimates/{id}/answer', {
      params: { id: body.id },
      body: { approved: [body.lines[0].id], method: 'signature', person: 'Ann', signature },
      headers: { 'x-happened-at': at },
    })
    expect(Date.parse(signed.at)).toBeLessThanOrEqual(Date.parse(at))
  })
})

describe('who may answer', () => {
  test('a call is recorded with number and words by the technician or the office', async () => {
    const { body } = await ask([line('Wipers', '24.00')])
    const call = {
      approved: [body.lines[0].id],
      method: 'phone',
      person: 'Ann Ash',
      phone: '(512) 555-0143',
      said: 'Yes, do both sides',
    }
    expect((await answer(body.id, call)).status).toBe(403)
    expect((await answer(body.id, call, admin)).body).toMatchObject({
      phone: '+15125550143',
      said: 'Yes, do both sides',
    })
  })

  test('the technician and the office do not answer online, and a stranger sees nothing', async () => {
    const { body } = await ask([line('Wipers', '24.00')])
    const approved = { approved: [body.lines[0].id] }
    expect((await answer(body.id, approved, technician)).status).toBe(403)
    expect((await answer(body.id, approved, admin)).status).toBe(403)
    expect((await answer(body.id, approved, await app.as('customer'))).status).toBe(404)
    expect((await answer(body.id, approved, await app.as('technician'))).status).toBe(404)
    expect((await answer(randomUUID(), approved)).status).toBe(404)
    expect((await ask([line('Wipers', '24.00')], {}, customer)).status).toBe(403)
    const stranger = await app.as('customer')
    expect((await stranger.call('GET /api/jobs/{id}/approvals', { params })).status).toBe(404)
    expect(await agreed()).toEqual([])
  })

  test.each([
    ['no line', {}],
    ['a line both ways', (id: string) => ({ approved: [id], declined: [id] })],
    ['a line twice', (id: string) => ({ approved: [id, id] })],
    ['nobody', (id: string) => ({ approved: [id], person: ' ' })],
  ])('%s is no answer', async (_, wrong) => {
    const { body } = await ask([line('Wipers', '24.00')])
    const sent = typeof wrong === 'function' ? wrong(body.lines[0].id) : wrong
    expect((await answer(body.id, sent)).status).toBe(400)
  })

  test('a line of another estimate is not answered with this one', async () => {
    const { body } = await ask([line('Wipers', '24.00')])
    const other = (await ask([line('Cabin filter', '35.00')], { id: randomUUID() })).body
    const mixed = { approved: [body.lines[0].id, other.lines[0].id] }
    expect((await answer(body.id, mixed)).body.details).toEqual({ reason: 'stale' })
    expect(await finalAmount()).toBe('129.99')
  })
})
