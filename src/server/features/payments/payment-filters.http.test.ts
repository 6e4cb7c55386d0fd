import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { businessToday } from '#server/base/business-time.ts'
import { now, travelTo } from '#server/base/clock.ts'
import { db, queryRows } from '#server/database/database.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import type { Payment } from '#shared/contract/payments.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { isActiveJob, jobStatuses } from '#shared/rules/jobs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import {
  type PaymentFilterStatus,
  paymentFilters,
  paymentStates,
  statesListedAs,
} from '#shared/rules/payments.ts'
import { amountCents } from '#shared/rules/visit-cost.ts'
import { bookVisit, changeAndSettle, paidVisit, preAuthorize } from './test-visits.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp()
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
})

type Query = Record<string, string>
const routes = ['GET /api/payments', 'GET /api/payments/summary', 'GET /api/payments/export']

async function read(route: string, query: Query) {
  const answer = await admin.call(route, { query })
  expect([answer.status, answer.body?.message]).toEqual([200, undefined])
  return answer
}
const listed = async (query: Query): Promise<string[]> =>
  (await read('GET /api/payments', query)).body.map(({ jobId }: Payment) => jobId)
const pending = async () => (await admin.call('GET /api/dashboard/stats')).body.pendingParts
const totals = async (query: Query = {}) => (await read('GET /api/payments/summary', query)).body

type Account = Partial<typeof paymentAccounts.$inferInsert>

async function makePayment(visit: Parameters<typeof makeJob>[0], account: Account = {}) {
  const job = await makeJob(visit)
  if (Object.keys(account).length > 0)
    await db().update(paymentAccounts).set(account).where(eq(paymentAccounts.jobId, job.id))
  return job
}

test.each(routes)('%s is for the office only', async (route) => {
  expect((await app.call(route)).status).toBe(401)
  for (const role of ['customer', 'technician'] as const)
    expect((await (await app.as(role)).call(route)).status).toBe(403)
  expect((await admin.call(route)).status).toBe(200)
})

test.each<Query>([
  { from: '2026-02-30' },
  { to: 'yesterday' },
  { technicianId: 'x' },
  { status: 'rich' },
  { unknown: '1' },
])('%j is refused', async (query) => {
  for (const route of routes) expect((await admin.call(route, { query })).status).toBe(400)
})

describe('filtering', () => {
  let ids: string[]
  let luis: string
  beforeEach(async () => {
    luis = (await makeUser({ role: 'technician', firstName: 'Luis', lastName: 'Ortega' })).id
    const ada = (await makeUser({ firstName: 'Ada', lastName: 'A', email: null, phone: '' })).id
    const bea = (
      await makeUser({ firstName: 'Bea', lastName: 'B', email: null, phone: '+15550129990' })
    ).id
    const on = (serviceDate: string, technicianId?: string) => ({
      serviceDate,
      slot: slotAt(1),
      ...(technicianId && { technicianId }),
    })
    const jobs = [
      await makePayment(
        { ...on('2026-03-01', luis), customerId: ada, status: 'completed' },
        { state: 'paid', capturedCents: 12_999, refundedCents: 1_000 },
      ),
      await makePayment(
        { ...on('2026-03-02', luis), customerId: bea, status: 'completed', packageCents: 8_999 },
        { state: 'balance_due' },
      ),
      await makePayment({ ...on('2026-03-03'), customerId: ada, packageCents: 123_450 }),
      await makePayment(
        { ...on('2026-03-31'), customerId: bea, status: 'assigned' },
        { state: 'held', heldCents: 12_999 },
      ),
      await makePayment(
        { ...on('2026-03-31'), customerId: ada, status: 'cancelled' },
        { state: 'settling', feeCents: 2_500 },
      ),
    ]
    ids = jobs.map(({ id }) => id)
  })

  test.each<[string, Query, number[]]>([
    ['nothing said', {}, [0, 1, 2, 3, 4]],
    ['from a day of the visit on', { from: '2026-03-03' }, [2, 3, 4]],
    ['up to a day, included', { to: '2026-03-02' }, [0, 1]],
    ['one day', { from: '2026-03-31', to: '2026-03-31' }, [3, 4]],
    ['days the wrong way round', { from: '2026-03-31', to: '2026-03-01' }, []],
    ['a technician', { technicianId: 'luis' }, [0, 1]],
    ['nobody who is known', { technicianId: '00000000-0000-4000-8000-000000000000' }, []],
    ['a status', { status: 'completed' }, [0]],
    ['what is owed', { status: 'owed' }, [1, 4]],
    ['what is reserved on cards', { status: 'reserved' }, [3]],
    ['owed from a day on', { status: 'owed', from: '2026-03-03' }, [4]],
    ['a name', { search: 'ada' }, [0, 2, 4]],
    ['a name and days', { search: 'ada', to: '2026-03-03' }, [0, 2]],
    ['what a visit costs', { search: '89.99' }, [1]],
    ['the same with its sign', { search: '$89.99' }, [1]],
    ['the sign apart', { search: '$ 89.99' }, [1]],
    ['thousands', { search: '$1,234.50' }, [2]],
    ['the beginning of an amount', { search: '$1234' }, [2]],
    ['what costs, is held or was charged', { search: '129.99' }, [0, 3]],
    ['what was given back', { search: '$10.00' }, [0]],
    ['a fee', { search: '25.00' }, [4]],
    ['nothing at all is no amount', { search: '$0.00' }, []],
    ['an amount and a name', { search: 'bea $129.99' }, [3]],
    ['digits alone, which are no amount', { search: '8999' }, []],
    ['digits of a phone', { search: '12999' }, [1, 3]],
    ['an amount nobody has', { search: '$129.98' }, []],
    ['an amount, a technician and a status', { ...search('$89'), technicianId: 'luis' }, [1]],
    [
      'all of it',
      { ...search('ada'), technicianId: 'luis', status: 'completed', from: '2026-03-01' },
      [0],
    ],
  ])('%s: list, file, totals and count agree', async (_, query, expected) => {
    const asked = { ...query, ...(query.technicianId === 'luis' && { technicianId: luis }) }
    const wanted = expected.map((n) => ids[n] ?? '')
    expect((await listed(asked)).toSorted()).toEqual(wanted.toSorted())
    const { headers } = await read('GET /api/payments', { ...asked, limit: '1' })
    expect(headers['x-total-count']).toBe(String(expected.length))
    expect((await totals(asked)).found).toBe(expected.length)
    for (const sort of ['job', '-amount']) {
      const { text } = await read('GET /api/payments/export', { ...asked, sort })
      const [header = '', ...lines] = text.split('\r\n').slice(0, -1)
      // From the end: notes may contain commas.
      const columns = header.split(',')
      const fromEnd = columns.indexOf('Job id') - columns.length
      const inFile = lines.map((line: string) => line.split(',').at(fromEnd))
      expect(inFile).toEqual(await listed({ ...asked, sort }))
    }
  })

  test("the file has the visit's day and technician", async () => {
    const { text } = await read('GET /api/payments/export', { status: 'completed' })
    expect(text.split('\r\n')[1]).toMatch(/,2026-03-01,Luis Ortega,[^,]*$/)
  })
})

const search = (text: string): Query => ({ search: text })

test("the totals equal the ledger's, and the owed equals the dashboard's", async () => {
  const customer = await app.as('customer')
  const refunded = await paidVisit(customer)
  await admin.call('POST /api/payments/{jobId}/refund', {
    params: { jobId: refunded },
    body: { amount: '30.00', reason: 'customer_complaint' },
  })
  await preAuthorize(customer, { jobId: await bookVisit(customer, { inHours: 50 }) })
  const billed = await bookVisit(customer, { inHours: 20 })
  await changeAndSettle(billed, { status: 'completed' })
  await bookVisit(customer, { inHours: 70 })
  const [books] = await queryRows<Record<'captured' | 'refunded' | 'held', number>>({
    name: 'test-books',
    text: `select sum(cents) filter (where debit = 'cash')::int as captured,
      sum(cents) filter (where credit = 'cash')::int as refunded,
      sum(case when debit = 'reserved' then cents when credit = 'reserved' then -cents else 0 end)::int as held
      from ledger_entries`,
  })
  const all = await totals()
  expect(all).toEqual({
    found: 4,
    captured: decimalFromCents(books?.captured ?? 0),
    refunded: decimalFromCents(books?.refunded ?? 0),
    held: decimalFromCents(Math.abs(books?.held ?? 0)),
    owed: '129.99',
    later: '129.99',
  })
  expect(all).toMatchObject({ captured: '129.99', refunded: '30.00', held: '129.99' })
  expect(await listed({ status: 'owed' })).toEqual([billed])
  expect((await totals({ status: 'owed' })).owed).toBe('129.99')
  expect(await pending()).toEqual({ reserved: '129.99', owed: '129.99' })
})

test('amounts due have an age from the end of the visit; amounts due later have none', async () => {
  const customer = await app.as('customer')
  const completed = await bookVisit(customer, { inHours: 20 })
  const later = await bookVisit(customer, { inHours: 24 * 30 })
  travelTo(new Date(now().getTime() + 86_400_000))
  await changeAndSettle(completed, { status: 'completed', completedAt: now() })
  const since = businessToday()
  travelTo(new Date(now().getTime() + 12 * 86_400_000))
  admin = await app.as('admin')
  const { body } = await read('GET /api/payments', { sort: 'created' })
  expect(body).toMatchObject([
    { jobId: completed, due: { amount: '129.99', since, days: 12 } },
    { jobId: later, later: '129.99' },
  ])
  expect(body[0]).not.toHaveProperty('later')
  expect(body[1]).not.toHaveProperty('due')
  const { text } = await read('GET /api/payments/export', { sort: 'created' })
  const [header, first, second] = text
    .split('\r\n')
    .map((line: string) => line.split(',').slice(14))
  expect(header).toEqual(['Due now (USD)', 'Due since', 'Days due', 'Due later (USD)'])
  expect(first).toEqual(['129.99', since, '12', '0.00'])
  expect(second).toEqual(['0.00', '', '', '129.99'])
})

type Value<A> = A extends fc.Arbitrary<infer V> ? V : never
const someCents = fc.constantFrom(0, 1, 1250, 5000, 12_999, 1_000_000)
const somePayment = fc.record({
  name: fc.constantFrom('anna', 'Zoë'),
  status: fc.constantFrom(...jobStatuses),
  state: fc.constantFrom(...paymentStates),
  technician: fc.constantFrom(0, 1, undefined),
  packageCents: someCents,
  taxRateBp: fc.constantFrom(null, 825),
  adjustmentCents: fc.constantFrom(-20_000, -1, 0, 2_000),
  feeCents: fc.constantFrom(0, 2_500),
  heldCents: someCents,
  capturedCents: someCents,
  refundedPart: fc.constantFrom(0, 0.5, 1),
})
const someDay = fc.integer({ min: -1, max: 30 }).map((n) => addDays('2026-03-01', n))
const someFilter = fc.record(
  {
    status: fc.constantFrom(...paymentFilters),
    technician: fc.constantFrom(0, 1),
    from: someDay,
    to: someDay,
    search: fc.constantFrom('anna', 'zoë $50', '$129', '12.5', '0.01'),
  },
  { requiredKeys: [] },
)
const searched: Record<string, { name?: string; cents?: [number, number] }> = {
  anna: { name: 'anna' },
  'zoë $50': { name: 'Zoë', cents: [5000, 5099] },
  $129: { cents: [12_900, 12_999] },
  '12.5': { cents: [1250, 1259] },
  '0.01': { cents: [1, 1] },
}
const done: readonly string[] = [
  'paid',
  'refunding',
  'refunded',
  'voiding',
  'voided',
  'invoice_paid',
]

test('for any payments and filters, the totals are the plain sums', async () => {
  const technicians = [
    (await makeUser({ role: 'technician' })).id,
    (await makeUser({ role: 'technician' })).id,
  ]
  type Made = Value<typeof somePayment> & {
    id: string
    day: string
    refundedCents: number
    amount: number
    owed: number
    later: number
  }
  const made: Made[] = []
  const make = async (one: Value<typeof somePayment>) => {
    const { name, status, technician, packageCents, taxRateBp, refundedPart, ...account } = one
    const refundedCents = Math.floor(account.capturedCents * refundedPart)
    const customerId = (await makeUser({ firstName: name, lastName: 'P', phone: '' })).id
    const day = addDays('2026-03-01', made.length % 28)
    const job = await makePayment(
      {
        customerId,
        vehicleId: (await makeVehicle(customerId)).id,
        serviceDate: day,
        slot: slotAt(1 + Math.floor(made.length / 28)),
        status,
        packageCents,
        taxRateBp,
        taxableCents: packageCents,
        technicianId: technician === undefined ? null : (technicians[technician] ?? null),
      },
      { ...account, refundedCents },
    )
    const taxed = { taxRateBp, taxableCents: packageCents }
    const priced = { status, packageCents, addonsCents: 0, extrasCents: 0, ...taxed }
    const amount = amountCents(priced, account)
    const isOver = status === 'completed' || status === 'cancelled'
    const unpaid = Math.max(0, amount - account.capturedCents + refundedCents)
    const owed = isOver && !done.includes(account.state) ? unpaid : 0
    const later = isOver ? 0 : Math.max(0, unpaid - account.heldCents)
    made.push({ ...one, id: job.id, day, refundedCents, amount, owed, later })
  }
  const isListedAs = (status: PaymentFilterStatus, one: Made) => {
    if (status === 'owed') return one.owed > 0
    if (status === 'reserved') return one.heldCents > 0 && isActiveJob(one.status)
    if (status === 'later') return one.later > 0
    if (status === 'disputed') return false
    return statesListedAs(status).includes(one.state)
  }
  const fits = (one: Made, filter: Value<typeof someFilter>) => {
    const { name, cents: [first, last] = [] } = searched[filter.search ?? ''] ?? {}
    const within = (cents: number) => cents >= (first ?? 0) && cents <= (last ?? Infinity)
    const moved = [one.heldCents, one.capturedCents, one.refundedCents]
    return (
      (filter.status === undefined || isListedAs(filter.status, one)) &&
      (filter.technician === undefined || one.technician === filter.technician) &&
      (filter.from === undefined || one.day >= filter.from) &&
      (filter.to === undefined || one.day <= filter.to) &&
      (name === undefined || one.name === name) &&
      (first === undefined ||
        within(one.amount) ||
        moved.some((cents) => cents > 0 && within(cents)))
    )
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(somePayment, { maxLength: 6 }),
      fc.array(someFilter, { minLength: 3, maxLength: 6 }),
      async (more, filters) => {
        for (const one of more) await make(one)
        const all: Value<typeof someFilter> = {}
        for (const filter of [all, ...filters]) {
          const { technician, ...rest } = filter
          const query = {
            ...rest,
            ...(technician !== undefined && { technicianId: technicians[technician] ?? '' }),
          }
          const found = made.filter((one) => fits(one, filter))
          const sum = (field: 'capturedCents' | 'refundedCents' | 'heldCents' | 'owed' | 'later') =>
            decimalFromCents(found.reduce((cents, one) => cents + one[field], 0))
          expect(await totals(query)).toEqual({
            found: found.length,
            captured: sum('capturedCents'),
            refunded: sum('refundedCents'),
            held: sum('heldCents'),
            owed: sum('owed'),
            later: sum('later'),
          })
          expect((await listed(query)).toSorted()).toEqual(found.map(({ id }) => id).toSorted())
        }
        // The dashboard's pending equals the sum of the lists behind it.
        expect(await pending()).toEqual({
          reserved: (await totals({ status: 'reserved' })).held,
          owed: (await totals({ status: 'owed' })).owed,
        })
      },
    ),
    { numRuns: 10, endOnFailure: true },
  )
})
