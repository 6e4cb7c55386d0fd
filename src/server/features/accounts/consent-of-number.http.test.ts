import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { customerEvents } from '#server/database/tables/events.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'

const app = useTestApp()
const before = '+15125550142'
const after = '+15125550188'

async function agreed() {
  const person = await app.as(
    await makeUser({ phone: before, email: 'ann@example.com', smsNotifications: true }),
  )
  const save = (more: object) =>
    person.call('PATCH /api/auth/user', {
      body: { firstName: 'Ann', lastName: 'Ash', email: 'ann@example.com', ...more },
    })
  return { person, save }
}

const record = async ({ user }: TestPerson) => {
  const rows = await db()
    .select()
    .from(customerEvents)
    .where(eq(customerEvents.customerId, user.id))
    .orderBy(desc(customerEvents.createdAt))
  return rows
    .filter(({ kind }) => kind !== 'changed')
    .map(({ kind, data }) => ({ kind, how: data.how, phone: data.phone }))
}

test('a new number ends the consent to texts for the old one', async () => {
  const { person, save } = await agreed()
  expect((await save({ phone: after })).body).toMatchObject({ smsNotifications: false })
  expect(await record(person)).toEqual([{ kind: 'texts_ended', how: 'number', phone: before }])
})

test('consent given with the new number counts for that number', async () => {
  const { person, save } = await agreed()
  const saved = await save({ phone: after, agreesToTexts: true })
  expect(saved.body).toMatchObject({ phone: after, smsNotifications: true })
  expect(await record(person)).toEqual(
    expect.arrayContaining([
      { kind: 'texts_agreed', how: 'app', phone: after },
      { kind: 'texts_ended', how: 'number', phone: before },
    ]),
  )
  const { body } = await person.call('GET /api/account/data')
  expect(body.textConsents).toContainEqual(
    expect.objectContaining({ agreed: true, phone: after, words: expect.stringMatching(/STOP/) }),
  )
})

test.each([[{ phone: '(512) 555-0142' }], [{}], [{ agreesToTexts: false }]])(
  'saving %j keeps the consent',
  async (more) => {
    const { person, save } = await agreed()
    expect((await save(more)).body).toMatchObject({ phone: before, smsNotifications: true })
    expect(await record(person)).toEqual([])
  },
)

test.each([after, ''])(
  'changing the number to %j by the office ends the consent',
  async (phone) => {
    const { person } = await agreed()
    const office = await app.as('admin')
    const params = { id: person.user.id }
    const changed = await office.call('PATCH /api/admin/customers/{id}', {
      params,
      body: { phone },
    })
    expect(changed.status).toBe(200)
    const details = await office.call('GET /api/admin/customers/{id}', { params })
    expect(details.body).toMatchObject({ phone, agreesToTexts: false })
    expect(await record(person)).toEqual([{ kind: 'texts_ended', how: 'number', phone: before }])
  },
)

test('a number of a country that is not texted is marked for its owner', async () => {
  const { person, save } = await agreed()
  const own = async () => (await person.call('GET /api/auth/user')).body
  expect(await own()).not.toHaveProperty('phoneNotReached')
  await save({ phone: '+44 7911 123456' })
  expect(await own()).toMatchObject({ phoneNotReached: true })
})
