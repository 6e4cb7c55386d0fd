import { beforeEach, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { currentHandle } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { accentedEnglish } from '#shared/texts/accented-english.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { bookVisit, changeAndSettle, processPayment } from './test-visits.ts'

const app = useTestApp()
const script = (text: string) => currentHandle().script(text)
let customer: TestPerson
let admin: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
  admin = await app.as('admin')
})

test('the list pages from the newest and filters by status', async () => {
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push(await bookVisit(customer))
  await processPayment(customer, { jobId: ids[2] ?? '' })
  const first = await admin.call('GET /api/payments', { query: { limit: '2' } })
  const cursor = String(first.headers['x-next-cursor'])
  const second = await admin.call('GET /api/payments', { query: { limit: '2', cursor } })
  expect(first.headers['x-total-count']).toBe('5')
  const listed = [...first.body, ...second.body].map((payment: { jobId: string }) => payment.jobId)
  expect(listed).toEqual(ids.toReversed().slice(0, 4))
  const completed = await admin.call('GET /api/payments', { query: { status: 'completed' } })
  expect(completed.body).toMatchObject([{ jobId: ids[2], capturedAmount: '129.99' }])
  expect((await customer.call('GET /api/payments')).status).toBe(403)
})

test('the list is sorted by the age of what is due, page by page, what is not due last', async () => {
  const start = new Date('2026-11-02T16:00:00Z')
  const dayOf = (days: number) => new Date(start.getTime() + days * 86_400_000)
  travelTo(start)
  admin = await app.as('admin')
  const fleet = await app.as(
    await makeUser({
      role: 'customer',
      invoicing: { company: 'Fleet Co', address: '', email: '', purchaseOrder: '', termsDays: 5 },
    }),
  )
  const end = async (who: TestPerson, days: number, onInvoice = false) => {
    travelTo(dayOf(days))
    const jobId = await bookVisit(who, { inHours: 1 })
    await changeAndSettle(jobId, { status: 'completed', completedAt: dayOf(days), onInvoice })
    return jobId
  }
  const paid = await end(customer, 0)
  // On its invoice it is due on the 8th, which is after the third.
  const invoiced = await end(fleet, 1, true)
  const second = await end(customer, 2)
  const third = await end(customer, 4)
  const ahead = await bookVisit(customer)
  admin = await app.as('admin')
  const body = { amount: '129.99', method: 'cash', receivedOn: '2026-11-02', confirmed: true }
  await admin.call(`POST /api/payments/${paid}/record`, { body })
  const listed = async (sort: string) => {
    const rows: { jobId: string; due?: { since: string } }[] = []
    let cursor: string | undefined
    do {
      const query = { sort, limit: '1', ...(cursor && { cursor }) }
      const page = await admin.call('GET /api/payments', { query })
      rows.push(...page.body)
      cursor = page.headers['x-next-cursor'] as string | undefined
    } while (cursor)
    return rows.map(({ jobId, due }) => [jobId, due?.since])
  }
  const [oldest, newest] = [await listed('due'), await listed('-due')]
  const due = [
    [second, '2026-11-04'],
    [third, '2026-11-06'],
    [invoiced, '2026-11-08'],
  ]
  const notDue = [paid, ahead].toSorted().map((id) => [id, undefined])
  expect(oldest).toEqual([...due, ...notDue])
  expect(newest).toEqual([...due.toReversed(), ...notDue.toReversed()])
  const { text } = await admin.call('GET /api/payments/export', { query: { sort: 'due' } })
  expect(text.match(/2026-11-0[468],\d/g)).toEqual(['2026-11-04,2', '2026-11-06,0', '2026-11-08,0'])
})

test('a payment links to its customer until erased', async () => {
  const jobId = await bookVisit(customer)
  const { id } = customer.user
  const shown = async () => [
    (await admin.call('GET /api/payments')).body[0].customerId,
    (await admin.call('GET /api/payments/{jobId}', { params: { jobId } })).body.customerId,
  ]
  expect(await shown()).toEqual([id, id])
  await admin.call('POST /api/jobs/{id}/cancel', { params: { id: jobId }, body: { reason: 'x' } })
  const erased = await admin.call('DELETE /api/admin/customers/{id}', { params: { id } })
  expect(erased.status).toBe(200)
  expect(await shown()).toEqual([null, null])
})

test('the export has every payment and no formula', async () => {
  const evil = await app.as(
    await makeUser({ role: 'customer', firstName: '=cmd|calc', lastName: 'A,"B"' }),
  )
  await bookVisit(evil)
  const answer = await admin.call('GET /api/payments/export')
  expect(answer.headers['content-disposition']).toMatch(/payment-data-\d{4}-\d\d-\d\d\.csv/)
  const [header, row] = answer.text.split('\r\n')
  expect(header?.slice(1)).toBe(
    'Customer,Job,Amount (USD),Held (USD),Captured (USD),Refunded (USD),Status,Notes,Created,State,Job id,Visit date,Technician,Card,Due later (USD)',
  )
  expect(row).toMatch(
    /^"'=cmd\|calc A,""B""",FQ-\d+,129\.99,0\.00,0\.00,0\.00,pending,,[^,]+,none,/,
  )
})

test("the export matches the list's search, status and order", async () => {
  const [ada, bea] = [
    await app.as(await makeUser({ role: 'customer', firstName: 'Ada' })),
    await app.as(await makeUser({ role: 'customer', firstName: 'Bea' })),
  ]
  for (const who of [ada, bea, ada]) await bookVisit(who)
  const paid = await bookVisit(ada)
  await processPayment(ada, { jobId: paid })
  const exported = async (query: Record<string, string>) => {
    const { text } = await admin.call('GET /api/payments/export', { query })
    return text
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1])
      .filter(Boolean)
  }
  for (const query of [
    {},
    { search: 'ada' },
    { status: 'completed' },
    { search: 'ada', status: 'pending', sort: 'job' },
  ] as Record<string, string>[]) {
    const { body } = await admin.call('GET /api/payments', { query })
    const listed = body.map((payment: { jobNumber: string }) => payment.jobNumber)
    expect(await exported(query)).toEqual(listed)
  }
  expect(await exported({ status: 'completed' })).toHaveLength(1)
})

test('thousands are streamed, each once, while other requests are answered', async () => {
  const { id, customerId, vehicleId, servicePackageId } = await makeJob()
  await script(`
    insert into jobs (service_date, slot, seat, status, customer_id, vehicle_id, service_package_id, package_cents,
        starts_at, service_address)
      select date '2020-01-01' + n, 1, 1, 'completed', '${customerId}', '${vehicleId}', '${servicePackageId}',
        9000 + n % 3, now(), 'Here'
      from generate_series(1, 2499) n;
    insert into payment_accounts (job_id) select id from jobs where id <> '${id}';
    analyze jobs, payment_accounts`)
  for (const sort of ['created', '-amount']) {
    let isSent = false
    const sending = admin
      .call('GET /api/payments/export', { query: { sort, search: '' } })
      .finally(() => (isSent = true))
    expect((await app.call('GET /api/health')).status).toBe(200)
    expect(isSent).toBe(false)
    const { text, headers } = await sending
    expect(headers['content-length']).toBeUndefined()
    const lines = text.split('\r\n').slice(1, -1)
    expect(lines).toHaveLength(2500)
    expect(new Set(lines.map((line) => line.split(',')[1])).size).toBe(2500)
  }
})

test("the file is in the requester's language to its last line", async () => {
  const jobId = await bookVisit(customer)
  const body = { amount: '99.00', reason: 'discount_applied' }
  await admin.call('PATCH /api/payments/{jobId}/adjust', { params: { jobId }, body })
  const headers = { 'accept-language': 'en-XA' }
  const notes = async (more: object) => (await admin.call('GET /api/payments', more)).body[0].notes
  const { text } = await admin.call('GET /api/payments/export', { headers })
  expect(await notes({ headers })).not.toBe(await notes({}))
  expect(text).toContain(`,${await notes({ headers })},`)
  expect(text).toContain(accentedEnglish('Refunded (USD)'))
})

test('the card form is served from our own origin and takes practice cards only', async () => {
  const config = await app.call('GET /api/payments/config')
  expect(config.body).toMatchObject({ provider: 'simulator', environment: 'sandbox' })
  const script = await app.call(`GET ${config.body.scriptUrl}`)
  expect(script.headers['content-type']).toContain('text/javascript')
  expect((await app.call('GET /simulator/card-frame')).text).not.toMatch(/<script>|onclick|style=/)
  const mint = (body: object) => app.call('POST /simulator/tokens', { body })
  const minted = await mint({ outcome: 'ok', brand: 'Visa', last4: '1111' })
  expect(minted.body.token).toMatch(/^cnon:sim_/)
  for (const body of [
    { outcome: 'ok', brand: 'Visa', last4: '4242' },
    { outcome: 'ok', brand: 'Visa', last4: '4111111111111111' },
    { outcome: 'ok', brand: 'Visa', last4: '1111', number: '4111111111111111' },
  ])
    expect((await mint(body)).status).toBe(400)
})
