import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { contract } from '#shared/contract/contract.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { slotAt, startsAt } from '#shared/rules/test-slots.ts'
import { diskPhotoStore } from '#server/adapters/photos/disk.ts'
import { readBackupFile } from '#server/backup/backup-file.ts'
import { writeEverything } from '#server/backup/write-everything.ts'
import { installQueue } from '#server/queue/install-queue.ts'
import { dropBoss } from '#server/queue/boss.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { finishCoalescedCalls } from './coalesce-calls.ts'
import { closeDatabase, currentHandle, db, openDatabase } from './database.ts'
import { migrate, migrationsFolder, readMigrations } from './migrator.ts'
import { insertAnyRows, people } from './test-any-rows.ts'
import { jobs } from './tables/jobs.ts'
import { users } from './tables/users.ts'
import { dropTestDatabase } from './test-database.ts'
import type { UserRow } from './test-factories.ts'
import { emptyDatabase } from './test-server.ts'

/** Databases made so far. */
let made = 0

beforeEach(async () => {
  await dropTestDatabase()
  await openDatabase(
    process.env.TEST_ENGINE === 'postgres'
      ? {
          url: await emptyDatabase(inject('serverUrl'), `upgrade_${process.pid}_${made++}`),
          poolSize: 4,
        }
      : { snapshot: 'empty' },
  )
})
afterEach(async () => {
  await finishCoalescedCalls()
  dropBoss()
  await closeDatabase()
})

const select = async <Row>(text: string) => (await currentHandle().query<Row>(text, [])).rows

async function countRows(): Promise<Record<string, number>> {
  const [row] = await select<{ text: string }>(
    `select string_agg(format('select %L as name, count(*)::int as rows from %I', tablename, tablename), ' union all ') as text
     from pg_tables where schemaname = 'public' and tablename <> 'migrations'`,
  )
  const counts = await select<{ name: string; rows: number }>(row?.text ?? '')
  return Object.fromEntries(counts.map(({ name, rows }) => [name, rows]))
}

/** The tables whose rows a migration deletes or moves on purpose. */
const dropped: Record<string, readonly string[]> = {
  // Notifications without an event, which nothing has written since events exist.
  '0078_notification_events.sql': ['notifications'],
  // Lines since.
  '0107_lines.sql': ['job_addons', 'job_extras'],
}

test('rows of every version survive all later migrations, and the business runs on them', async () => {
  const names = readMigrations(migrationsFolder).map(({ name }) => name)
  let before: Record<string, number> = {}
  for (const [at, name] of names.entries()) {
    await migrate({ upTo: names.slice(0, at + 1) })
    const after = await countRows()
    const lost = Object.entries(before).filter(
      ([table, rows]) => (after[table] ?? 0) < rows && !dropped[name]?.includes(table),
    )
    expect([name, lost]).toEqual([name, []])
    // Rows of totals are written by triggers, one per customer; what drives taught is one row.
    const full = ['customer_totals', 'learned_drives']
    expect((await insertAnyRows()).filter((table) => !full.includes(table))).toEqual([])
    before = await countRows()
  }
  // Settings are one row, written when the office first changes one.
  expect(Object.keys(before).filter((table) => before[table] === 0)).toEqual(['settings'])
  await installQueue()
  const app = await startTestApp({ DEMO: '1' })
  try {
    await goOn(app, names.length)
  } finally {
    await app.close()
  }
}, 300_000)

test('positions of slots become their times wherever they were recorded', async () => {
  const names = readMigrations(migrationsFolder).map(({ name }) => name)
  await migrate({ upTo: names.slice(0, names.indexOf('0094_slot_times.sql')) })
  await insertAnyRows()
  await insertAnyRows()
  const positions = await select<{ id: string; slot: number }>('select id, slot from jobs')
  const move =
    '{"from": {"date": "2026-11-24", "slot": 1}, "to": {"date": "2026-11-25", "slot": 5}}'
  const hours = '[[1, 2, 3, 4, 5], [], [], [], [], [1, 2], []]'
  const changed = `{"names": ["weeklyHours"], "changes": [{"name": "weeklyHours", "from": ${hours}, "to": [[3]]}]}`
  const write = (text: string) => currentHandle().query(text, [])
  await write(`insert into job_events (job_id, kind, data)
    select id, 'job_rescheduled', '${move}' from jobs limit 1`)
  await write(`insert into office_events (actor_id, kind, data) select id, 'slots_blocked', '{"slots": [1, 4]}'
    from users limit 1`)
  await write(`insert into office_events (actor_id, kind, data) select id, 'settings_changed', '${changed}'
    from users limit 1`)
  await write(
    `insert into settings (id, changed) values (1, '{"weeklyHours": ${hours}, "leadDays": 2}')`,
  )
  await write(
    `insert into closures (from_date, to_date, slots) values ('2031-01-01', '2031-01-02', '{2,5}')`,
  )
  await write(
    `insert into blocked_slots (service_date, slot) values ('2031-01-01', 3), ('2031-01-01', 5)`,
  )
  await migrate()

  const at = new Map([1, 2, 3, 4, 5].map((n) => [n, slotAt(n)]))
  const times = await select<{ id: string; slot: number }>('select j.id, j.slot from jobs j')
  expect(new Map(times.map(({ id, slot }) => [id, slot]))).toEqual(
    new Map(positions.map(({ id, slot }) => [id, at.get(slot)])),
  )
  const data = async (kind: string, table = 'office_events') =>
    (await select<{ data: object }>(`select data from ${table} where kind = '${kind}'`)).at(-1)
      ?.data
  expect(await data('job_rescheduled', 'job_events')).toEqual({
    from: { date: '2026-11-24', slot: slotAt(1) },
    to: { date: '2026-11-25', slot: slotAt(5) },
  })
  expect(await data('slots_blocked')).toEqual({ slots: [slotAt(1), slotAt(4)] })
  const week = [startsAt(1, 2, 3, 4, 5), [], [], [], [], startsAt(1, 2), []]
  expect(await data('settings_changed')).toEqual({
    names: ['weeklyHours'],
    changes: [{ name: 'weeklyHours', from: week, to: [startsAt(3)] }],
  })
  expect(await select('select changed from settings')).toEqual([
    { changed: { weeklyHours: week, leadDays: 2 } },
  ])
  expect(await select("select slots from closures where from_date = '2031-01-01'")).toEqual([
    { slots: [slotAt(2), slotAt(5)] },
  ])
  expect(
    await select("select slot from blocked_slots where service_date = '2031-01-01' order by slot"),
  ).toEqual([{ slot: slotAt(3) }, { slot: slotAt(5) }])
}, 120_000)

test('visits from before lines cost what they cost, and their lines sum to it', async () => {
  const names = readMigrations(migrationsFolder).map(({ name }) => name)
  await migrate({ upTo: names.slice(0, names.indexOf('0107_lines.sql')) })
  await insertAnyRows()
  const write = (text: string) => currentHandle().query(text, [])
  await write('delete from job_extras')
  await write('delete from job_addons')
  const [done, ahead] = await select<{ id: string }>(`select id from jobs order by status`)
  const [product] = await select<{ id: string }>('select id from products')
  if (!done || !ahead || !product) throw new Error('Rows are missing.')
  // $129.99 and $15.00 are taxed, two extras at $12.00 are not; one at $9.00 was declined.
  await write(`update jobs set package_cents = 12999, addons_cents = 1500, extras_cents = 2400,
    taxable_cents = 14499, tax_rate_bp = 825 where id = '${done.id}'`)
  await write(`insert into job_addons (job_id, addon_service_id, name, price_cents, taxable)
    values ('${done.id}', '${product.id}', 'Wax', 1500, true)`)
  await write(`insert into job_extras (job_id, service_type, description, quantity, unit_cents, total_cents, taxable, approval)
    values ('${done.id}', 'other', 'Two bulbs', 2, 1200, 2400, false, 'approved'),
      ('${done.id}', 'other', 'Flush', 1, 900, 900, true, 'declined')`)
  await write(`update jobs set package_cents = 8999, addons_cents = 0, extras_cents = 0,
    taxable_cents = 0, tax_rate_bp = null where id = '${ahead.id}'`)
  await migrate()

  await installQueue()
  const app = await startTestApp({ DEMO: '1' })
  try {
    const admin = await app.as(await first({ role: 'admin' }))
    const read = async (route: string, id: string) =>
      (await admin.call(route, { params: { id } })).body
    const linesOf = async (id: string) =>
      (await read('GET /api/jobs/{id}/lines', id)).map(
        ({ description, amount }: { description: string; amount: string }) => [description, amount],
      )
    expect((await read('GET /api/jobs/{id}', done.id)).cost).toMatchObject({
      lines: '168.99',
      salesTax: { amount: '11.96' },
    })
    expect((await linesOf(done.id)).slice(1)).toEqual([
      ['Wax', '15.00'],
      ['Two bulbs', '24.00'],
    ])
    expect((await linesOf(done.id))[0][1]).toBe('129.99')
    expect((await read('GET /api/jobs/{id}', ahead.id)).cost).toMatchObject({ lines: '89.99' })
    expect((await linesOf(ahead.id)).map(([, amount]: [string, string]) => amount)).toEqual([
      '89.99',
    ])
  } finally {
    await app.close()
  }
}, 120_000)

test('everything of a business from version 0.1 can be read, and each visit costs what it did', async () => {
  const file = join(import.meta.dirname, '../backup/test-version-0-1.backup')
  const folder = await mkdtemp(join(tmpdir(), 'fivequart-upgrade-'))
  await writeEverything(readBackupFile(file, undefined), diskPhotoStore(folder), new Set())
  await migrate()
  await installQueue()
  const app = await startTestApp({ DEMO: '1' })
  try {
    const failed = await readLists(app)
    const admin = await app.as(await first({ role: 'admin' }))
    const tables = await idsByTable()
    const unread: string[] = []
    for (const route of readable('admin').filter((one) => one.split('{').length === 2)) {
      const read = (id: string) =>
        admin.call(route, { params: { [/\{(\w+)\}/.exec(route)?.[1] ?? '']: id } })
      const answers = async (ids: readonly string[]) =>
        await Promise.all(ids.map(async (id) => ({ id, ...(await read(id)) })))
      const found = (await answers(tables.flatMap(([id = '']) => id))).find(
        ({ status }) => status === 200,
      )
      const ids = tables.find(([id]) => id === found?.id)
      if (!ids) unread.push(route)
      for (const { status, text } of await answers(ids ?? []))
        if (status >= 500) failed.push([route, text])
    }
    expect(failed).toEqual([])
    const dearer: unknown[] = []
    for (const [id, cents] of await amountsIn(file)) {
      const { cost } = (await admin.call('GET /api/jobs/{id}', { params: { id } })).body
      const lines = (await admin.call('GET /api/jobs/{id}/lines', { params: { id } })).body
      const sum = lines.reduce(
        (all: number, { amount }: { amount: string }) => all + centsOf(amount),
        0,
      )
      if (centsOf(cost.amount) !== cents || centsOf(cost.lines) !== sum)
        dearer.push([id, cents, cost, sum])
    }
    expect(dearer).toEqual([])
    // It had none of these.
    expect(
      unread.filter(
        (route) => !/photo|promotion|plans|compan|invoice|\{date\}|merge|mend|\/work$/.test(route),
      ),
    ).toEqual([])
  } finally {
    await app.close()
    await rm(folder, { recursive: true })
  }
}, 300_000)

const centsOf = (amount: string) => Math.round(Number(amount) * 100)

/** What each visit of a backup costs, in cents, as it was stored then. */
async function amountsIn(file: string): Promise<[string, number][]> {
  for await (const record of readBackupFile(file, undefined)) {
    if (!('table' in record) || record.table !== 'payment_accounts') continue
    const [id, cents] = ['job_id', 'amount_cents'].map((name) => record.columns.indexOf(name))
    return record.rows.map((row) => [String(row[id ?? 0]), Number(row[cents ?? 0])])
  }
  throw new Error(`${file} has no payments.`)
}

/** Ids of each table, at most 40. */
async function idsByTable(): Promise<string[][]> {
  const tables = await select<{ name: string }>(`select table_name as name
    from information_schema.columns where table_schema = 'public' and column_name = 'id' order by 1`)
  const technicians = await select<{ id: string }>(`select id from users where role = 'technician'`)
  const ids = [technicians.map(({ id }) => id)]
  for (const { name } of tables)
    ids.push(
      (await select<{ id: string }>(`select id::text from "${name}" limit 40`)).map(({ id }) => id),
    )
  return ids.filter(({ length }) => length > 0)
}

const roles = people.map((role) => ({ role }))

/** A person from the first version. */
async function first({ role }: (typeof roles)[number]): Promise<UserRow> {
  const [user] = await db()
    .select()
    .from(users)
    .where(eq(users.role, role))
    .orderBy(users.createdAt, users.id)
    .limit(1)
  if (!user) throw new Error(`There is no ${role}.`)
  return user
}

const readable = (role: (typeof people)[number]) =>
  Object.entries(contract as Record<string, Endpoint>)
    .filter(([route, { allow }]) => route.startsWith('GET ') && allow.includes(role))
    .map(([route]) => route)

/** Calls every GET without parameters as every role; returns those that failed. */
async function readLists(app: TestApp): Promise<unknown[]> {
  const failed: unknown[] = []
  let read = 0
  for (const { role } of roles) {
    const person = await app.as(await first({ role }))
    for (const route of readable(role).filter((one) => !one.includes('{'))) {
      const { status, text } = await person.call(route)
      if (status === 200) read += 1
      if (status >= 500) failed.push([role, route, status, text])
    }
  }
  expect(read).toBeGreaterThan(30)
  return failed
}

async function goOn(app: TestApp, versions: number): Promise<void> {
  expect(await readLists(app)).toEqual([])

  const admin = await app.as(await first({ role: 'admin' }))
  const visits = await db().select({ id: jobs.id }).from(jobs)
  expect(visits).toHaveLength(2 * versions)
  for (const { id } of visits)
    for (const route of ['GET /api/jobs/{id}', 'GET /api/jobs/{id}/history'])
      expect((await admin.call(route, { params: { id } })).status).toBe(200)

  const customer = await app.as(await first({ role: 'customer' }))
  const { body: days } = await customer.call('GET /api/availability')
  const open = days.find((day: { open: boolean }) => day.open)
  const slot = open.slots.find((one: { status: string }) => one.status === 'open')
  const { body: cars } = await customer.call('GET /api/vehicles')
  const { body: packages } = await customer.call('GET /api/service-packages')
  const booked = await customer.call('POST /api/jobs', {
    body: {
      vehicleId: cars[0].id,
      servicePackageId: packages[0].id,
      scheduledDate: open.date,
      scheduledTime: slot.timeSlot,
      serviceAddress: '100 Test Street, Austin, TX 78701',
    },
  })
  expect([booked.status, booked.text]).toEqual([201, expect.stringContaining('FQ-')])
  await expect.poll(() => runDueTasks()).toContain('notify-of-bookings')
}
