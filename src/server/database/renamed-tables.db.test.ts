import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { currentHandle } from './database.ts'
import { useTestDatabase } from './test-database.ts'
import { beforeMigration } from './test-old-schema.ts'

useTestDatabase()

const query = async (text: string, values: unknown[] = []) =>
  (await currentHandle().query<Record<string, unknown>>(text, values)).rows

const [jobId, userId] = [randomUUID(), randomUUID()]
const rows = {
  jobs: `(id, customer_id, vehicle_id, service_package_id, service_date, slot, place, starts_at, service_address, package_cents)
    values ('${jobId}', '${userId}', '${userId}', '${userId}', '2026-11-02', 3, 2, now(), '1 Main St', 9000)`,
  users: `(id, email, anonymised_at) values ('${userId}', null, '2026-11-01')`,
  communications: `(job_id, type, direction, message) values ('${jobId}', 'sms', 'inbound', 'At the gate')`,
  outbox_messages: `(channel, recipient, body, status) values ('sms', '+15125550100', 'Hello', 'local')`,
  sign_in_codes: `(email, code_hash, browser_hash, address, expires_at)
    values ('ada@example.com', 'a', 'b', 'network:192.0.2.1', now())`,
  idempotency_keys: `(key_hash, body_hash, response) values ('a', 'b', '{"ok":true}')`,
  pay_cards: `(id, user_id, network_card_id, network_customer_id, brand, last4, consent_version, consent_at)
    values ('${userId}', '${userId}', 'c', 'd', 'Visa', '1111', '1', now())`,
  pay_cases: `(job_id, state, card_id) values ('${jobId}', 'paid', '${userId}')`,
  pay_ops: `(id, job_id, kind, cents, buyer_present) values ('${userId}', '${jobId}', 'hold', 9000, true)`,
  pay_holds: `(payment_id, job_id, cents, expires_at, can_raise, status)
    values ('p', '${jobId}', 9000, now(), true, 'captured')`,
  pay_money: `(payment_id, job_id, captured_cents, refunded_cents) values ('p', '${jobId}', 9000, 500)`,
  pay_refunds: `(refund_id, job_id, payment_id, cents, status, origin)
    values ('r', '${jobId}', 'p', 500, 'completed', 'planner')`,
  pay_adjustments: `(job_id, actor_id, from_cents, to_cents, reason)
    values ('${jobId}', '${userId}', 9000, 8500, 'goodwill')`,
  pay_ledger: `(job_id, ref, debit, credit, cents, memo, at)
    values ('${jobId}', 'x', 'cash', 'receivable', 9000, 'Card charged', now())`,
  pay_discrepancies: `(job_id, ref, detail) values ('${jobId}', 'y', 'z')`,
}
const newNames: Record<string, string> = {
  communications: 'conversation_entries',
  outbox_messages: 'sent_messages',
  pay_cards: 'payment_cards',
  pay_cases: 'payment_accounts',
  pay_ops: 'payment_operations',
  pay_holds: 'payment_holds',
  pay_money: 'payment_captures',
  pay_refunds: 'payment_refunds',
  pay_adjustments: 'payment_adjustments',
  pay_ledger: 'ledger_entries',
  pay_discrepancies: 'payment_discrepancies',
}

test('rows of before are there under the new names, with what they said', () =>
  beforeMigration('0006_words.sql', async (migrate) => {
    const before = new Map<string, unknown>()
    for (const [table, values] of Object.entries(rows)) {
      await query(`insert into ${table} ${values}`)
      before.set(table, (await query(`select * from ${table}`))[0])
    }
    await migrate()
    for (const [table, row] of before) {
      const [after] = await query(`select * from old_tables.${newNames[table] ?? table}`)
      expect({ table, row: after }).toEqual({ table, row: renamed(table, row as object) })
    }
  }))

function renamed(table: string, row: object): Record<string, unknown> {
  switch (table) {
    case 'jobs':
      return renamedColumn(row, 'place', 'seat')
    case 'users':
      return renamedColumn(row, 'anonymised_at', 'anonymized_at')
    case 'sign_in_codes':
      return renamedColumn(row, 'address', 'limit_key')
    case 'idempotency_keys': {
      const { status: _, ...rest } = row as Record<string, unknown>
      return rest
    }
    case 'communications':
      return { ...row, type: 'message' }
    case 'pay_refunds':
      return { ...row, origin: 'orchestrator' }
    default:
      return { ...row }
  }
}

function renamedColumn(row: object, from: string, to: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column === from ? to : column, value]),
  )
}

test('nothing in the database is called by an old name', async () => {
  const old = `^(${Object.keys(newNames).join('|')})(_|$)|_(pay_cases|pay_money|pay_cards)_|^(jobs_place|sign_in_codes_address)(_|$)`
  const found = await query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname ~ $1
      union all
      select conname from pg_constraint where connamespace = 'public'::regnamespace and conname ~ $1`,
    [old],
  )
  expect(found).toEqual([])
})

test('what waits to be sent is found by its new name', () =>
  beforeMigration('0006_words.sql', async (migrate) => {
    const data = { outboxId: 'm', userId: 'u' }
    await query(`insert into pgboss.job (name, data) values ('send-text', $1)`, [data])
    await migrate()
    const [task] = await query(`select data from pgboss.job where name = 'send-text'`)
    expect(task?.data).toEqual({ messageId: 'm', userId: 'u' })
  }))
