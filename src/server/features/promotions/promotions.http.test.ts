import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { makePackage, makeUser } from '#server/database/test-factories.ts'
import { monday } from '#server/features/booking/test-customer.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { promotionSorts } from '#shared/contract/promotions.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as(await makeUser({ role: 'admin', firstName: 'Olga', lastName: 'Office' }))
})

const form = { code: 'spring', reason: 'Spring mailing', percent: 20, cap: '30.00' }
const add = (part: object = {}) =>
  admin.call('POST /api/admin/promotions', { body: { ...form, ...part } })
const listed = async (query: Record<string, string> = {}) => {
  const { body } = await admin.call('GET /api/admin/promotions', { query })
  return body.map(({ code }: { code: string }) => code)
}
const change = (id: string, body: object, version?: number) =>
  admin.call('PATCH /api/admin/promotions/{id}', {
    params: { id },
    body,
    ...(version && { headers: { 'if-match': `"${version}"` } }),
  })

test('a code is added from the form, in capitals', async () => {
  const answer = await add({ code: ' spring 26 ', visitsUntil: '2026-12-31', maxUses: 100 })
  expect(answer).toMatchObject({
    status: 201,
    body: {
      code: 'SPRING26',
      reason: 'Spring mailing',
      percent: 20,
      cap: '30.00',
      off: null,
      visitsFrom: null,
      visitsUntil: '2026-12-31',
      maxUses: 100,
      maxUsesPerCustomer: null,
      firstVisitOnly: false,
      packageIds: [],
      isActive: true,
      uses: 0,
      given: '0.00',
      state: 'current',
    },
  })
  expect(answer.headers['etag']).toBe('"1"')
})

test('a code is unique in any spelling', async () => {
  await add()
  expect(await add({ code: 'Spring' })).toMatchObject({
    status: 409,
    body: {
      details: {
        fields: [{ path: 'code', message: 'Another promotion has the code SPRING.' }],
      },
    },
  })
  const { body: other } = await add({ code: 'FALL' })
  expect(await change(other.id, { code: 'spring' })).toMatchObject({
    status: 409,
    body: { details: { fields: [{ path: 'code' }] } },
  })
})

const percentPlease = 'Please enter a whole number from 1 to 100'
test.each([
  [{ code: 'AB' }, 'code', 'Please enter 3 to 20 letters, digits or hyphens'],
  [{ reason: ' ' }, 'reason', 'Please enter what it is for'],
  [{ percent: 0 }, 'percent', percentPlease],
  [{ percent: 101 }, 'percent', percentPlease],
  [{ percent: null }, 'percent', percentPlease],
  [{ off: 5 }, 'off', 'Please enter a percentage or an amount, not both'],
  [{ percent: null, off: 0 }, 'off', 'Please enter an amount from 0.01 to 10,000.00'],
  [{ maxUses: 0 }, 'maxUses', 'Please enter a whole number, 1 or more'],
  [
    { visitsFrom: '2026-12-02', visitsUntil: '2026-12-01' },
    'visitsUntil',
    'Please enter a day that is not before the first',
  ],
])('%j is refused at its field', async (part, path, message) => {
  const answer = await add(part)
  expect([answer.status, answer.body.details.fields]).toEqual([
    400,
    expect.arrayContaining([{ path, message }]),
  ])
})

test('a change records author, old and new value; an amount replaces a percentage', async () => {
  const { id: packageId } = await makePackage({ name: 'Diesel' })
  const { body: code } = await add()
  const answer = await change(code.id, { off: '15', packageIds: [packageId] }, 1)
  expect(answer).toMatchObject({
    status: 200,
    body: { percent: null, cap: null, off: '15.00', packageIds: [packageId], version: 2 },
  })
  const { body } = await admin.call('GET /api/admin/promotions/{id}', { params: { id: code.id } })
  expect(body.history[0]).toMatchObject({
    by: 'Olga Office',
    changes: [
      { label: 'Percent off', from: '20', to: null },
      { label: 'At most', from: '$30.00', to: null },
      { label: 'Amount off', from: null, to: '$15.00' },
      { label: 'Packages', from: null, to: 'Diesel' },
    ],
  })
  expect(await change(code.id, { reason: 'Late' }, 1)).toMatchObject({
    status: 409,
    body: { details: { reason: 'changed', by: 'Olga Office', now: { off: '15.00' } } },
  })
})

test('a last day cannot precede the existing first day', async () => {
  const { body: code } = await add({ visitsFrom: '2026-12-01' })
  expect(await change(code.id, { visitsUntil: '2026-11-30' })).toMatchObject({
    status: 400,
    body: { details: { fields: [{ path: 'visitsUntil' }] } },
  })
})

test('they are searched, filtered, sorted and paged', async () => {
  await add({ code: 'FALL' })
  await add({ code: 'FAIR', reason: 'County fair' })
  await add({ code: 'ARCHIVE', isActive: false })
  expect(await listed()).toEqual(['FAIR', 'FALL', 'ARCHIVE'])
  expect(await listed({ search: 'county' })).toEqual(['FAIR'])
  expect(await listed({ state: 'off' })).toEqual(['ARCHIVE'])
  expect(await listed({ state: 'active', sort: '-code' })).toEqual(['FALL', 'FAIR'])
  for (const sort of promotionSorts) expect(await listed({ sort })).toHaveLength(3)
  const first = await admin.call('GET /api/admin/promotions', { query: { limit: '2' } })
  const cursor = String(first.headers['x-next-cursor'])
  expect(await listed({ limit: '2', cursor })).toEqual(['ARCHIVE'])
})

test("the file has the list's codes", async () => {
  await add({ visitsUntil: '2026-12-31' })
  await add({ code: 'FALL', percent: null, cap: null, off: 10, firstVisitOnly: true })
  const { text } = await admin.call('GET /api/admin/promotions/export', {
    query: { search: 'mailing', sort: '-code' },
  })
  const lines = text.split('\r\n')
  expect(lines[1]).toBe('SPRING,Spring mailing,20,30.00,,,2026-12-31,,,No,,0,0.00,Can be used')
  expect(lines[2]).toBe('FALL,Spring mailing,,,10.00,,,,,Yes,,0,0.00,Can be used')
})

test('an unused code is deleted, and its name is free again', async () => {
  const { body: code } = await add()
  const gone = await admin.call('DELETE /api/admin/promotions/{id}', { params: { id: code.id } })
  expect(gone.body).toEqual({ success: true, deleted: true })
  expect(await listed()).toEqual([])
  expect((await change(code.id, { reason: 'Late' })).status).toBe(404)
  expect((await add()).status).toBe(201)
})

test('an unknown package and a cap on a fixed amount are refused at their fields', async () => {
  const unknown = [randomUUID()]
  const noPackage = {
    status: 400,
    body: { details: { fields: [{ path: 'packageIds', message: 'There is no such package.' }] } },
  }
  expect(await add({ packageIds: unknown })).toMatchObject(noPackage)
  const { body } = await add()
  expect(await change(body.id, { packageIds: unknown })).toMatchObject(noPackage)
  const noCap = { status: 400, body: { details: { fields: [{ path: 'cap' }] } } }
  expect(await add({ percent: null, off: '10', cap: '5' })).toMatchObject(noCap)
  expect(await change(body.id, { off: '10', cap: '5' })).toMatchObject(noCap)
  await change(body.id, { off: '10' })
  expect(await change(body.id, { cap: '5' })).toMatchObject(noCap)
})
