import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { crc32, inflateRawSync } from 'node:zlib'
import { eq, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { services } from '#server/adapters/services.ts'
import { db, queryRows } from '#server/database/database.ts'
import * as schema from '#server/database/tables.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { promotions } from '#server/database/tables/promotions.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { databaseContent } from '#server/http/test-contract.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { startTestApp, useTestApp } from '#server/testing/test-app.ts'
import { useServices } from '#server/testing/test-services.ts'
import { listenAt } from '#server/testing/test-socket.ts'
import { exportedTables } from './exported-tables.ts'

const app = useTestApp({ at: new Date('2026-11-23T15:00:00Z') })
const exported = async (query = {}) => {
  const admin = await app.as('admin')
  return unzip((await admin.call('GET /api/admin/export', { query })).bytes)
}

/** A zip's files by name, found by its directory, with checked checksums. */
function unzip(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  let at = bytes.readUInt32LE(bytes.lastIndexOf(Buffer.from('PK\u0005\u0006')) + 16)
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const [method, sum, size] = [10, 16, 20].map((n) =>
      n === 10 ? bytes.readUInt16LE(at + n) : bytes.readUInt32LE(at + n),
    )
    const [name, extra, comment] = [28, 30, 32].map((n) => bytes.readUInt16LE(at + n))
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const packed = bytes.subarray(start, start + Number(size))
    const content = method === 8 ? inflateRawSync(packed) : packed
    const path = bytes.toString('utf8', at + 46, at + 46 + Number(name))
    expect([path, crc32(content)]).toEqual([path, sum])
    files.set(path, content.toString('utf8'))
    at += 46 + Number(name) + Number(extra) + Number(comment)
  }
  return files
}

test('an admin exports everything, and the log records it', async () => {
  const admin = await app.as('admin')
  const customer = await makeUser({
    role: 'customer',
    firstName: '=1+1',
    lastName: 'Bennett, "Liv"',
    email: 'olivia@example.com',
  })
  await makeJob({ customerId: customer.id })
  await db().insert(promotions).values({ code: 'SPRING-10', reason: 'Mailing', percent: 10 })
  const answer = await admin.call('GET /api/admin/export')
  expect(answer).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="all-data-2026-11-23.zip"',
    },
  })
  const files = unzip(answer.bytes)
  const names = ['customers-and-cars', ...Object.keys(exportedTables)].map((name) => `${name}.csv`)
  expect([...files.keys()].toSorted()).toEqual(['README.txt', ...names].toSorted())
  expect(files.get('people.csv')).toContain(`,'=1+1,"Bennett, ""Liv""",olivia@example.com,`)
  expect(files.get('promotion-codes.csv')).toContain(',SPRING-10,Mailing,10,')
  expect(files.get('visits.csv')?.split('\r\n')).toHaveLength(3)
  const { body } = await admin.call('GET /api/admin/audit')
  expect(body[0]).toMatchObject({ event: 'data_exported', title: 'All data exported' })
})

test('it contains no credentials', async () => {
  const admin = await app.as('admin')
  const before = await databaseContent()
  const files = unzip((await admin.call('GET /api/admin/export')).bytes)
  const changed = Object.entries(await databaseContent()).filter(
    ([table, hash]) => hash !== before[table],
  )
  expect(changed.map(([table]) => table)).toEqual(['public.office_events'])
  for (const [name, text] of files) {
    const columns = text.split('\r\n', 1)[0] ?? ''
    // Anyone with an answer can compute its hash.
    const header = ['approvals.csv', 'plan-consents.csv'].includes(name)
      ? columns.replace(',hash,', ',')
      : columns
    if (name.endsWith('.csv'))
      expect([name, header]).toEqual([name, expect.not.stringMatching(/token|hash|secret|ticket/)])
  }
})

test('formulas are prefixed with an apostrophe in every file, and unchanged after importing again', async () => {
  const admin = await app.as('admin')
  const bad = ['=1+1', '+SUM(A1)', '-2+3', '@now', "'=quoted", "''@twice"]
  for (const [n, lastName] of bad.entries()) {
    const customer = await makeUser({ role: 'customer', firstName: `No ${n}`, lastName })
    await makeVehicle(customer.id, { make: lastName, model: '\tTab', licensePlate: `P ${n}` })
  }
  const file = (await exported()).get('customers-and-cars.csv') ?? ''
  for (const [name, text] of await exported())
    if (name.endsWith('.csv'))
      expect([name, text.match(/(^|,)"?\s*[=+\-@](?!\d+(\.\d+)?(,|"|\r))[^,]*/gm)]).toEqual([
        name,
        null,
      ])
  await db().delete(vehicles)
  await db().delete(users).where(eq(users.role, 'customer'))
  const { body } = await admin.call('POST /api/admin/import', {
    bytes: Buffer.from(file),
    headers: { 'content-type': 'text/csv' },
  })
  expect(body.import).toMatchObject({ counts: { newCustomers: 6, newVehicles: 6, badRows: 0 } })
  const back = await db().select().from(users).where(eq(users.role, 'customer'))
  expect(back.map(({ lastName }) => lastName).toSorted()).toEqual(bad.toSorted())
  const cars = await db().select().from(vehicles)
  expect(cars.map(({ make }) => make).toSorted()).toEqual(bad.toSorted())
})

test('photos are included if wanted, byte for byte; a lost one is empty', async () => {
  const { id: jobId } = await makeJob({ status: 'completed' })
  const technician = await makeUser({ role: 'technician', photoId: randomUUID() })
  const picture = { jobId, moment: 'before', width: 1, height: 1, bytes: 3 } as const
  const [one, lost] = await db().insert(jobPhotos).values([picture, picture]).returning()
  const files: Record<string, Uint8Array> = {
    [`${one?.id}.jpg`]: Uint8Array.from([0x41, 0, 0x42]),
    [`${technician.photoId}-thumbnail.jpg`]: Uint8Array.from([0x43]),
  }
  useServices({
    photos: { ...services().photos, get: async (name) => Promise.resolve(files[name]) },
  })
  const archive = await exported({ photos: '' })
  const pictures = Object.fromEntries([...archive].filter(([name]) => name.endsWith('.jpg')))
  expect(pictures).toEqual({
    [`photos/${jobId}/${one?.id}.jpg`]: 'A\0B',
    [`photos/${jobId}/${lost?.id}.jpg`]: '',
    [`portraits/${technician.id}.jpg`]: 'C',
  })
})

test('it is streamed as it is read, and ends with the connection', async () => {
  const { id: jobId } = await makeJob()
  const picture = { jobId, moment: 'before', width: 1, height: 1, bytes: 1 } as const
  await db()
    .insert(jobPhotos)
    .values(Array.from({ length: 60 }, () => picture))
  let read = 0
  const large = new Uint8Array(1_000_000)
  const get = () => Promise.resolve((read++, large))
  useServices({ photos: { ...services().photos, get } })
  const server = await startTestApp()
  const url = await listenAt(server.app)
  const { id } = await makeUser({ role: 'admin' })
  const headers = { cookie: `fq_session=${await startSession(id)}` }
  const leave = new AbortController()
  const answer = await fetch(`${url}/api/admin/export?photos`, { headers, signal: leave.signal })
  const reader = answer.body?.getReader()
  await reader?.read()
  // As much as the network buffers hold, and not a byte more.
  const settled = async () => {
    for (let before = -1; before < read; await setTimeout(200)) before = read
    return read
  }
  const waiting = await settled()
  expect(waiting).toBeLessThan(40)
  leave.abort()
  expect(await settled()).toBeLessThan(waiting + 2)
  await server.close()
})

test('it contains nothing of an erased customer', async () => {
  const admin = await app.as('admin')
  const who = { firstName: 'Zebediah', lastName: 'Quillfeather', email: 'zeb@quillfeather.example' }
  const csv = [
    'Name,Email,Phone,Address,ZIP,Year,Make,Model,Plate,VIN,Notes',
    'Zebediah Quillfeather,zeb@quillfeather.example,512-555-0177,9 Quillfeather Rd,78701,2018,Honda,Civic,QUILL 1,,Quillfeather gate',
    'Zebediah Quillfeather,nobody,512-555-0177,9 Quillfeather Rd,78701,2018,Honda,Civic,QUILL 2,,',
  ].join('\n')
  await admin.call('POST /api/admin/import', {
    bytes: Buffer.from(csv),
    headers: { 'content-type': 'text/csv' },
  })
  const [customer] = await db().select().from(users).where(eq(users.email, who.email))
  const customerId = customer?.id ?? ''
  const [car] = await db().select().from(vehicles).where(eq(vehicles.customerId, customerId))
  const job = await makeJob({
    customerId,
    vehicleId: car?.id ?? '',
    status: 'completed',
    serviceAddress: '9 Quillfeather Rd, Austin, TX 78701',
  })
  await admin.call('PATCH /api/admin/customers/{id}', {
    params: { id: customerId },
    body: { tags: ['Quillfeather family'] },
  })
  await db()
    .insert(reviews)
    .values({ jobId: job.id, customerId, rating: 5, comment: 'Quillfeather' })
  const trace = /quill|zebediah|5125550177/i
  const found = async () =>
    [...(await exported())].filter(([, text]) => trace.test(text)).map(([name]) => name)
  expect((await found()).length).toBeGreaterThan(4)
  // Unpaid visits keep the customer's name.
  await admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId: job.id },
    body: { amount: '0', reason: 'other' },
  })
  const { status } = await admin.call('DELETE /api/admin/customers/{id}', {
    params: { id: customerId },
  })
  expect(status).toBe(200)
  expect(await found()).toEqual([])
})

test('every table of the database is in tables.ts, whose types hold the export to it', async () => {
  const names = await queryRows<{ name: string }>({
    name: 'test-all-tables',
    text: `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  })
  const listed = Object.values(schema).flatMap((one) => (is(one, PgTable) ? getTableName(one) : []))
  expect(names.map(({ name }) => name)).toEqual([...listed, 'migrations'].toSorted())
})

test.each([
  ['sessions', 'token_hash', true],
  ['payment_cards', 'network_card_id', true],
  ['payment_cards', 'last4', false],
  ['payment_operations', 'token', true],
  ['sent_messages', 'body', true],
  ['users', 'email', false],
  ['service_packages', 'base_price_cents', false],
])('%s.%s stays out: %s', (table, column, stays) => {
  const of = Object.values(exportedTables).find((one) => getTableName(one.table) === table)
  expect(!of?.columns.some(({ name }) => name === column)).toBe(stays)
})
