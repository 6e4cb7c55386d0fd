import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { db, queryRows } from '#server/database/database.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { invoices } from '#server/database/tables/invoices.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { type Customer, customerSorts } from '#shared/contract/customers.ts'
import { type Message, messageSorts } from '#shared/contract/contact.ts'
import { type Invoice, invoiceSorts } from '#shared/contract/invoices.ts'
import { type Payment, paymentSorts } from '#shared/contract/payments.ts'
import { type Technician, technicianSorts } from '#shared/contract/technicians.ts'
import { type InvoiceDocument, invoiceNumber } from '#shared/rules/invoices.ts'
import { listedPaymentStatus } from '#shared/rules/payments.ts'
import { eq } from 'drizzle-orm'
import { writeCursor } from './paging.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp()
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
})

type Row = { id: string }
type Query = Record<string, string>

async function listed<R extends Row>(route: string, query: Query = {}): Promise<R[]> {
  const { status, body } = await admin.call(route, { query })
  expect([status, body.message]).toEqual([200, undefined])
  return body
}

async function pageByPage<R extends Row>(route: string, limit: number, query: Query): Promise<R[]> {
  const rows: R[] = []
  let cursor: string | undefined
  do {
    const answer = await admin.call(route, {
      query: { ...query, limit: String(limit), ...(cursor && { cursor }) },
    })
    expect([answer.status, answer.body.message]).toEqual([200, undefined])
    expect(answer.body.length).toBeLessThanOrEqual(limit)
    rows.push(...answer.body)
    cursor = answer.headers['x-next-cursor'] as string | undefined
  } while (cursor)
  return rows
}

const people = new Intl.Collator('en')
type Value = string | number | null
function compare(a: Value, b: Value): number {
  return typeof a === 'string' && typeof b === 'string'
    ? people.compare(a, b)
    : Number(a) - Number(b)
}

/** Expects the requested order: equal values in any order, nulls last. */
function expectSorted(values: Value[], sort: string) {
  const given = values.filter((value) => value !== null)
  const sign = sort.startsWith('-') ? -1 : 1
  given.forEach((value, i) => {
    const before = given[i - 1]
    if (before !== undefined) expect(compare(before, value) * sign).toBeLessThanOrEqual(0)
  })
  expect(values.slice(0, given.length)).toEqual(given)
}

const bothWays = (fields: readonly string[]) => fields.flatMap((field) => [field, `-${field}`])

/** Expects every order, both ways and page by page, to be the whole sorted list without gaps or repeats. */
async function expectSorts(
  route: string,
  fields: readonly string[],
  valueOf: (row: never, field: string) => Value,
  limit: number,
) {
  const all = await listed(route)
  const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)
  expect(ids(await pageByPage(route, limit, {}))).toEqual(ids(all))
  for (const sort of bothWays(fields)) {
    const rows = await pageByPage(route, limit, { sort })
    expect(ids(rows)).toEqual(ids(await listed(route, { sort })))
    expect(ids(rows).toSorted()).toEqual(ids(all).toSorted())
    expectSorted(
      rows.map((row) => valueOf(row as never, sort.replace('-', ''))),
      sort,
    )
  }
}

const name = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`
const customerValue = (row: Customer, field: string): Value =>
  ({
    name: name(row),
    email: row.email,
    created: row.createdAt,
    lastLogin: row.lastLoginAt,
    jobs: row.jobCount,
    spent: Number(row.totalSpent),
    lastService: row.lastServiceDate,
  })[field] ?? null

const paymentValue = (row: Payment, field: string): Value =>
  ({
    customer: row.customerName,
    job: Number(row.jobNumber.slice(3)),
    amount: Number(row.amount),
    held: Number(row.heldAmount),
    captured: Number(row.capturedAmount),
    status: listedPaymentStatus(row.state),
    created: row.createdAt,
  })[field] ?? null

const instants = ['2026-01-01T12:00:00.123Z', '2026-01-01T12:00:00.124Z', '2026-03-02T00:00:00Z']
const names = ['Ágnes', 'anna', 'Anna', 'Zoë', 'émile', 'Emil', "O'Neil", '日本', 'ñandu 🚗', '']

test('pages of customers joined are the whole list, for any data', async () => {
  const some = fc.record({
    firstName: fc.constantFrom(...names),
    createdAt: fc.constantFrom(...instants).map((text) => new Date(text)),
    lastLoginAt: fc.option(fc.constantFrom(...instants).map((text) => new Date(text))),
    hasEmail: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(some, { maxLength: 5 }),
      fc.integer({ min: 1, max: 4 }),
      async (list, limit) => {
        for (const { hasEmail, ...row } of list)
          await makeUser({ ...row, lastName: 'P', ...(!hasEmail && { email: null }) })
        await expectSorts('GET /api/admin/customers', customerSorts, customerValue, limit)
      },
    ),
    { numRuns: 4 },
  )
})

test('customers sort by their visits and payments', async () => {
  for (const [n, count] of [2, 0, 2, 1].entries()) {
    const { id: customerId } = await makeUser({ firstName: `C${n}` })
    const { id: vehicleId } = await makeVehicle(customerId)
    for (let i = 0; i < count; i++) {
      const status = n === 3 ? 'assigned' : 'completed'
      const visit = {
        customerId,
        vehicleId,
        slot: slotAt(1),
        place: 1,
        serviceDate: `2026-0${n + 1}-0${i + 1}`,
      }
      const { id } = await makeJob({ ...visit, status })
      await db()
        .update(paymentAccounts)
        .set({ capturedCents: 500 })
        .where(eq(paymentAccounts.jobId, id))
    }
  }
  await expectSorts('GET /api/admin/customers', customerSorts, customerValue, 1)
})

async function makePayments() {
  const text = "select setval(pg_get_serial_sequence('jobs', 'number'), 1039)"
  await queryRows({ name: 'numbers-from-1040', text })
  const states = ['paid', 'none', 'held', 'none', 'voided'] as const
  for (const [n, state] of states.entries()) {
    const customer = await makeUser({ firstName: n === 1 ? 'Zoë' : 'anna', lastName: 'Müller' })
    const { id: vehicleId } = await makeVehicle(customer.id)
    const visit = { customerId: customer.id, vehicleId, packageCents: n % 2 ? 9000 : 12_999 }
    const { id } = await makeJob(n === 4 ? { ...visit, status: 'cancelled' } : visit)
    await db()
      .update(paymentAccounts)
      .set({
        state,
        heldCents: n === 2 ? 9000 : 0,
        capturedCents: n === 0 ? 12_999 : 0,
        adjustmentCents: n === 3 ? -20_000 : 0,
        createdAt: new Date(instants[n % 2] ?? ''),
      })
      .where(eq(paymentAccounts.jobId, id))
  }
}

test('payments sort by each column both ways, across pages', async () => {
  await makePayments()
  await expectSorts('GET /api/payments', paymentSorts, paymentValue, 2)
  const pending = await pageByPage<Payment>('GET /api/payments', 1, {
    status: 'pending',
    sort: 'job',
  })
  expect(pending.map(({ status }) => status)).toEqual(['pending', 'pending'])
})

test('invoices sort by each column both ways, across pages', async () => {
  const companies = ['Zoë & Co', 'anna', 'Émile GmbH', '', 'anna', '日本']
  for (const [n, company] of companies.entries()) {
    const { id: jobId } = await makeJob({ status: 'completed', onInvoice: true })
    const document = {
      billTo: { company, name: `Pat ${n % 2}` },
      visit: { number: `FQ-${n}` },
    } as InvoiceDocument
    await db()
      .insert(invoices)
      .values({
        year: 2026 + (n % 2),
        nth: n < 2 ? n + 1 : 9998 + n,
        number: invoiceNumber(2026 + (n % 2), n < 2 ? n + 1 : 9998 + n),
        jobId,
        issuedOn: '2026-11-01',
        dueOn: n % 3 === 0 ? '2026-12-01' : '2026-12-02',
        document,
        totalCents: 10_000 * (1 + (n % 2)),
        paidCents: n === 4 ? 10_000 : (n % 3) * 100,
        voidedAt: n === 5 ? new Date(instants[0] ?? '') : null,
      })
  }
  const value = (row: Invoice, field: string): Value => {
    const [year, nth] = row.number.split('-').map(Number)
    return (
      {
        number: (year ?? 0) * 1_000_000 + (nth ?? 0),
        customer: row.billTo,
        due: Date.parse(row.dueOn),
        amount: Number(row.amount),
        paid: Number(row.paid),
        open: Number(row.open),
      }[field] ?? null
    )
  }
  await expectSorts('GET /api/admin/invoices', invoiceSorts, value, 2)
  const unpaid = await pageByPage<Invoice>('GET /api/admin/invoices', 1, {
    status: 'unpaid',
    sort: '-open',
  })
  expect(unpaid.map(({ open }) => open)).toEqual(['200.00', '199.00', '100.00', '98.00'])
})

test('a search for customers stops counting at 1,000 and marks the total', async () => {
  const text = `insert into users (role, first_name, last_name, phone, email)
    select 'customer', 'Pat', 'P', '', null from generate_series(1, 1001)`
  await queryRows({ name: 'many-people', text })
  const query = { limit: '1', search: 'pat' }
  const { headers } = await admin.call('GET /api/admin/customers', { query })
  expect(headers).toMatchObject({ 'x-total-count': '1000', 'x-total-count-capped': 'true' })
  const all = await admin.call('GET /api/admin/customers', { query: { limit: '1' } })
  expect(all.headers['x-total-count']).toBe('1001')
  expect(all.headers['x-total-count-capped']).toBeUndefined()
})

test('payments are found by customer and number prefix', async () => {
  await makePayments()
  const all = await listed<Payment>('GET /api/payments')
  const zoe = all.find(({ customerName }) => customerName.startsWith('Zoë'))
  const found = async (search: string) =>
    (await listed<Payment>('GET /api/payments', { search })).map(({ id }) => id)
  expect(await found('zoë')).toEqual([zoe?.id])
  expect(await found('müll ZOË')).toEqual([zoe?.id])
  expect(await found('FQ-1041')).toEqual([zoe?.id])
  expect(await found(' fq1041 ')).toEqual([zoe?.id])
  expect(await found('FQ-104')).toHaveLength(5)
  expect(await found('FQ-04')).toEqual([])
  expect(await found('999999999')).toEqual([])
  expect(await found('%')).toEqual([])
  expect(await found('_')).toEqual([])
  expect(await found("'; drop table users; --")).toEqual([])
  const counted = await admin.call('GET /api/payments', { query: { search: 'anna', limit: '1' } })
  expect(counted.headers).toMatchObject({ 'x-total-count': '4' })
  expect(await pageByPage('GET /api/payments', 1, { search: 'anna' })).toHaveLength(4)
})

test('technicians sort by each column both ways, and are searched', async () => {
  for (const [n, firstName] of ['Zoë', 'anna', 'Ben_', 'anna'].entries()) {
    const waits = n === 1 ? { approvedAt: null } : {}
    const technician = await makeUser({ role: 'technician', firstName, lastName: 'T', ...waits })
    if (n === 0 || n === 2) {
      const job = await makeJob({ technicianId: technician.id, status: 'completed' })
      const { customerId } = job
      const rating = 5 - n
      await db()
        .insert(reviews)
        .values({ jobId: job.id, customerId, technicianId: technician.id, rating })
    }
  }
  await makeUser({ role: 'technician', email: null, phone: '' })
  const value = (row: Technician, field: string): Value =>
    ({
      name: name(row),
      status: row.status,
      rating: row.rating,
      jobs: row.jobsToday,
      email: row.email,
      since: row.createdAt,
    })[field] ?? null
  await expectSorts('GET /api/admin/technicians', technicianSorts, value, 2)
  const found = await listed<Technician>('GET /api/admin/technicians', { search: 'ben_' })
  expect(found.map(({ firstName }) => firstName)).toEqual(['Ben_'])
  expect(await listed('GET /api/admin/technicians', { search: '%' })).toEqual([])
})

test('messages to the office are sorted, searched and filtered by state', async () => {
  for (const [n, who] of ['Zoë', 'anna', '100% Ben', 'anna'].entries())
    await db()
      .insert(contactMessages)
      .values({
        name: who,
        email: 'who@example.com',
        subject: n % 2 ? 'Früh' : 'late',
        message: `Line ${n}`,
        handled: n === 0,
        createdAt: new Date(instants[n % 2] ?? ''),
      })
  const value = (row: Message, field: string): Value =>
    ({ name: row.name, subject: row.subject, created: row.createdAt })[field] ?? null
  await expectSorts('GET /api/admin/messages', messageSorts, value, 1)
  const found = async (query: Query) =>
    (await listed<Message>('GET /api/admin/messages', query)).length
  expect(await found({ search: 'FRÜH' })).toBe(2)
  expect(await found({ search: '100%' })).toBe(1)
  expect(await found({ search: '%' })).toBe(1)
  expect(await found({ filter: 'open' })).toBe(3)
  expect(await found({ filter: 'done', search: 'anna' })).toBe(0)
})

test.each([
  ['an order that there is not', { sort: 'password' }],
  ['an order of a sentence', { sort: 'name; drop table users' }],
  ['a cursor of another order', { sort: 'name', cursor: writeCursor(['-name', 'Pat', uuid()]) }],
  ['a cursor without its order', { sort: 'name', cursor: writeCursor(['Pat', uuid()]) }],
  ['a cursor without a value', { sort: 'name', cursor: writeCursor(['name', null, uuid()]) }],
  [
    'a cursor with a letter nobody has',
    { sort: 'name', cursor: writeCursor(['name', '\0', uuid()]) },
  ],
  [
    'a cursor with a count too large',
    { sort: 'jobs', cursor: writeCursor(['jobs', '1e9', uuid()]) },
  ],
  ['a cursor with half an id', { sort: 'jobs', cursor: writeCursor(['jobs', '1', 'x']) }],
])('%s is refused with an explanation', async (_, query) => {
  const { status, body } = await admin.call('GET /api/admin/customers', { query })
  expect([status, body.code]).toEqual([400, 'invalid'])
  expect(body.message).toMatch(
    /^(Sort: Please choose one of: name, -name|This page link is not valid)/,
  )
})

test('a hostile cursor value stays a value', async () => {
  await makeUser({ firstName: 'Pat' })
  const cursor = writeCursor(['name', "x'); drop table users; --", uuid()])
  const query = { sort: 'name', cursor }
  expect((await admin.call('GET /api/admin/customers', { query })).status).toBe(200)
  expect(await listed('GET /api/admin/customers')).toHaveLength(1)
})

function uuid() {
  return '00000000-0000-4000-8000-000000000000'
}
