import { once } from 'node:events'
import { get } from 'node:http'
import { parse } from 'csv-parse/sync'
import { beforeEach, expect, test } from 'vitest'
import { currentHandle, queryRows } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { startTestApp, type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { listenAt } from '#server/testing/test-socket.ts'

const app = useTestApp({ at: new Date('2026-11-23T15:00:00Z') })
const count = 350
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
  const job = await makeJob({ serviceDate: '2019-12-31' })
  // Every third equals another in the sort column.
  await currentHandle().script(`
    insert into users (role, first_name, last_name, email, created_at)
      select 'customer', 'Ada', 'Nth ' || n / 3, n || '@nth.example', timestamptz '2020-01-01' + n / 3 * interval '1 day'
      from generate_series(1, ${count}) n;
    insert into jobs (service_date, slot, seat, status, customer_id, vehicle_id, service_package_id, package_cents,
        starts_at, service_address)
      select date '2020-01-01' + n, 1, 1, 'completed', '${job.customerId}', '${job.vehicleId}',
        '${job.servicePackageId}', 9000 + n % 3, now(), 'Here'
      from generate_series(1, ${count}) n;
    insert into payment_accounts (job_id) select id from jobs where id <> '${job.id}';
    insert into ledger_entries (job_id, ref, debit, credit, cents, memo, at)
      select id, 'test:' || id, 'cash', 'receivable', 100, 'Charge', timestamptz '2020-01-01 12:00Z' + number / 3 * interval '1 hour'
      from jobs where id <> '${job.id}';
    insert into invoices (year, nth, number, job_id, issued_on, due_on, document, total_cents)
      select 2020, n, '2020-' || n, id, date '2020-01-01', date '2020-02-01' + n::int / 3, '{"billTo": {"name": "Acme"}}', 100
      from (select id, row_number() over () as n from jobs where id <> '${job.id}') j;
    insert into promotions (code, reason, percent, uses)
      select 'CODE-' || n, 'Mailing', 10, n / 3 from generate_series(1, ${count}) n;
    insert into office_events (actor_id, kind, data, created_at)
      select '${admin.user.id}', 'stock_changed', '{}', timestamptz '2020-01-01' + n / 3 * interval '1 day'
      from generate_series(1, ${count}) n;
    analyze`)
})

type Rows = Record<string, string>[]
const readCsv = (text: string): Rows => parse(text, { bom: true, columns: true })

async function exported(route: string, query: Record<string, string>): Promise<Rows> {
  const answer = await admin.call(route, { query })
  expect(answer.status).toBe(200)
  return readCsv(answer.text)
}

async function listed(route: string, query: Record<string, string>) {
  const all: Record<string, unknown>[] = []
  let cursor: string | undefined
  do {
    const page = { ...query, limit: '100', ...(cursor && { cursor }) }
    const { body, headers } = await admin.call(route, { query: page })
    all.push(...body)
    cursor = headers['x-next-cursor'] as string | undefined
  } while (cursor)
  return all
}

test.each([
  [
    'customers',
    'Id',
    'id',
    '/api/admin/customers',
    [{}, { sort: 'name' }, { search: 'nth', sort: '-created' }],
  ],
  [
    'payments',
    'Job id',
    'jobId',
    '/api/payments',
    [{}, { sort: 'amount' }, { to: '2020-11-01', sort: '-amount' }],
  ],
  [
    'invoices',
    'Invoice number',
    'number',
    '/api/admin/invoices',
    [{}, { sort: 'due' }, { status: 'overdue' }],
  ],
  [
    'promotion codes',
    'Code',
    'code',
    '/api/admin/promotions',
    [{}, { sort: 'uses' }, { search: '1', sort: '-uses' }],
  ],
  ['log', 'Id', 'id', '/api/admin/audit', [{ to: '2020-12-31' }, { to: '2020-12-31', sort: 'at' }]],
] as const)(
  '%s: every listed row is exported once, in list order',
  async (_, column, id, path, queries) => {
    for (const query of queries) {
      const rows = (await exported(`GET ${path}/export`, query)).map((row) => row[column])
      const list = (await listed(`GET ${path}`, query)).map((row) => row[id])
      expect(rows).toEqual(list)
      expect(new Set(rows).size).toBe(rows.length)
      expect(rows.length).toBeGreaterThan(100)
    }
  },
)

test('ledger: each entry of the days is exported once, in booking order', async () => {
  const rows = await exported('GET /api/admin/close/export', {
    from: '2020-01-01',
    to: '2020-01-04',
  })
  const entries = await queryRows<{ id: string }>({
    name: 'test-ledger',
    text: `select id from ledger_entries where at < '2020-01-05 06:00Z' order by at, id`,
  })
  expect(rows.map((row) => row.Entry)).toEqual(entries.map(({ id }) => id))
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.length).toBeLessThan(count)
})

test('a failure in the middle does not yield a complete file', async () => {
  await currentHandle().script(`
    insert into office_events (actor_id, kind, data, created_at)
      values ('${admin.user.id}', 'settings_changed', '{"names": 5}', timestamptz '2019-01-01')`)
  const server = await startTestApp()
  const { id } = await makeUser({ role: 'admin' })
  const request = get(`${await listenAt(server.app)}/api/admin/audit/export`, {
    headers: { cookie: `fq_session=${await startSession(id)}` },
  })
  const [answer] = await once(request, 'response')
  let text = ''
  answer.setEncoding('utf8').on('data', (some: string) => (text += some))
  await expect(once(answer, 'end')).rejects.toThrow('aborted')
  expect(text.split('\r\n').length).toBeGreaterThan(100)
  await server.close()
})
