import { sql } from 'drizzle-orm'
import { now, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { ledgerEntries } from '#server/database/tables/ledger-entries.ts'
import { simulatorRecords } from '#server/database/tables/simulator-records.ts'
import type { TestPerson } from '#server/testing/test-app.ts'
import type { DailyClose } from '#shared/contract/daily-close.ts'
import { randomUUID } from 'node:crypto'

/** A day's close as the office requests it, for tests. */
export async function readDay(admin: TestPerson, date: string): Promise<DailyClose> {
  const { status, body } = await admin.call('GET /api/admin/close', { query: { date } })
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as DailyClose
}

/** Compares a day with the card network like the screen does, and returns it. */
export async function compare(admin: TestPerson, date: string): Promise<DailyClose> {
  let cursor: string | null = null
  do {
    const body: object = { date, ...(cursor && { cursor }) }
    const answer = await admin.call('POST /api/admin/close/compare', { body })
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    cursor = answer.body.next
  } while (cursor)
  return readDay(admin, date)
}

export const travel = (minutes: number) => travelTo(new Date(now().getTime() + minutes * 60_000))

/** Books ledger entries, each of cents from one account to another at an instant. */
export async function book(
  entries: readonly {
    jobId?: string
    ref?: string
    debit: string
    credit: string
    cents: number
    at: Date
    memo?: string
  }[],
): Promise<void> {
  const rows = entries.map(({ jobId = randomUUID(), ref = `test:${randomUUID()}`, ...entry }) => ({
    memo: 'Card charged',
    ...entry,
    jobId,
    ref,
  }))
  await db()
    .insert(ledgerEntries)
    .values(rows as (typeof ledgerEntries.$inferInsert)[])
}

/** Removes a movement from the simulated network's list. */
export async function deleteMovement(networkId: string): Promise<void> {
  await db()
    .delete(simulatorRecords)
    .where(
      sql`${simulatorRecords.kind} = 'movement' and ${simulatorRecords.id} like ${`%:${networkId}`}`,
    )
}

/** Removes a payment with everything about it. */
export async function deletePayment(networkId: string): Promise<void> {
  await db()
    .delete(simulatorRecords)
    .where(sql`${simulatorRecords.kind} = 'payment' and ${simulatorRecords.id} = ${networkId}`)
}
