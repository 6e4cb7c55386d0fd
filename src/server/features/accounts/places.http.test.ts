import { beforeEach, expect, test } from 'vitest'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { maxPlaces } from '#shared/rules/places.ts'

const app = useTestApp()
let customer: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
})

const home = { name: 'Home', address: '12 Elm Street, 78701', accessNotes: 'Gate 1' }
const add = (body: object = home, who = customer) => who.call('POST /api/places', { body })
const list = async (who = customer) => (await who.call('GET /api/places')).body

test('a place is saved, changed and removed', async () => {
  const { status, body } = await add()
  expect(status).toBe(201)
  expect(body).toMatchObject({ name: 'Home', address: '12 Elm Street, Austin, TX 78701' })
  await add({ name: ' The  office ', address: '1 Main Street, Austin, TX 78702' })
  const params = { id: body.id }
  const changed = await customer.call('PATCH /api/places/{id}', {
    params,
    body: { name: 'Mom', address: '4 Oak Lane, Austin, TX 78704' },
  })
  expect(changed.body).toEqual({
    id: body.id,
    name: 'Mom',
    address: '4 Oak Lane, Austin, TX 78704',
    accessNotes: '',
  })
  expect(await list()).toMatchObject([{ name: 'Mom' }, { name: 'The office', accessNotes: '' }])
  expect((await customer.call('DELETE /api/places/{id}', { params })).status).toBe(200)
  expect((await customer.call('DELETE /api/places/{id}', { params })).status).toBe(404)
  expect(await list()).toHaveLength(1)
})

test("other people's places do not exist", async () => {
  const { body } = await add()
  const stranger = await app.as('customer')
  const params = { id: body.id }
  expect(await list(stranger)).toEqual([])
  expect((await stranger.call('PATCH /api/places/{id}', { params, body: home })).status).toBe(404)
  expect((await stranger.call('DELETE /api/places/{id}', { params })).status).toBe(404)
  expect(await list()).toHaveLength(1)
})

test.each([
  ['name', { ...home, name: ' ' }],
  ['address', { ...home, address: '12 Elm Street' }],
  ['address', { ...home, address: '12 Elm Street, Austin, TX 00000' }],
])('an error of the %s is reported at its field', async (field, body) => {
  const answer = await add(body)
  expect([answer.status, answer.body.details.fields[0].path]).toEqual([400, field])
})

test('the limit holds, even for two concurrent requests', async () => {
  for (let n = 1; n < maxPlaces; n++) await add({ ...home, name: `Place ${n}` })
  const answers = await Promise.all([add(), add()])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  expect(await list()).toHaveLength(maxPlaces)
})

test("they are part of a person's data export", async () => {
  await add()
  const { body } = await customer.call('GET /api/account/data')
  expect(JSON.stringify(body)).toContain('Gate 1')
})
