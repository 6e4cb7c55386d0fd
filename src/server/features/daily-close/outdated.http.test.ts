import { beforeEach, expect, test } from 'vitest'
import { networkPayments, paidVisit, setFaults } from '#server/features/payments/test-visits.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { book, compare, deleteMovement, readDay, travel } from './test-days.ts'

const at = new Date('2026-11-18T16:00:00Z')
const day = '2026-11-18'
const app = useTestApp({ at })
let admin: TestPerson
let customer: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
  customer = await app.as('customer')
})

async function signOff(date = day, entries?: number) {
  const seen = entries ?? (await readDay(admin, date)).entries
  return admin.call('POST /api/admin/close', { body: { date, entries: seen, early: true } })
}

const compareAgain = { status: 409, body: { details: { reason: 'compare_again' } } }

test('a booking after the network was read requires another comparison before sign-off', async () => {
  await paidVisit(customer)
  expect((await compare(admin, day)).compared).toMatchObject({ outdated: null, open: 0 })
  travel(10)
  const jobId = await paidVisit(customer)
  expect((await readDay(admin, day)).compared).toMatchObject({
    here: { captured: '259.98' },
    there: { captured: '129.99' },
    differences: [],
    outdated: 'booked',
  })
  expect(await signOff()).toMatchObject(compareAgain)
  expect((await readDay(admin, day)).signOffs).toEqual([])
  expect((await compare(admin, day)).compared).toMatchObject({
    there: { captured: '259.98' },
    outdated: null,
  })
  travel(10)
  await admin.call('POST /api/payments/{jobId}/refund', {
    params: { jobId },
    body: { amount: '29.99', reason: 'customer_complaint' },
  })
  expect((await readDay(admin, day)).compared).toMatchObject({ outdated: 'booked' })
  expect(await signOff()).toMatchObject(compareAgain)
  await compare(admin, day)
  expect(await signOff()).toMatchObject({
    status: 201,
    body: { signOffs: [{ openDifferences: 0 }] },
  })
})

test('while the network is unreachable the day is signed off as not compared', async () => {
  await paidVisit(customer)
  await compare(admin, day)
  travel(10)
  await paidVisit(customer)
  setFaults((verb) => {
    if (verb === 'listMovements') throw new Error('The network is gone.')
  })
  expect(await signOff()).toMatchObject({
    status: 201,
    body: { signOffs: [{ openDifferences: null }], compared: { outdated: 'booked' } },
  })
})

test('a day compared before its end is compared again', async () => {
  await paidVisit(customer)
  await compare(admin, day)
  travel(24 * 60)
  expect((await readDay(admin, day)).compared).toMatchObject({ whole: false, outdated: 'part' })
  expect(await signOff()).toMatchObject(compareAgain)
  await compare(admin, day)
  expect(await signOff()).toMatchObject({
    status: 201,
    body: { signOffs: [{ openDifferences: 0 }] },
  })
})

// Only the simulator's records can be tampered with.
test.skipIf(process.env.TEST_NETWORK)(
  'an entry booked too recently for the list does not count as confirmed',
  async () => {
    await paidVisit(customer)
    const [payment] = await networkPayments()
    await deleteMovement(payment?.id ?? '')
    expect((await compare(admin, day)).compared).toMatchObject({
      differences: [],
      outdated: 'booked',
    })
    travel(2)
    // The only one requested by then.
    expect((await compare(admin, day)).compared).toMatchObject({ outdated: null })
  },
)

test('entries unrelated to cards leave the comparison valid', async () => {
  await paidVisit(customer)
  await compare(admin, day)
  travel(10)
  const later = new Date(at.getTime() + 600_000)
  await book([
    { debit: 'receivable', credit: 'revenue', cents: 4000, at: later },
    // Refunded by the office without the card, which explains itself.
    { ref: 'refunded:office:1', debit: 'receivable', credit: 'cash', cents: 500, at: later },
  ])
  expect((await readDay(admin, day)).compared).toMatchObject({
    differences: [{ kind: 'without_card' }],
    outdated: null,
    open: 0,
  })
  expect((await signOff()).status).toBe(201)
})

test('days before the ledger begins are not signed off', async () => {
  expect((await readDay(admin, '1999-01-01')).first).toBe(day)
  await book([
    { debit: 'cash', credit: 'receivable', cents: 100, at: new Date('2026-11-02T05:59:00Z') },
  ])
  expect((await readDay(admin, day)).first).toBe('2026-11-01')
  for (const date of ['1999-01-01', '2026-10-31'])
    expect(await signOff(date, 0)).toMatchObject({
      status: 409,
      body: {
        message: 'The ledger begins on Sun, Nov 1, 2026: there is nothing to sign off before that.',
        details: { reason: 'before_first' },
      },
    })
  expect((await signOff('2026-11-01', 1)).status).toBe(201)
})

test.each([
  ['9999-12-31', 'This date is out of range. Please give one from 1900 to 2100.'],
  ['2101-01-01', 'This date is out of range. Please give one from 1900 to 2100.'],
  ['1899-12-31', 'This date is out of range. Please give one from 1900 to 2100.'],
  ['2026-02-30', 'Please give a date as YYYY-MM-DD'],
  ['tomorrow', 'Please give a date as YYYY-MM-DD'],
])('%s: %s', async (date, message) => {
  const { status, body } = await admin.call('GET /api/admin/close', { query: { date } })
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(message)
  expect((await admin.call('GET /api/admin/close', { query: { date: '2100-12-31' } })).status).toBe(
    200,
  )
})
