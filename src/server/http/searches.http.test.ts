import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { makePackage, makeUser } from '#server/database/test-factories.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { type AuditEntry, auditSorts } from '#shared/contract/audit.ts'
import { type Customer, customerSorts } from '#shared/contract/customers.ts'
import { type Payment, paymentSorts } from '#shared/contract/payments.ts'
import { type DeletedVehicle, deletedVehicleSorts } from '#shared/contract/recovery.ts'
import { listedPaymentStatus } from '#shared/rules/payments.ts'
import {
  capped,
  compared,
  hasWords,
  ids,
  makeLog,
  makePeople,
  makePeopleBesideThem,
  makeVisits,
  orders,
  pageByPage,
  run,
} from './test-searches.ts'

// Long ago, so caches of common words don't affect later tests.
const app = useTestApp({ at: new Date('2020-01-01T15:00:00Z') })
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
})

const customers = 'GET /api/admin/customers'
const deletedCars = 'GET /api/admin/deleted-vehicles'
const payments = 'GET /api/payments'
const log = 'GET /api/admin/audit'

const typedOfPeople = fc
  .uniqueArray(
    fc.constantFrom(
      'quinlan',
      'marlo',
      'anna',
      'zoë',
      'an',
      'qu',
      'ford',
      'MARS',
      "o'n",
      'example',
      '512555',
      '17',
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((words) => words.join(' '))

test('customers found are those of the list with the words, in its order, for any input', async () => {
  await makePeople()
  await makePeopleBesideThem()
  const wholeList = new Map<string, Customer[]>()
  const listBy = async (sort: string) => {
    const kept = wholeList.get(sort)
    if (kept) return kept
    const { rows } = await pageByPage(admin, customers, sort ? { sort } : {}, Infinity)
    wholeList.set(sort, rows)
    return rows
  }
  await fc.assert(
    fc.asyncProperty(
      typedOfPeople,
      fc.constantFrom('', ...orders(customerSorts)),
      fc.constantFrom(undefined, 'new', 'inactive'),
      async (search, sort, status) => {
        const expected = (await listBy(sort)).filter(
          (row) =>
            (!status || row.status === status) &&
            hasWords(
              ` ${row.firstName} ${row.lastName} ${row.email ?? ''} ${row.phone} ${row.phone.slice(1)}`,
              search,
            ),
        )
        const query = { search, ...(sort && { sort }), ...(status && { status }) }
        const { rows, counted } = await pageByPage(admin, customers, query)
        expect(ids(rows)).toEqual(ids(expected).slice(0, compared))
        expect(counted).toBe(capped(expected.length))
      },
    ),
    {
      numRuns: 14,
      // Prefix matches are adjacent in these orders.
      examples: [
        ['quinlan', 'name', undefined],
        ['Quin', '-name', 'new'],
        ['quinlan', 'email', undefined],
        ['quinlan', '-email', 'new'],
        ['qu', 'name', undefined],
        ['marlo', '-email', undefined],
      ],
    },
  )
}, 120_000)

test('deleted cars found are those whose text or owner has the words, for any input', async () => {
  await makePeople()
  await run(
    'deleted-cars-of-many',
    `insert into vehicles (customer_id, make, model, year, license_plate, vin, deleted_at)
      select id, case when n % 3 = 0 then 'Toyota' when n % 211 = 0 then 'Yugo' else 'Ford' end, 'Model ' || n % 4, '2020',
        'KL-' || n, case when n % 5 = 0 then 'VIN' || n end, timestamptz '2026-01-01' + n * 31 % 1700 * interval '1 minute'
      from (select id, row_number() over (order by created_at, id) as n from users where role = 'customer') people`,
  )
  const wholeList = new Map<string, DeletedVehicle[]>()
  const listOf = async (sort: string) => {
    const kept = wholeList.get(sort)
    if (kept) return kept
    const rows: DeletedVehicle[] = (
      await pageByPage(admin, deletedCars, sort ? { sort } : {}, Infinity)
    ).rows
    wholeList.set(sort, rows)
    return rows
  }
  const words = fc.constantFrom(
    'toyota',
    'toyota anna',
    'marlo',
    'yugo',
    'kl-12',
    'KL 12',
    'vin10',
    'zoë ford',
    'xx',
  )
  await fc.assert(
    fc.asyncProperty(
      words,
      fc.constantFrom('', ...orders(deletedVehicleSorts)),
      async (search, sort) => {
        const expected = (await listOf(sort)).filter(({ customer, ...car }) =>
          search
            .toLowerCase()
            .split(' ')
            .every(
              (word) =>
                `${car.year} ${car.make} ${car.model} ${car.vin ?? ''}`
                  .toLowerCase()
                  .includes(word) ||
                bare(car.licensePlate).includes(bare(word)) ||
                hasWords(` ${customer.name} ${customer.email ?? ''} ${customer.phone}`, word),
            ),
        )
        const { rows, counted } = await pageByPage(admin, deletedCars, {
          search,
          ...(sort && { sort }),
        })
        expect(ids(rows)).toEqual(ids(expected).slice(0, compared))
        expect(counted).toBe(capped(expected.length))
      },
    ),
    { numRuns: 6 },
  )
}, 120_000)

const bare = (plate: string) => plate.toUpperCase().replace(/[^A-Z0-9]/g, '')

test('log entries found are those naming a person with the words, for any input', async () => {
  await makePackage()
  await makeUser({ role: 'admin', firstName: 'Marlo', lastName: 'Office', email: null })
  await makePeople()
  await makeVisits()
  await makeLog()
  const everything = new Map<string, AuditEntry[]>()
  const listOf = async (sort: string) => {
    const kept = everything.get(sort)
    if (kept) return kept
    const rows: AuditEntry[] = (await pageByPage(admin, log, sort ? { sort } : {}, Infinity)).rows
    everything.set(sort, rows)
    return rows
  }
  const words = fc.constantFrom(
    'marlo',
    'anna',
    'son',
    'anna son',
    'qu',
    'zoë',
    'office',
    'nobody',
    'card charged',
  )
  const subjects = fc.constantFrom(undefined, 'money', 'visits', 'customers', 'settings')
  await fc.assert(
    fc.asyncProperty(
      words,
      fc.constantFrom('', ...auditSorts),
      subjects,
      async (search, sort, about) => {
        const expected = (await listOf(sort)).filter(
          (entry) =>
            (!about || entry.about === about) &&
            [entry.title, ` ${entry.by?.name}`, ` ${entry.person?.name}`].some((text) =>
              hasWords(text, search),
            ),
        )
        const query = { search, ...(sort && { sort }), ...(about && { about }) }
        const { rows, counted } = await pageByPage(admin, log, query)
        expect(ids(rows)).toEqual(ids(expected).slice(0, compared))
        expect(counted).toBe(capped(expected.length))
      },
    ),
    { numRuns: 9 },
  )
}, 120_000)

test('payments found are those of people with the words, for any input', async () => {
  await makePackage()
  await makePeople()
  await makeVisits()
  await run(
    'payments-of-many',
    `insert into payment_accounts (job_id, state, captured_cents, held_cents, created_at)
      select id, (array['paid', 'none', 'held', 'voided'])[1 + n % 4], case when n % 4 = 0 then n % 5 * 100 else 0 end,
        case when n % 4 = 2 then n % 7 * 100 else 0 end, timestamptz '2026-01-01' + n * 31 % 900 * interval '1 minute'
      from (select id, row_number() over (order by number) as n from jobs) visits`,
  )
  const wholeList = new Map<string, Payment[]>()
  const listOf = async (sort: string) => {
    const kept = wholeList.get(sort)
    if (kept) return kept
    const rows: Payment[] = (await pageByPage(admin, payments, sort ? { sort } : {}, Infinity)).rows
    wholeList.set(sort, rows)
    return rows
  }
  const words = fc.constantFrom('son', 'son marlo', 'anna', 'zoë', 'qu', 'nobody', 'ashfordson')
  const statuses = fc.constantFrom(undefined, 'completed', 'pending')
  await fc.assert(
    fc.asyncProperty(
      words,
      fc.constantFrom('', ...orders(paymentSorts)),
      statuses,
      async (search, sort, status) => {
        const expected = (await listOf(sort)).filter(
          (row) =>
            (!status || listedPaymentStatus(row.state) === status) &&
            hasWords(` ${row.customerName}`, search),
        )
        const query = { search, ...(sort && { sort }), ...(status && { status }) }
        const { rows, counted } = await pageByPage(admin, payments, query)
        expect(ids(rows)).toEqual(ids(expected).slice(0, compared))
        expect(counted).toBe(capped(expected.length))
      },
    ),
    // Enough matches that the list is read in its order.
    { numRuns: 9, examples: [['son', '', undefined]] },
  )
}, 120_000)
