import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeVehicle } from '#server/database/test-factories.ts'
import { idempotencyKeys } from '#server/database/tables/idempotency-keys.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { Conflict } from '#server/http/errors.ts'
import { storedAnswers } from './stored-answers.ts'
import { phraseOf } from '#shared/texts/t.ts'

const app = useTestApp()
let customer: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
})

const car = { make: 'Toyota', model: 'Camry', year: '2018', licensePlate: 'ABC 1234' }

const add = (by: TestPerson, key: string, body: unknown = car) =>
  by.call('POST /api/vehicles', { body, headers: { 'idempotency-key': key } })

const countCars = () => db().$count(vehicles)

test('a repeat gets the first answer and adds nothing, in any field order', async () => {
  const first = await add(customer, 'one')
  const reordered = Object.fromEntries(Object.entries(car).toReversed())
  const again = await add(customer, 'one', reordered)
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect(await countCars()).toBe(1)
})

test('the same key for another request is refused', async () => {
  await add(customer, 'one')
  const other = await add(customer, 'one', { ...car, year: '2019' })
  expect([other.status, other.body.code]).toEqual([409, 'conflict'])
  expect(await countCars()).toBe(1)
})

test('ten concurrent repeats have one effect and one answer', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => add(customer, 'one')))
  const [first] = answers
  for (const { status, body } of answers) expect([status, body]).toEqual([201, first?.body])
  expect(await countCars()).toBe(1)
})

test('of two concurrent requests with different bodies one counts, the other is refused', async () => {
  const answers = await Promise.all([
    add(customer, 'one'),
    add(customer, 'one', { ...car, year: '2019' }),
  ])
  expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['201', '409'])
  expect(await countCars()).toBe(1)
})

test('a key is stored for one person and one call only', async () => {
  await add(customer, 'one')
  expect((await add(await app.as('customer'), 'one')).status).toBe(201)
  expect((await add(customer, 'two', { ...car, licensePlate: 'TWO 2' })).status).toBe(201)
  expect(await countCars()).toBe(3)
})

test('a failure is not stored, so the same request can be sent again', async () => {
  const admin = await app.as('admin')
  const unnamed = await add(admin, 'one')
  expect(unnamed.status).toBe(400)
  expect(await db().$count(idempotencyKeys)).toBe(0)
  const query = { customerId: customer.user.id }
  const headers = { 'idempotency-key': 'one' }
  const named = await admin.call('POST /api/vehicles', { body: car, query, headers })
  expect(named.status).toBe(201)
})

test('neither key nor person can be read from the stored row', async () => {
  await add(customer, 'my secret key')
  const [row] = await db().select().from(idempotencyKeys)
  expect(row?.keyHash).toMatch(/^[0-9a-f]{64}$/)
  expect(row?.bodyHash).toMatch(/^[0-9a-f]{64}$/)
})

test('a failure after half of the work undoes that half', async () => {
  const fail = () =>
    storedAnswers('in transaction', ['half'], {}, async () => {
      await makeVehicle(customer.user.id)
      throw new Conflict(phraseOf('Too late.'))
    })
  await expect(fail()).rejects.toThrow('Too late.')
  expect([await countCars(), await db().$count(idempotencyKeys)]).toEqual([0, 0])
})

test('a call to an outside service runs again only until it has answered', async () => {
  let runs = 0
  const pay = (body: unknown, answer: () => unknown) =>
    storedAnswers('repeatable', ['pay'], body, async () => {
      runs += 1
      return answer()
    })
  const fail = () => {
    throw new Error('The bank is away.')
  }
  await expect(pay({ amount: 1 }, fail)).rejects.toThrow('The bank is away.')
  expect(await pay({ amount: 1 }, () => ({ paid: 1 }))).toEqual({ paid: 1 })
  expect(await pay({ amount: 1 }, () => ({ paid: 2 }))).toEqual({ paid: 1 })
  expect(runs).toBe(2)
  await expect(pay({ amount: 2 }, () => ({ paid: 2 }))).rejects.toThrow(Conflict)
  expect(runs).toBe(2)
})
