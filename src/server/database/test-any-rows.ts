import { randomUUID } from 'node:crypto'
import { noFigures } from '#shared/rules/daily-close.ts'
import { noImportCounts } from '#shared/rules/imports.ts'
import { type InvoiceDocument, invoiceNumber } from '#shared/rules/invoices.ts'
import { nothingLearned } from '#shared/rules/learned-drives.ts'
import { standardSlots } from '#shared/rules/slots.ts'
import { currentHandle, queryRows } from './database.ts'

const invoiceDocument: InvoiceDocument = {
  business: { name: 'Fivequart', email: '', phone: '' },
  billTo: { name: 'Pat Person', company: 'Person & Sons', address: 'Austin', purchaseOrder: '' },
  visit: {
    number: 'FQ-1001',
    date: '2026-11-24',
    time: '8:00 AM',
    address: 'Austin',
    car: 'Camry',
  },
  lines: [{ name: 'Full Synthetic', quantity: 1, unitPrice: '129.99', amount: '129.99' }],
  cost: { lines: '129.99', amount: '129.99', adjustments: [] },
  termsDays: 30,
  instructions: '',
}

type Column = {
  table: string
  name: string
  type: string
  needed: boolean
  /** The `table.column` it references. */
  refers: string | null
}

type Made = Map<string, Record<string, unknown>[]>

const dayMs = 86_400_000
const instant = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

/** People referenced by their row in `users`. */
export const people = ['customer', 'technician', 'admin'] as const
const personOf = (column: string) =>
  /technician/.test(column) ? 1 : /customer|user_id/.test(column) ? 0 : 2

/** Values of columns whose type is not enough, for the n-th row overall and the i-th of this call. */
const meanings: Record<string, (n: number, i: number, type: string) => unknown> = {
  'users.role': (_, i) => people[i],
  'users.approved_at': () => instant(-30),
  'users.email': (n) => `person-${n}@example.com`,
  'users.phone': (n) => `+1512555${String(n).padStart(4, '0')}`,
  'users.first_name': () => 'Pat',
  'jobs.status': (_, i) => (i === 0 ? 'completed' : 'scheduled'),
  'jobs.completed_at': (_, i) => (i === 0 ? instant(-1) : null),
  // Small integers once were positions among the slots of a day.
  slot: (n, _, type) => (/small|int2/.test(type) ? (n % 5) + 1 : standardSlots[n % 5]),
  'jobs.service_address': () => '100 Test Street, Austin, TX 78701',
  'vehicles.year': () => '2018',
  'vehicles.license_plate': (n) => `TST ${n}`,
  oil_type: () => 'full_synthetic',
  'engines.years': () => '2015-2020',
  'engines.confidence': () => 'high',
  'catalog_changes.changes': () => '[]',
  'unsent_work.changes': () => '[]',
  'day_closes.figures': () => JSON.stringify({ ...noFigures, pending: 0 }),
  'imports.counts': () => JSON.stringify(noImportCounts),
  'invoices.year': () => 2026,
  'invoices.number': (n) => invoiceNumber(2026, n),
  'invoices.document': () => JSON.stringify(invoiceDocument),
  'job_events.kind': () => 'job_booked',
  'office_events.kind': () => 'contact_message',
  'customer_events.kind': () => 'added',
  'notifications.type': () => 'job_booked',
  'inspection_templates.id': () => randomUUID(),
  'inspection_template_versions.groups': () => '[]',
  'inspections.findings': () => '[]',
  'job_lines.source': () => 'extra',
  'job_lines.kind': () => 'labor',
  'job_lines.service_type': () => 'other',
  'job_extras.service_type': () => 'other',
  'conversation_entries.type': () => 'message',
  'communications.type': () => 'message',
  direction: () => 'inbound',
  channel: () => 'email',
  'contact_messages.channel': () => 'form',
  'job_photos.moment': () => 'before',
  'payment_operations.kind': () => 'hold',
  'payment_operations.status': () => 'done',
  'payment_adjustments.reason': () => 'other',
  'payment_holds.status': () => 'captured',
  'network_movements.kind': () => 'captured',
  'difference_notes.kind': () => 'missing_here',
  'imports.state': () => 'done',
  'import_rows.kind': () => 'customer',
  'setting_changes.subject': () => 'settings',
  'setting_changes.before': () => '{"leadDays":1}',
  'setting_changes.after': () => '{"leadDays":2}',
  'catalog_changes.subject': () => 'package',
  'company_members.role': () => 'driver',
  'plan_versions.kept_cents': () => null,
  'plan_versions.percent': () => 10,
  'plan_versions.every_months': () => 6,
  'subscriptions.state': () => 'active',
  'plan_periods.state': () => 'done',
  'waitlist_offers.plan_period_id': () => null,
  'promotions.code': (n) => `CODE-${n}`,
  'promotions.percent': () => 10,
  'reviews.rating': (n) => (n % 5) + 1,
  'ledger_entries.debit': () => 'cash',
  'ledger_entries.credit': () => 'revenue',
  'pay_ledger.debit': () => 'cash',
  'pay_ledger.credit': () => 'revenue',
  'sent_messages.status': () => 'sent',
  'outbox_messages.status': () => 'sent',
  origin: () => 'office',
  'payment_refunds.status': () => 'completed',
  'recorded_payments.method': () => 'cash',
  'payment_disputes.state': () => 'open',
  'logos.ground': () => 'light',
  'learned_drives.learned': () => JSON.stringify(nothingLearned),
  expires_at: () => instant(30),
  latitude: () => 30.27,
  longitude: () => -97.74,
}

/**
 * Inserts a few rows into every table, whatever its columns, with required values and references. Returns the names of
 * tables that took none.
 */
export async function insertAnyRows(): Promise<string[]> {
  const columns = await allColumns()
  const made: Made = new Map()
  const refused: string[] = []
  for (const table of inOrder(columns)) {
    const own = columns.filter((column) => column.table === table)
    const rows: Record<string, unknown>[] = []
    for (let i = 0; i < (table === 'users' ? people.length : 2); i++) {
      const row = await insertRow(table, own, made, i)
      if (row) rows.push(row)
    }
    if (rows.length === 0) refused.push(table)
    made.set(table, rows)
  }
  return refused
}

let counted = 0

async function insertRow(table: string, columns: Column[], made: Made, i: number) {
  counted += 1
  const values = columns.flatMap((column) => {
    const value = valueOf(column, made, counted, i)
    return value === undefined ? [] : [{ name: column.name, value }]
  })
  const names = values.map(({ name }) => `"${name}"`).join(', ')
  // Statements are prepared by their text, for the types of their time.
  const types = columns.map(({ type }) => type).join()
  const places = values.map((_, at) => `$${at + 1}`).join(', ')
  const { rows } = await currentHandle().query<{ row: Record<string, unknown> }>(
    `insert into "${table}" (${names}) values (${places}) on conflict do nothing returning to_jsonb("${table}") as row
    -- ${types}`,
    values.map(({ value }) => value),
  )
  return rows[0]?.row
}

function valueOf({ table, name, type, needed, refers }: Column, made: Made, n: number, i: number) {
  const own = meanings[`${table}.${name}`]
  if (refers && !own) {
    const [of = '', key = ''] = refers.split('.')
    const rows = made.get(of) ?? []
    const row = rows[of === 'users' ? personOf(name) : Math.min(i, rows.length - 1)]
    // An optional reference is set once and empty once.
    return row && (needed || i === 0) ? row[key] : undefined
  }
  const meaning = own ?? (needed ? meanings[name] : undefined)
  if (meaning) return meaning(n, i, type)
  return needed ? byType(type, name, n) : undefined
}

function byType(type: string, name: string, n: number): unknown {
  if (type.startsWith('_')) return '{}'
  if (/^(int|float)/.test(type)) return n
  switch (type) {
    case 'uuid':
      return randomUUID()
    case 'bool':
      return false
    case 'jsonb':
      return '{}'
    case 'bytea':
      return Buffer.from([n % 256])
    case 'date':
      return new Date(Date.UTC(2031, 0, 1 + n)).toISOString().slice(0, 10)
    case 'timestamptz':
      return instant(-1)
    default:
      return `${name} ${n}`
  }
}

/** Tables ordered after the ones they reference. */
function inOrder(columns: Column[]): string[] {
  const left = new Set(columns.map(({ table }) => table))
  const order: string[] = []
  while (left.size > 0) {
    const next = [...left].find((table) =>
      columns.every(
        ({ table: of, refers, needed }) =>
          of !== table ||
          !refers ||
          !needed ||
          refers.startsWith(`${table}.`) ||
          !left.has(refers.split('.')[0] ?? ''),
      ),
    )
    if (!next) throw new Error(`They refer to each other: ${[...left].join(', ')}`)
    left.delete(next)
    order.push(next)
  }
  return order
}

const allColumns = () =>
  queryRows<Column>(
    {
      name: `test-columns-${(counted += 1)}`,
      text: `select c.table_name as table, c.column_name as name, c.udt_name as type,
        c.is_nullable = 'NO' as needed,
        (select r.relname || '.' || ra.attname from pg_constraint f
          join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any(f.conkey)
          join pg_class r on r.oid = f.confrelid
          join pg_attribute ra on ra.attrelid = f.confrelid and ra.attnum = f.confkey[array_position(f.conkey, a.attnum)]
          where f.contype = 'f' and f.conrelid = format('public.%I', c.table_name)::regclass
            and a.attname = c.column_name order by array_length(f.conkey, 1) limit 1) as refers
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'migrations'
        and c.is_generated = 'NEVER' and c.identity_generation is null
        and (c.column_default is null or c.table_name || '.' || c.column_name = any($1))
      order by c.table_name, c.ordinal_position`,
    },
    [Object.keys(meanings)],
  )
