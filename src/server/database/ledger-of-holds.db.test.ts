import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { currentHandle } from './database.ts'
import { useTestDatabase } from './test-database.ts'
import { beforeMigration } from './test-old-schema.ts'

useTestDatabase()

const query = async (text: string, values: unknown[] = []) =>
  (await currentHandle().query<Record<string, unknown>>(text, values)).rows

const jobId = randomUUID()
const hold = (paymentId: string, cents: number, status: string) =>
  query(`insert into payment_holds (payment_id, job_id, cents, expires_at, can_raise, status, created_at)
    values ('${paymentId}', '${jobId}', ${cents}, '2026-11-08', true, '${status}', '2026-11-01')`)
const operation = (kind: string, cents: number, paymentId: string | null, day: number) =>
  query(`insert into payment_operations (id, job_id, kind, cents, payment_id, buyer_present, status, created_at, closed_at)
    values ('${randomUUID()}', '${jobId}', '${kind}', ${cents}, ${paymentId ? `'${paymentId}'` : 'null'}, true, 'done',
      '2026-11-0${day}', '2026-11-0${day}')`)

test('what was reserved before there were entries for it gets them, at the time it happened', () =>
  beforeMigration('0010_reservations_in_the_ledger.sql', async (migrate) => {
    await query(`insert into payment_accounts (job_id) values ('${jobId}')`)
    await operation('hold', 9000, null, 1)
    await operation('change', 9500, 'raised', 3)
    await hold('raised', 9500, 'captured')
    await query(`insert into payment_captures (payment_id, job_id, captured_cents, created_at)
      values ('raised', '${jobId}', 9500, '2026-11-04')`)
    await hold('expired', 700, 'expired')
    await migrate()
    const entries = await query(
      `select split_part(ref, ':', 2) as hold, split_part(ref, ':', 1) as kind, cents::int,
        case when debit = 'reserved' then 1 else -1 end as sign, extract(day from at)::int as day
      from old_tables.ledger_entries order by hold, at`,
    )
    expect(entries).toEqual([
      { hold: 'expired', kind: 'reserved', cents: 700, sign: 1, day: 1 },
      { hold: 'expired', kind: 'expired', cents: 700, sign: -1, day: 8 },
      { hold: 'raised', kind: 'reserved', cents: 9000, sign: 1, day: 1 },
      { hold: 'raised', kind: 'raised', cents: 500, sign: 1, day: 3 },
      { hold: 'raised', kind: 'used', cents: 9500, sign: -1, day: 4 },
    ])
  }))
