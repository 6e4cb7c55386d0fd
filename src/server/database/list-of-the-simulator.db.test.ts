import { expect, test } from 'vitest'
import { currentHandle } from './database.ts'
import { useTestDatabase } from './test-database.ts'
import { beforeMigration } from './test-old-schema.ts'

useTestDatabase()

const query = async (text: string, values: unknown[] = []) =>
  (await currentHandle().query<Record<string, unknown>>(text, values)).rows

const book = (id: string, status: string, refunds: object[] = []) =>
  query(
    `insert into simulator_records (kind, id, data, created_at)
      values ('payment', $1, $2::text::jsonb, '2026-11-01T12:00:00Z')`,
    [id, JSON.stringify({ id, status, cents: 100, refunds })],
  )

test('the simulated network lists what it captured and refunded before it kept a list', () =>
  beforeMigration('0049_daily_close.sql', async (migrate) => {
    await book('held', 'approved')
    await book('captured', 'completed', [{ id: 'back', at: Date.UTC(2026, 10, 5), cents: 50 }])
    // Nobody knows when, so it counts from when it was made.
    await book('unbooked', 'completed')
    await query(`insert into ledger_entries (job_id, ref, debit, credit, cents, memo, at)
      values (gen_random_uuid(), 'captured:captured', 'cash', 'receivable', 100, '', '2026-11-03T12:00:00.500Z')`)
    await migrate()
    const rows = await query(
      `select id, data from old_tables.simulator_records where kind = 'movement' order by id`,
    )
    const at = (...date: Parameters<typeof Date.UTC>) => String(Date.UTC(...date)).padStart(15, '0')
    expect(rows).toEqual([
      {
        id: `${at(2026, 10, 1, 12)}:unbooked`,
        data: { paymentId: 'unbooked', refundId: null },
      },
      {
        id: `${at(2026, 10, 3, 12, 0, 0, 500)}:captured`,
        data: { paymentId: 'captured', refundId: null },
      },
      { id: `${at(2026, 10, 5)}:back`, data: { paymentId: 'captured', refundId: 'back' } },
    ])
  }))
