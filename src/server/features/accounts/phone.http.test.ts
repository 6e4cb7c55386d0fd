import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

const message =
  'Please enter a phone number with its area code, for example (512) 555-0199, or with + and its country code.'
const refusal = (path: string) => ({
  status: 400,
  body: { details: { fields: [{ path, message }] } },
})

test('a number typed in any way is stored as E.164', async () => {
  const { user, call } = await app.as('customer')
  const profile = { firstName: 'Ada', lastName: 'Lovelace', email: user.email }
  const save = (phone: string) =>
    call('PATCH /api/auth/user', { body: { ...profile, phone } }).then(({ body }) => body.phone)
  expect(await save('512.555.0142')).toBe('+15125550142')
  expect(await save('512\u200A555\u20280143')).toBe('+15125550143')
  expect(await save('+44 20 7946 0018')).toBe('+442079460018')
  expect(await save('(555) 010-0142')).toBe('+15550100142')
  expect(await save('')).toBe('')
})

// Enough digits for the form, but not a number: only the server knows.
test.each(['12', '555-0142', '123 456 7890', '+44 1'])(
  '%s is refused at its field',
  async (phone) => {
    const { user, call } = await app.as('customer')
    const profile = { firstName: 'Ada', lastName: 'Lovelace', email: user.email, phone }
    expect(await call('PATCH /api/auth/user', { body: profile })).toMatchObject(refusal('phone'))
    // Before a code is mailed to the new address.
    const moved = { ...profile, email: 'new@example.com' }
    expect(await call('PATCH /api/auth/user', { body: moved })).toMatchObject(refusal('phone'))
    const { email: _, ...anonymous } = profile
    const admin = await app.as('admin')
    const form = { ...anonymous, email: 'tech@example.com' }
    expect(await admin.call('POST /api/admin/technicians', { body: form })).toMatchObject(
      refusal('phone'),
    )
    const letter = { name: 'Ada', email: 'a@example.com', phone, subject: 'Hi', message: 'Hello' }
    expect(await app.call('POST /api/contact', { body: letter })).toMatchObject(refusal('phone'))
  },
)

test('an extension is refused with its own message', async () => {
  const { user, call } = await app.as('customer')
  const body = { firstName: 'A', lastName: 'B', email: user.email, phone: '(512) 555-0142 x12' }
  const answer = await call('PATCH /api/auth/user', { body })
  expect(answer.body.message).toBe('Please leave out the extension: we cannot call it or text it.')
})

test.each([
  '+1 900 555 0142',
  '900-555-0142',
  '(512) 976-5555',
  '+1 976 555 0142',
  '+1 500 555 0142',
  '+1 700 555 0142',
  '+870 773 111 632',
  '+881 6123 45678',
  '+882 131 23456',
  '+883 5100 12345678',
  '+979 123 456 789',
  '+808 1234 5678',
  '+44 909 879 0012',
  '+33 899 12 34 56',
  '+49 900 1123456',
])('%s costs its callers extra and is refused', async (phone) => {
  const { user, call } = await app.as('customer')
  const body = { firstName: 'A', lastName: 'B', email: user.email, phone }
  expect(await call('PATCH /api/auth/user', { body })).toMatchObject({
    status: 400,
    body: {
      details: {
        fields: [
          {
            path: 'phone',
            message: 'Calls to this number cost extra. Please enter a regular phone number.',
          },
        ],
      },
    },
  })
})

test('technicians and contact messages store E.164 too', async () => {
  const admin = await app.as('admin')
  const body = { firstName: 'Tess', lastName: 'Wrench', email: 'tess@example.com' }
  const added = await admin.call('POST /api/admin/technicians', {
    body: { ...body, phone: '512 555 0177' },
  })
  expect(added).toMatchObject({ status: 201, body: { phone: '+15125550177' } })
  const message = { name: 'Gail', email: 'g@example.com', subject: 'Hi', message: 'Hello' }
  await app.call('POST /api/contact', { body: { ...message, phone: '(512) 555-0188' } })
  const [stored] = await db().select().from(contactMessages)
  expect(stored?.phone).toBe('+15125550188')
})

test.each(['(512) 555-0142', '512-555-0142', '5125550142', '+1 (512) 555-01', '555 0142', '0142'])(
  'users are found by %s',
  async (search) => {
    const admin = await app.as('admin')
    const customer = await makeUser({ firstName: 'Ada', phone: '+15125550142' })
    const technician = await makeUser({ role: 'technician', phone: '+15125550142' })
    await makeUser({ firstName: 'Ada', phone: '+15125559999' })
    const found = async (call: string, words: string) =>
      (await admin.call(call, { query: { search: words } })).body.map(
        ({ id }: { id: string }) => id,
      )
    expect(await found('GET /api/admin/customers', search)).toEqual([customer.id])
    expect(await found('GET /api/admin/customers', `${search} ada`)).toEqual([customer.id])
    expect(await found('GET /api/admin/technicians', search)).toEqual([technician.id])
  },
)

test('a number stored before normalization is found by its digits and shown unchanged', async () => {
  const admin = await app.as('admin')
  const customer = await makeUser({ phone: '555-0142 (Ada)' })
  const { body } = await admin.call('GET /api/admin/customers', { query: { search: '5550142' } })
  expect(body).toMatchObject([{ id: customer.id, phone: '555-0142 (Ada)' }])
})

test('the CSV has formatted numbers', async () => {
  const admin = await app.as('admin')
  await makeUser({ phone: '+15125550142' })
  await makeUser({ phone: '+442079460018' })
  const { text } = await admin.call('GET /api/admin/customers/export')
  expect(text).toContain('(512) 555-0142')
  expect(text).toContain("'+44 20 7946 0018")
})

test("the business's number is normalized too", async () => {
  await changeSettings({ supportPhone: '5125550100' })
  expect((await app.call('GET /api/config')).body.supportPhone).toBe('(512) 555-0100')
  await expect(changeSettings({ supportPhone: '12' })).rejects.toMatchObject({
    details: { fields: [{ path: 'supportPhone' }] },
  })
})
