import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { businessToday } from '#server/base/business-time.ts'
import { db, queryRows } from '#server/database/database.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp()

async function names(admin: TestPerson, query: Record<string, string>) {
  const { body } = await admin.call('GET /api/admin/customers', { query })
  return body.map((customer: { firstName: string }) => customer.firstName)
}

test("counts, money and last service include only the customer's own visits", async () => {
  const admin = await app.as('admin')
  const customer = await makeUser({ firstName: 'Olivia' })
  const customerId = customer.id
  await makeVehicle(customerId, { deletedAt: new Date() })
  const { id: vehicleId } = await makeVehicle(customerId)
  const visit = { customerId, vehicleId, slot: slotAt(1), seat: 1 }
  const paid = await makeJob({ ...visit, status: 'completed', serviceDate: '2026-03-02' })
  const refunded = await makeJob({ ...visit, status: 'completed', serviceDate: '2026-05-04' })
  await db()
    .update(jobs)
    // 23:30 on the 5th in Chicago: a visit completed a day late.
    .set({ completedAt: new Date('2026-05-06T04:30:00Z') })
    .where(eq(jobs.id, refunded.id))
  await makeJob({ ...visit, status: 'assigned', serviceDate: '2027-01-04' })
  await takeMoney(paid.id, 14_298, 0)
  await takeMoney(refunded.id, 12_999, 2000)
  const other = await makeJob()
  await takeMoney(other.id, 99_999, 0)

  const { body } = await admin.call('GET /api/admin/customers', { query: { search: 'olivia' } })
  expect(body).toMatchObject([
    {
      id: customerId,
      vehicleCount: 1,
      jobCount: 3,
      // 142.98 + 129.99 - 20.00
      totalSpent: '252.97',
      lastServiceDate: '2026-05-05',
      role: 'customer',
    },
  ])
})

test("the export matches the search in the same order, the screen's columns first", async () => {
  const admin = await app.as('admin')
  for (const firstName of ['Ann', 'Bob', 'Anna']) await makeUser({ firstName })
  const query = { search: 'ann', sort: '-name' }
  const { text } = await admin.call('GET /api/admin/customers/export', { query })
  const [header, ...rows] = text.slice(1).split('\r\n')
  expect(header).toMatch(
    /^First name,Last name,E-mail,Phone,Jobs,Total spent \(USD\),Last service,/,
  )
  const exported = rows.filter(Boolean).map((row) => row.split(',')[0])
  expect(exported).toEqual(await names(admin, query))
  expect(exported).toHaveLength(2)
})

async function takeMoney(jobId: string, capturedCents: number, refundedCents: number) {
  await db()
    .update(paymentAccounts)
    .set({ capturedCents, refundedCents })
    .where(eq(paymentAccounts.jobId, jobId))
}

test('the search matches every word in name, e-mail and phone, and treats symbols literally', async () => {
  const admin = await app.as('admin')
  const phone = '(512) 555-0123'
  const createdAt = new Date('2026-01-01T12:00:00Z')
  const email = 'ob@example.com'
  await makeUser({ firstName: 'Olivia', lastName: 'Bennett', email, phone, createdAt })
  await makeUser({ firstName: 'Ben', lastName: 'O_Neil 100%', email: 'ben@example.org' })
  await makeUser({ firstName: 'Gone', email: null, anonymizedAt: new Date() })
  await makeUser({ role: 'technician', firstName: 'Olivia' })
  expect(await names(admin, { search: 'BENN' })).toEqual(['Olivia'])
  expect(await names(admin, { search: 'bennett  olivia' })).toEqual(['Olivia'])
  expect(await names(admin, { search: 'example.org' })).toEqual(['Ben'])
  expect(await names(admin, { search: '(512) 555-0123' })).toEqual(['Olivia'])
  expect(await names(admin, { search: '100%' })).toEqual(['Ben'])
  expect(await names(admin, { search: 'o_n' })).toEqual(['Ben'])
  expect(await names(admin, { search: 'nobody' })).toEqual([])
  expect(await names(admin, {})).toEqual(['Ben', 'Olivia'])
})

test('pages have no gaps or repeats, even among equal instants', async () => {
  const admin = await app.as('admin')
  const createdAt = new Date('2026-05-01T12:00:00.123Z')
  for (let i = 0; i < 5; i++) await makeUser({ createdAt })
  const seen: string[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < 3; pages++) {
    const query = { limit: '2', ...(cursor && { cursor }) }
    const answer = await admin.call('GET /api/admin/customers', { query })
    expect(answer.headers['x-total-count']).toBe('5')
    seen.push(...answer.body.map((customer: { id: string }) => customer.id))
    cursor = answer.headers['x-next-cursor'] as string | undefined
  }
  expect(cursor).toBeUndefined()
  expect(new Set(seen).size).toBe(5)
})

test.each(['x', 'bm9uc2Vuc2U', Buffer.from('["2026-99-01","1"]').toString('base64url')])(
  'the invented cursor %s is refused',
  async (cursor) => {
    const admin = await app.as('admin')
    const answer = await admin.call('GET /api/admin/customers', { query: { cursor } })
    expect(answer.status).toBe(400)
  },
)

test('the export has everyone and contains no formula', async () => {
  const admin = await app.as('admin')
  await makeUser({ firstName: '=HYPERLINK("http://evil.example")', lastName: 'Müller, Jr.' })
  await makeUser({ firstName: 'Plain' })
  const answer = await admin.call('GET /api/admin/customers/export')
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="customers-${businessToday()}.csv"`,
  )
  const lines = answer.text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain('First name,Last name,E-mail')
  expect(lines.slice(1)).toContainEqual(
    expect.stringMatching(/^"'=HYPERLINK\(""http:\/\/evil\.example""\)","Müller, Jr\."/),
  )
})

test('the number of many matches is right after a deletion too', async () => {
  const admin = await app.as('admin')
  const text = `insert into users (role, first_name, last_name)
    select 'customer', 'Maria', n::text from generate_series(1, 1005) n`
  await queryRows({ name: 'thousand-marias', text })
  const found = async () => {
    const query = { search: 'maria' }
    return (await admin.call('GET /api/admin/customers/summary', { query })).body.found
  }
  expect(await found()).toBe(1005)
  const { body } = await admin.call('GET /api/admin/customers', { query: { search: 'maria' } })
  const params = { id: body[0].id }
  const deleted = await admin.call('DELETE /api/admin/customers/{id}', { params })
  expect(deleted.status).toBe(200)
  await expect.poll(found, { timeout: 2000 }).toBe(1004)
})

test('a word shared by more than a thousand is ordered too, wherever it occurs', async () => {
  const admin = await app.as('admin')
  const text = `insert into users (role, first_name, last_name, created_at)
    select 'customer', case when n <= 1200 then 'Maria' else 'Zoe' end, lpad(n::text, 5, '0'),
      timestamptz '2026-01-01 12:00Z' + n * interval '1 minute'
    from generate_series(1, 3600) n`
  await queryRows({ name: 'many-marias', text })
  const list = async (query: Record<string, string>) => {
    const { body, headers } = await admin.call('GET /api/admin/customers', {
      query: { search: 'maria', limit: '2', ...query },
    })
    const names = body.map((customer: { lastName: string }) => customer.lastName)
    return { names, cursor: String(headers['x-next-cursor']) }
  }
  const first = await list({ sort: 'name' })
  expect(first.names).toEqual(['00001', '00002'])
  expect((await list({ sort: 'name', cursor: first.cursor })).names).toEqual(['00003', '00004'])
  // All of them are at the end of this order.
  expect((await list({ sort: '-created' })).names).toEqual(['01200', '01199'])
  const { text: file } = await admin.call('GET /api/admin/customers/export', {
    query: { search: 'maria', sort: '-name' },
  })
  const lines = file.trimEnd().split('\r\n')
  expect(lines).toHaveLength(1201)
  expect(lines[1]).toContain('Maria,01200')
})
