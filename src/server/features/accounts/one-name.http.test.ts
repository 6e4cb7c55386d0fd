import { expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp({ at: new Date('2026-11-23T15:00:00Z') })

test.each([
  ['POST /api/admin/customers', 'Sukarno'],
  ['POST /api/admin/customers', 'Acme Fleet, LLC'],
  ['POST /api/admin/technicians', 'Teller'],
])('%s takes %s as a whole name', async (route, firstName) => {
  const admin = await app.as('admin')
  const add = (rest: object) => admin.call(route, { body: { firstName, ...rest } })
  for (const [n, rest] of [{}, { lastName: '' }, { lastName: ' \u200B' }].entries()) {
    const { status, body } = await add({ email: `one${n}@example.com`, ...rest })
    expect([status, body.firstName, body.lastName]).toEqual([201, firstName, ''])
  }
})

test('a person may remove their last name, and other changes keep it', async () => {
  const admin = await app.as('admin')
  const { user, call } = await app.as('customer')
  const change = (body: object) =>
    admin.call('PATCH /api/admin/customers/{id}', { params: { id: user.id }, body })
  expect((await change({ tags: ['vip'] })).body.lastName).toBe(user.lastName)
  expect((await change({ lastName: '' })).body).toMatchObject({ lastName: '' })
  const body = { firstName: 'Madonna', email: user.email }
  const { body: saved } = await call('PATCH /api/auth/user', { body })
  expect(saved).toMatchObject({ firstName: 'Madonna', lastName: '' })
})
