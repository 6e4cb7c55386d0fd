import { crc32, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { queryRows } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { databaseContent } from '#server/http/test-contract.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { exportedTables, isSecret, leftOutTables } from './tables.ts'

const app = useTestApp({ at: new Date('2026-11-23T15:00:00Z') })

/** The files of a zip by name, found by its directory, checked by their sums. */
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

test('an admin takes everything with them, and the log has it', async () => {
  const admin = await app.as('admin')
  const customer = await makeUser({
    role: 'customer',
    firstName: '=1+1',
    lastName: 'Bennett, "Liv"',
    email: 'olivia@example.com',
  })
  await makeJob({ customerId: customer.id })
  const answer = await admin.call('GET /api/admin/export')
  expect(answer).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="all-data-2026-11-23.zip"',
    },
  })
  const files = unzip(answer.bytes)
  const names = Object.values(exportedTables).map((name) => `${name}.csv`)
  expect([...files.keys()].toSorted()).toEqual(['README.txt', ...names].toSorted())
  expect(files.get('people.csv')).toContain(`,'=1+1,"Bennett, ""Liv""",olivia@example.com,`)
  expect(files.get('visits.csv')?.split('\r\n')).toHaveLength(3)
  const { body } = await admin.call('GET /api/admin/audit')
  expect(body[0]).toMatchObject({ event: 'data_exported', title: 'All data exported' })
})

test('nothing in it opens anything', async () => {
  const admin = await app.as('admin')
  const before = await databaseContent()
  const files = unzip((await admin.call('GET /api/admin/export')).bytes)
  const changed = Object.entries(await databaseContent()).filter(
    ([table, hash]) => hash !== before[table],
  )
  expect(changed.map(([table]) => table)).toEqual(['public.office_events'])
  for (const [name, text] of files) {
    const header = text.split('\r\n', 1)[0]
    if (name.endsWith('.csv'))
      expect([name, header]).toEqual([name, expect.not.stringMatching(/token|hash|secret|ticket/)])
  }
})

test('every table is in it, or left out for a reason', async () => {
  const tables = await queryRows<{ name: string }>({
    name: 'test-all-tables',
    text: `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  })
  expect(tables.map(({ name }) => name)).toEqual(
    [...Object.keys(exportedTables), ...Object.keys(leftOutTables)].toSorted(),
  )
})

test.each([
  ['sessions', 'token_hash', true],
  ['payment_cards', 'network_card_id', true],
  ['payment_cards', 'last4', false],
  ['payment_operations', 'token', true],
  ['sent_messages', 'body', true],
  ['users', 'email', false],
  ['service_packages', 'price_cents', false],
])('%s.%s stays out: %s', (table, column, stays) => {
  expect(isSecret(table, column)).toBe(stays)
})
