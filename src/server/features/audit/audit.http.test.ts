import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#shared/contract/audit.ts'
import { db } from '#server/database/database.ts'
import { jobEvents, officeEvents } from '#server/database/tables/events.ts'
import { packageProducts } from '#server/database/tables/catalog.ts'
import { makeAddon, makeJob, makePackage, makeUser } from '#server/database/test-factories.ts'
import { withoutTriggers } from '#server/database/test-triggers.ts'
import { bookVisit, processPayment } from '#server/features/payments/test-visits.ts'
import { tablesWith } from '#server/features/own-data/test-life.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

const app = useTestApp()
let customer: TestPerson
let admin: TestPerson
beforeEach(async () => {
  customer = await app.as(
    await makeUser({ role: 'customer', firstName: 'Cleo', lastName: 'Customer' }),
  )
  admin = await app.as(await makeUser({ role: 'admin', firstName: 'Olga', lastName: 'Office' }))
})

async function read(query: Record<string, string> = {}): Promise<AuditEntry[]> {
  const answer = await admin.call('GET /api/admin/audit', { query })
  expect(answer.status).toBe(200)
  return answer.body
}
const titles = async (query?: Record<string, string>) => (await read(query)).map((one) => one.title)

const refund = (jobId: string) =>
  admin.call('POST /api/payments/{jobId}/refund', {
    params: { jobId },
    body: { amount: '10.00', reason: 'customer_complaint' },
  })
const setLeadDays = (leadDays: number) =>
  admin.call('PUT /api/admin/settings', { body: { leadDays } })

test("the log has all payments and the office's actions, but not the customers'", async () => {
  const jobId = await bookVisit(customer)
  await processPayment(customer, { jobId })
  await refund(jobId)
  await setLeadDays(2)
  const entries = await read()
  expect(entries[0]).toMatchObject({
    event: 'settings_changed',
    about: 'settings',
    by: { id: admin.user.id, name: 'Olga Office' },
    lines: ['Earliest booking: 1 → 2'],
    job: null,
  })
  const events = entries.map(({ event }) => event)
  expect(events).toContain('payment_charged')
  expect(events).toContain('refund_decided')
  expect(events).not.toContain('job_booked')
  expect(entries.find(({ event }) => event === 'refund_decided')).toMatchObject({
    about: 'money',
    amount: '10.00',
    job: { id: jobId },
    person: { id: customer.user.id, name: 'Cleo Customer', role: 'customer' },
  })
})

test('changes to packages, products, engines and core spots are logged, and found by name', async () => {
  const add = (route: string, body: object) => admin.call(route, { body })
  const { body: offer } = await add('POST /api/admin/service-packages', {
    name: 'Winter Deluxe',
    basePrice: '99.50',
    oilType: 'full_synthetic',
  })
  const params = { id: offer.id }
  await admin.call('PATCH /api/admin/service-packages/{id}', { params, body: { basePrice: '109' } })
  await admin.call('DELETE /api/admin/service-packages/{id}', { params })
  const { body: product } = await add('POST /api/admin/products', {
    name: 'Winter oil',
    sku: 'W-1',
    category: 'oil',
    price: '8.50',
    stockQuantity: 4,
  })
  await admin.call('POST /api/admin/products/{id}/stock', {
    params: { id: product.id },
    body: { stockQuantity: 9, seenStock: 4, reason: 'Delivery' },
  })
  const said = async (query?: Record<string, string>) =>
    (await read(query)).map(({ title, lines, comment }) =>
      [title, ...lines, ...(comment ? [`“${comment}”`] : [])].join(' | '),
    )
  expect(await said()).toEqual([
    'Stock changed | Winter oil | 4 → 9 | “Delivery”',
    'Package or product added | Winter oil',
    'Stock changed | Winter oil | 0 → 4',
    'Package or product deleted | Winter Deluxe',
    'Package or product changed | Winter Deluxe | Price: $99.50 → $109.00',
    'Package or product added | Winter Deluxe',
  ])
  expect(await said({ search: 'deluxe winter' })).toHaveLength(3)
  expect(await said({ search: 'product deleted' })).toHaveLength(1)
  expect(await said({ search: 'summer' })).toEqual([])
  const csv = await admin.call('GET /api/admin/audit/export', { query: { search: 'Deluxe' } })
  expect(csv.text).toContain('Winter Deluxe; Price: $99.50 → $109.00')
})

test('only the office reads it', async () => {
  const technician = await app.as('technician')
  for (const route of ['GET /api/admin/audit', 'GET /api/admin/audit/export']) {
    expect((await app.call(route)).status).toBe(401)
    expect((await customer.call(route)).status).toBe(403)
    expect((await technician.call(route)).status).toBe(403)
  }
})

describe('filters', () => {
  let jobId: string
  let other: TestPerson
  beforeEach(async () => {
    jobId = await bookVisit(customer)
    await processPayment(customer, { jobId })
    other = await app.as(await makeUser({ role: 'admin', firstName: 'Otto', lastName: 'Other' }))
    await other.call('POST /api/admin/block-day', { body: { date: '2099-01-04', isBlocked: true } })
    await setLeadDays(2)
    await refund(jobId)
  })

  test('by person, kind and business-local dates', async () => {
    expect(await titles({ who: other.user.id })).toEqual(['Times blocked'])
    expect(await titles({ about: 'settings' })).toEqual(['Settings changed'])
    const money = await read({ about: 'money' })
    expect(money.length).toBeGreaterThan(1)
    expect(new Set(money.map(({ about }) => about))).toEqual(new Set(['money']))
    const automatic = await read({ who: 'server' })
    expect(automatic.every(({ by }) => by === null)).toBe(true)
    // 23:30 and 00:30 in Chicago.
    await withoutTriggers(() =>
      db()
        .update(officeEvents)
        .set({ createdAt: new Date('2026-03-02T05:30:00Z') })
        .where(eq(officeEvents.kind, 'slots_blocked')),
    )
    await withoutTriggers(() =>
      db()
        .update(officeEvents)
        .set({ createdAt: new Date('2026-03-02T06:30:00Z') })
        .where(eq(officeEvents.kind, 'settings_changed')),
    )
    expect(await titles({ from: '2026-03-01', to: '2026-03-01' })).toEqual(['Times blocked'])
    expect(await titles({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['Settings changed'])
    expect((await admin.call('GET /api/admin/audit', { query: { who: 'x' } })).status).toBe(400)
  })

  test('by words: a visit, its customer, the person who acted, the action', async () => {
    const [{ job }] = (await read({ about: 'money' })) as [AuditEntry]
    const ofVisit = await read({ about: 'money' })
    expect(await read({ search: job?.number ?? '' })).toEqual(ofVisit)
    expect(await read({ search: 'cleo' })).toEqual(ofVisit)
    expect(await titles({ search: 'otto' })).toEqual(['Times blocked'])
    expect(await titles({ search: 'settings' })).toEqual(['Settings changed'])
    expect(await titles({ search: 'refund decided' })).toEqual(['Refund decided'])
    await admin.call('POST /api/admin/customers/{id}/notes', {
      params: { id: customer.user.id },
      body: { note: 'Rang' },
    })
    expect(await titles({ search: 'note added' })).toEqual(['Note added to a customer'])
    expect(await titles({ search: 'customer changed' })).toEqual([])
    expect(await titles({ search: 'nobody at all' })).toEqual([])
    // Matches in two ways, but is listed once.
    expect(await titles({ search: 'olga' })).toEqual([
      'Note added to a customer',
      'Refund decided',
      'Settings changed',
    ])
  })

  test('paged in both directions, and exported as a file', async () => {
    const all = await read()
    const seen: AuditEntry[] = []
    let cursor: string | undefined
    do {
      const page = await admin.call('GET /api/admin/audit', {
        query: { limit: '1', ...(cursor && { cursor }) },
      })
      expect(page.headers['x-total-count']).toBe(String(all.length))
      seen.push(...page.body)
      cursor = page.headers['x-next-cursor'] as string | undefined
    } while (cursor)
    expect(seen).toEqual(all)
    expect(await read({ sort: 'at' })).toEqual(all.toReversed())
    const file = await admin.call('GET /api/admin/audit/export', { query: { about: 'settings' } })
    expect(file.headers['content-disposition']).toMatch(/audit-log-\d{4}-\d\d-\d\d\.csv/)
    const [header, ...lines] = file.text.split('\r\n')
    expect(header?.slice(1)).toBe(
      'When (UTC),Who,What,Details,Amount (USD),Visit,About,Kind,Event,Id',
    )
    // Exporting the log adds an entry too.
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain(',Olga Office,Audit log exported,,')
    expect(lines[1]).toContain(
      ',Olga Office,Settings changed,Earliest booking: 1 → 2,,,,Settings,settings_changed,',
    )
  })
})

const logged = [
  'job_events',
  'office_events',
  'setting_changes',
  'ledger_entries',
  'catalog_changes',
]

test.each(logged)('nothing in %s can be changed or deleted', async (table) => {
  const jobId = await bookVisit(customer)
  await processPayment(customer, { jobId })
  await setLeadDays(2)
  await admin.call('POST /api/admin/products', {
    body: { name: 'Wiper fluid', category: 'addon', price: '7.50', sku: 'WF-1' },
  })
  const name = sql.identifier(table)
  const before = (await db().execute(sql`select * from ${name} order by id`)).rows
  expect(before.length).toBeGreaterThan(0)
  const refused = { cause: { code: '23001' } }
  await expect(db().execute(sql`update ${name} set id = gen_random_uuid()`)).rejects.toMatchObject(
    refused,
  )
  await expect(db().execute(sql`delete from ${name}`)).rejects.toMatchObject(refused)
  expect((await db().execute(sql`select * from ${name} order by id`)).rows).toEqual(before)
})

test('erasing a person removes them from the log, but no entries', async () => {
  const jobId = await bookVisit(customer)
  await processPayment(customer, { jobId })
  await admin.call('PATCH /api/admin/customers/{id}', {
    params: { id: customer.user.id },
    body: { firstName: 'Clea' },
  })
  await admin.call('POST /api/jobs/{id}/cancel', {
    params: { id: await bookVisit(customer) },
    body: { reason: 'Clea rang from 512 555 0100' },
  })
  await db().execute(sql`update jobs set status = 'completed' where status <> 'cancelled'`)
  expect(JSON.stringify(await read())).toContain('Clea rang')
  const erased = await admin.call('DELETE /api/admin/customers/{id}', {
    params: { id: customer.user.id },
  })
  expect(erased.status).toBe(200)
  const log = await read()
  expect(log[0]).toMatchObject({
    event: 'account_deleted',
    person: { id: customer.user.id, name: '' },
  })
  expect(log.map(({ event }) => event)).toContain('job_cancelled')
  expect(JSON.stringify(log)).not.toMatch(/Cle[ao]|555 0100/)
  expect(await read({ search: 'clea' })).toEqual([])
  const stored = [
    ...(await db().select().from(officeEvents)),
    ...(await db().select().from(jobEvents)),
  ]
  expect(JSON.stringify(stored)).not.toMatch(/Cle[ao]|555 0100/)
  // Other changes stay blocked.
  await expect(db().delete(jobEvents)).rejects.toMatchObject({ cause: { code: '23001' } })
})

test('a person without a name is shown by e-mail', async () => {
  const owner = await app.as(
    await makeUser({ role: 'admin', firstName: '', lastName: '', email: 'owner@quick-oil.test' }),
  )
  const by = 'owner@quick-oil.test'
  const { id } = customer.user
  await owner.call('PUT /api/admin/settings', { body: { leadDays: 2 } })
  await owner.call('POST /api/admin/customers/{id}/notes', {
    params: { id },
    body: { note: 'Ring twice.' },
  })
  const change = (firstName: string, ifMatch?: string) =>
    owner.call('PATCH /api/admin/customers/{id}', {
      params: { id },
      body: { firstName },
      ...(ifMatch ? { headers: { 'if-match': ifMatch } } : {}),
    })
  await change('Clio')

  expect((await read()).map((entry) => entry.by?.name)).toEqual([by, by, by])
  const changes = await owner.call('GET /api/admin/settings/changes', {})
  expect(changes.body).toMatchObject([{ by }])
  const details = await owner.call('GET /api/admin/customers/{id}', { params: { id } })
  expect(details.body).toMatchObject({ notes: [{ author: { name: by } }] })
  expect((details.body as { history: { by: string }[] }).history.map((one) => one.by)).toEqual([
    by,
    by,
  ])
  expect(await change('Cleopatra', '"1"')).toMatchObject({ status: 409, body: { details: { by } } })
})

test('an entry describes the action, and is found by it', async () => {
  const params = { id: customer.user.id }
  await admin.call('PATCH /api/admin/customers/{id}', { params, body: { lastName: 'Client' } })
  await admin.call('POST /api/admin/block-slot', {
    body: {
      date: '2099-01-05',
      timeSlot: labelAt(1),
      isBlocked: true,
      reason: 'Van in the workshop',
    },
  })
  const twin = await makeUser({ role: 'customer', firstName: 'Cleo', lastName: 'Twin' })
  await admin.call('POST /api/admin/customers/{id}/merge', {
    params,
    body: { customerId: twin.id },
  })
  const jobId = await bookVisit(customer)
  await admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId },
    body: { amount: '100', reason: 'customer_complaint' },
  })
  await admin.call('POST /api/jobs/{id}/cancel', {
    params: { id: jobId },
    body: { reason: 'The dog barked' },
  })
  await admin.call('GET /api/admin/customers/export')
  await admin.call('GET /api/payments/export')
  await admin.call('GET /api/admin/invoices/export')
  await admin.call('GET /api/admin/close/export', { query: { from: '2026-11-01' } })
  await admin.call('GET /api/admin/promotions/export')
  const said = async (query?: Record<string, string>) =>
    (await read(query)).map(({ title, lines, comment }) =>
      [title, ...lines, ...(comment ? [`“${comment}”`] : [])].join(' | '),
    )
  const all = await said()
  expect(all).toContain('Customer changed | Last name')
  expect(all).toContain('Two customers merged | Cleo Twin was merged')
  expect(all.find((one) => one.startsWith('Times blocked'))).toMatch(
    /Jan 5, 2099 \| 8:00 AM.* \| “Van in the workshop”$/,
  )
  expect(all.slice(0, 5)).toEqual([
    'List of promotion codes exported',
    'Ledger exported',
    'List of invoices exported',
    'List of payments exported',
    'List of customers exported',
  ])
  expect(await said({ search: 'last name' })).toEqual(['Customer changed | Last name'])
  expect(await titles({ search: 'complaint' })).toEqual(['Price changed'])
  expect(await titles({ search: 'complaint' })).toEqual(['Price changed'])
  expect(await titles({ search: 'dog barked' })).toEqual(['Visit cancelled'])
  await setLeadDays(2)
  expect(await titles({ search: 'earliest' })).toEqual(['Settings changed'])
})

test('stock used by a visit the office completes is logged with product, number and visit', async () => {
  const oil = await makeAddon({ category: 'oil', name: 'Visit oil', stockQuantity: 40 })
  const offer = await makePackage()
  await db().insert(packageProducts).values({ packageId: offer.id, productId: oil.id, quantity: 2 })
  const job = await makeJob({ servicePackageId: offer.id, status: 'in_progress' })
  await admin.call('PATCH /api/jobs/{id}/status', {
    params: { id: job.id },
    body: { status: 'completed' },
  })
  const stock = (await read()).filter(({ event }) => event === 'stock_changed')
  expect(stock).toMatchObject([{ lines: ['Visit oil', '40 → 38'], job: { id: job.id } }])
})

test('erasing a customer also erases the names of those merged into them', async () => {
  const twin = await makeUser({ role: 'customer', firstName: 'Zebra', lastName: 'Twin' })
  const params = { id: customer.user.id }
  await admin.call('POST /api/admin/customers/{id}/merge', {
    params,
    body: { customerId: twin.id },
  })
  expect(JSON.stringify(await read())).toContain('Zebra')
  await admin.call('DELETE /api/admin/customers/{id}', { params })
  expect(await tablesWith('zebra')).toEqual([])
})
