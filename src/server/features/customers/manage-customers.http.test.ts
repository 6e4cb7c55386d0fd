import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { customerNotes } from '#server/database/tables/customers.ts'
import { users } from '#server/database/tables/users.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: new Date('2026-11-23T15:00:00Z') })

const one = '/api/admin/customers/{id}'
const olivia = { firstName: 'Olivia', lastName: 'Bennett', email: 'olivia@example.com' }
const field = (path: string, message: string) => ({ details: { fields: [{ path, message }] } })

test('a customer is added as sent by the form', async () => {
  const admin = await app.as('admin')
  const body = { ...olivia, phone: '(512) 555-0142', role: 'customer', tags: [' Fleet ', 'fleet'] }
  const added = await admin.call('POST /api/admin/customers', { body })
  expect(added).toMatchObject({
    status: 201,
    body: {
      ...olivia,
      phone: '+15125550142',
      role: 'customer',
      status: 'new',
      tags: ['Fleet'],
      totalSpent: '0.00',
    },
  })
  const { body: details } = await admin.call(`GET ${one}`, { params: { id: added.body.id } })
  expect(details.history).toMatchObject([{ kind: 'added' }])
})

test.each([
  ['firstName', '', 'First name is required'],
  ['email', 'nobody', 'Invalid email address'],
])('a missing value is reported at %s', async (path, value, message) => {
  const admin = await app.as('admin')
  const body = { ...olivia, [path]: value }
  const refused = await admin.call('POST /api/admin/customers', { body })
  expect(refused).toMatchObject({ status: 400, body: { message, ...field(path, message) } })
})

test('an e-mail is never added twice, a phone number only for a different person', async () => {
  const admin = await app.as('admin')
  const known = await makeUser({ ...olivia, phone: '+15125550142' })
  const add = (body: object) => admin.call('POST /api/admin/customers', { body })
  const sameMail = await add({ ...olivia, firstName: 'Olli' })
  expect(sameMail).toMatchObject({
    status: 409,
    body: {
      message: 'A customer already has this e-mail.',
      details: { reason: 'known_customer', customers: [{ id: known.id }] },
    },
  })
  const other = { ...olivia, email: 'other@example.com', phone: '512 555 0142' }
  expect(await add(other)).toMatchObject({
    status: 409,
    body: { details: { reason: 'known_customer', fields: [{ path: 'phone' }] } },
  })
  expect((await add({ ...other, isSomebodyElse: true })).status).toBe(201)
  const staff = await makeUser({ role: 'technician' })
  expect((await add({ ...olivia, email: staff.email })).status).toBe(409)
})

test('the second of two editing the same field sees who was first and overwrites nothing', async () => {
  const [ann, bob] = [
    await app.as(await makeUser({ role: 'admin', firstName: 'Ann', lastName: 'A' })),
    await app.as(await makeUser({ role: 'admin', firstName: 'Bob', lastName: 'B' })),
  ]
  const { id } = await makeUser({ ...olivia, phone: '+15125550142' })
  const params = { id }
  const seen = await ann.call(`GET ${one}`, { params })
  const etag = String(seen.headers.etag)
  const change = (who: typeof ann, body: object, match = etag) =>
    who.call(`PATCH ${one}`, { params, body, headers: { 'if-match': match } })
  expect((await change(ann, { phone: '512 555 0199' })).status).toBe(200)
  // Another field of the same customer.
  expect((await change(bob, { firstName: 'Olive', phone: '(512) 555-0199' })).status).toBe(200)
  const late = await change(bob, { phone: '512 555 0111', lastName: 'Benett' })
  expect(late).toMatchObject({
    status: 409,
    body: {
      message: 'Ann A has changed this in the meantime. Please check it again.',
      details: {
        reason: 'changed',
        by: 'Ann A',
        now: { phone: '+15125550199', lastName: 'Bennett' },
        fields: [
          {
            path: 'phone',
            message: 'Ann A has changed this in the meantime. It is now “(512) 555-0199”.',
          },
        ],
      },
    },
  })
  const { version } = late.body.details.now
  expect((await change(bob, { phone: '512 555 0111' }, `"${version}"`)).status).toBe(200)
  const { body } = await ann.call(`GET ${one}`, { params })
  expect(body).toMatchObject({ firstName: 'Olive', lastName: 'Bennett', phone: '+15125550111' })
  expect(
    body.history.map((event: { by: string; fields: string[] }) => [event.by, event.fields]),
  ).toEqual([
    ['Bob B', ['phone']],
    ['Bob B', ['firstName']],
    ['Ann A', ['phone']],
  ])
})

test("the office sees the customer's own changes too", async () => {
  const admin = await app.as('admin')
  const customer = await app.as(await makeUser({ ...olivia, phone: '+15125550142' }))
  const params = { id: customer.user.id }
  const etag = String((await admin.call(`GET ${one}`, { params })).headers.etag)
  await customer.call('PATCH /api/auth/user', {
    body: { ...olivia, lastName: 'Stone', phone: '(512) 555-0142' },
  })
  const late = await admin.call(`PATCH ${one}`, {
    params,
    body: { lastName: 'Benett' },
    headers: { 'if-match': etag },
  })
  expect(late).toMatchObject({ status: 409, body: { details: { by: 'Olivia Stone' } } })
})

test('a new e-mail must be free, and the former address is notified', async () => {
  const admin = await app.as('admin')
  const { id } = await makeUser(olivia)
  const taken = await makeUser()
  const change = (email: unknown) => admin.call(`PATCH ${one}`, { params: { id }, body: { email } })
  expect(await change(taken.email)).toMatchObject({
    status: 409,
    body: {
      message: 'A customer already has this e-mail.',
      details: { fields: [{ path: 'email' }] },
    },
  })
  expect((await change('new@example.com')).body.email).toBe('new@example.com')
  expect((await change('nobody')).status).toBe(400)
})

test('the status follows the visits, and filters together with search, tag and totals', async () => {
  const admin = await app.as('admin')
  const make = async (firstName: string, serviceDate?: string, status = 'completed') => {
    const { id: customerId } = await makeUser({ firstName, tags: firstName < 'M' ? ['Fleet'] : [] })
    if (serviceDate)
      await makeJob({ customerId, serviceDate, status: status as 'completed', slot: slotAt(1) })
  }
  await make('Active', '2025-11-24')
  await make('Late', '2025-11-22')
  await make('Never')
  await make('Regretful', '2026-11-02', 'cancelled')
  await make('Soon', '2026-12-01', 'scheduled')
  const names = async (query: Record<string, string>) => {
    const { body } = await admin.call('GET /api/admin/customers', {
      query: { sort: 'name', ...query },
    })
    return body.map((customer: { firstName: string }) => customer.firstName)
  }
  expect(await names({ status: 'active' })).toEqual(['Active', 'Soon'])
  expect(await names({ status: 'inactive' })).toEqual(['Late'])
  expect(await names({ status: 'new' })).toEqual(['Never', 'Regretful'])
  expect(await names({ tag: 'Fleet' })).toEqual(['Active', 'Late'])
  expect(await names({ tag: 'Fleet', status: 'active', search: 'act' })).toEqual(['Active'])
  const { body } = await admin.call('GET /api/admin/customers/summary', { query: { tag: 'Fleet' } })
  expect(body).toEqual({ total: 5, found: 2, visits: 2, totalSpent: '0.00', tags: ['Fleet'] })
  const file = await admin.call('GET /api/admin/customers/export', { query: { status: 'new' } })
  expect(file.text.trimEnd().split('\r\n')).toHaveLength(3)
})

test('moving or cancelling a visit updates the status', async () => {
  const admin = await app.as('admin')
  const { id, customerId } = await makeJob({ serviceDate: '2026-12-01', slot: slotAt(2) })
  const statusOf = async () =>
    (await admin.call(`GET ${one}`, { params: { id: customerId } })).body.status
  expect(await statusOf()).toBe('active')
  const cancelled = await admin.call('POST /api/jobs/{id}/cancel', {
    params: { id },
    body: { reason: 'Weather' },
  })
  expect(cancelled.status).toBe(200)
  expect(await statusOf()).toBe('new')
})

test('a plate finds its owner in any spelling', async () => {
  const admin = await app.as('admin')
  // A random e-mail address could contain the other's plate.
  const olivia = await makeUser({ firstName: 'Olivia', email: 'olivia@example.com' })
  await makeVehicle(olivia.id, { licensePlate: 'KTX 4410' })
  const other = await makeUser({ firstName: 'Other', email: 'other@example.com' })
  await makeVehicle(other.id, { licensePlate: 'E2E 1' })
  const found = async (search: string) =>
    (await admin.call('GET /api/admin/customers', { query: { search } })).body.length
  expect(await found('ktx-4410')).toBe(1)
  expect(await found('olivia ktx4410')).toBe(1)
  expect(await found('KTX 4410')).toBe(1)
  expect(await found('other ktx4410')).toBe(0)
  expect(await found('e2e 1')).toBe(1)
})

test('notes are for the office only and can be removed', async () => {
  const admin = await app.as(await makeUser({ role: 'admin', firstName: 'Ann', lastName: 'A' }))
  const { id } = await makeUser()
  const params = { id }
  const blank = await admin.call(`POST ${one}/notes`, { params, body: { note: ' ' } })
  expect(blank).toMatchObject({ status: 400, body: { message: 'Please write a note first' } })
  const added = await admin.call(`POST ${one}/notes`, { params, body: { note: 'Has a dog' } })
  expect(added).toMatchObject({
    status: 201,
    body: { note: 'Has a dog', author: { name: 'Ann A' } },
  })
  const { body } = await admin.call(`GET ${one}`, { params })
  expect(body.notes).toMatchObject([{ note: 'Has a dog' }])
  const remove = (customerId: string) =>
    admin.call(`DELETE ${one}/notes/{noteId}`, {
      params: { id: customerId, noteId: added.body.id },
    })
  expect((await remove((await makeUser()).id)).status).toBe(404)
  expect((await remove(id)).status).toBe(200)
  expect((await remove(id)).status).toBe(404)
})

test('a customer with a visit ahead is not deleted; otherwise everything is erased, including notes and tags', async () => {
  const admin = await app.as('admin')
  const { id: jobId, customerId: id } = await makeJob({ status: 'assigned' })
  const params = { id }
  await admin.call(`POST ${one}/notes`, { params, body: { note: 'Zebra' } })
  await admin.call(`PATCH ${one}`, { params, body: { tags: ['Zebra'] } })
  expect(await admin.call(`DELETE ${one}`, { params })).toMatchObject({
    status: 409,
    body: { details: { reason: 'active_jobs' } },
  })
  await admin.call('POST /api/jobs/{id}/cancel', { params: { id: jobId }, body: { reason: 'x' } })
  expect((await admin.call(`DELETE ${one}`, { params })).status).toBe(200)
  expect((await admin.call(`GET ${one}`, { params })).status).toBe(404)
  expect((await admin.call(`DELETE ${one}`, { params })).status).toBe(404)
  expect((await admin.call(`PATCH ${one}`, { params, body: { firstName: 'X' } })).status).toBe(404)
  const [row] = await db().select().from(users).where(eq(users.id, id))
  expect(row).toMatchObject({ firstName: '', email: null, tags: [] })
  expect(await db().$count(customerNotes)).toBe(0)
})

test('their page has visits, messages, amount due and next service', async () => {
  const admin = await app.as('admin')
  const customer = await app.as(await makeUser(olivia))
  const { id: customerId } = customer.user
  const { id: vehicleId } = await makeVehicle(customerId, { oilType: 'full_synthetic' })
  const visit = { customerId, vehicleId, slot: slotAt(1) }
  const done = await makeJob({ ...visit, status: 'completed', serviceDate: '2026-03-02' })
  await makeJob({ ...visit, serviceDate: '2026-12-01' })
  await customer.call('POST /api/contact', {
    body: { name: 'Olivia', email: olivia.email, subject: 'Key', message: 'Under the mat' },
  })
  const params = { id: customerId }
  const { body } = await admin.call(`GET ${one}`, { params })
  expect(body).toMatchObject({
    visitsAhead: 1,
    amountDue: '129.99',
    nextService: { vehicleId, date: '2027-03-02', isDue: false },
  })
  const visits = await admin.call(`GET ${one}/jobs`, { params, query: { limit: '1' } })
  expect(visits.body).toMatchObject([{ scheduledDate: '2026-12-01' }])
  const cursor = String(visits.headers['x-next-cursor'])
  const more = await admin.call(`GET ${one}/jobs`, { params, query: { limit: '1', cursor } })
  expect(more.body).toMatchObject([{ id: done.id }])
  expect((await admin.call(`GET ${one}/messages`, { params })).body).toMatchObject([
    { kind: 'inbox', subject: 'Key', text: 'Under the mat', byCustomer: true },
  ])
})

test("an unknown id or an employee's is not a customer", async () => {
  const admin = await app.as('admin')
  const technician = await makeUser({ role: 'technician' })
  for (const id of [technician.id, admin.user.id, '00000000-0000-4000-8000-000000000000']) {
    const params = { id }
    for (const call of [`GET ${one}`, `DELETE ${one}`, `GET ${one}/jobs`, `GET ${one}/messages`])
      expect([call, (await admin.call(call, { params })).status]).toEqual([call, 404])
    expect((await admin.call(`PATCH ${one}`, { params, body: { firstName: 'X' } })).status).toBe(
      404,
    )
    expect((await admin.call(`POST ${one}/notes`, { params, body: { note: 'X' } })).status).toBe(
      404,
    )
  }
})

test('the stored answer of their creation is erased with them', async () => {
  const admin = await app.as('admin')
  const add = () =>
    admin.call('POST /api/admin/customers', {
      body: { ...olivia, role: 'customer' },
      headers: { 'idempotency-key': 'added' },
    })
  const { body: added } = await add()
  expect((await add()).body).toEqual(added)
  await admin.call(`DELETE ${one}`, { params: { id: added.id } })
  const again = await add()
  expect(again.status).toBe(409)
  expect(JSON.stringify(again.body)).not.toContain('livia')
  expect(await db().$count(users, eq(users.email, olivia.email))).toBe(0)
})

test('a name is found as lists show it', async () => {
  const admin = await app.as('admin')
  await makeUser({ role: 'customer', firstName: 'Jamie', lastName: 'Carter' })
  for (const search of ['Carter, Jamie', 'Carter,Jamie', 'jamie carter,'])
    expect([search, await namesFound(search)]).toEqual([search, ['Jamie']])
  async function namesFound(search: string) {
    const { body } = await admin.call('GET /api/admin/customers', { query: { search } })
    return body.map(({ firstName }: { firstName: string }) => firstName)
  }
})
