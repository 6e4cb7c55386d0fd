import { eq } from 'drizzle-orm'
import { db, queryRow, transaction } from '#server/database/database.ts'
import { whileErasing } from '#server/database/erasing.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { Conflict } from '#server/http/errors.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { overlapInSql } from '#shared/rules/slots.ts'
import { phrase } from '#shared/texts/t.ts'

/**
 * Transfers all visits of one customer to another; `cars` maps each merged car to the remaining one. Throws Conflict with
 * `details.reason` `same_slot` when such a car is booked twice at the same time.
 */
export async function mergeVisits(
  fromId: string,
  toId: string,
  cars: ReadonlyMap<string, string>,
): Promise<void> {
  await transaction(async () => {
    await db()
      .select({ id: jobs.id })
      .from(jobs)
      .where(eq(jobs.customerId, fromId))
      .orderBy(jobs.id)
      .for('no key update')
    for (const [gone, kept] of cars) {
      await queryRow(makeWayForImported, [gone, kept])
      await assertNotTwice(gone, kept)
      await db().update(jobs).set({ vehicleId: kept }).where(eq(jobs.vehicleId, gone))
    }
    await db().update(jobs).set({ customerId: toId }).where(eq(jobs.customerId, fromId))
    await whileErasing(() =>
      db().update(jobEvents).set({ actorId: toId }).where(eq(jobEvents.actorId, fromId)),
    )
    await db().update(jobLines).set({ addedBy: toId }).where(eq(jobLines.addedBy, fromId))
  })
}

async function assertNotTwice(gone: string, kept: string): Promise<void> {
  const twice = await queryRow<{ one: number; other: number }>(twiceStatement, [gone, kept])
  if (!twice) return
  throw new Conflict(
    phrase(
      'The same car is booked by both at the same time: {one} and {other}. Cancel or move one of them first.',
      { one: jobNumber(twice.one), other: jobNumber(twice.other) },
    ),
    { reason: 'same_slot' },
  )
}

// Imported visits of one car and day differ only by their slot, which means nothing else.
const makeWayForImported = {
  name: 'make-way-for-imported-visits',
  text: `update jobs set slot = slot - 1 + (select coalesce(min(o.slot), 0) from jobs o
      where o.vehicle_id = $2::uuid and o.slot <= 0)
    where vehicle_id = $1::uuid and slot <= 0`,
}

const twiceStatement = {
  name: 'car-booked-twice',
  text: `select a.number as one, b.number as other from jobs a join jobs b
      on b.service_date = a.service_date and ${overlapInSql('b.slot', 'a.slot')} and b.status <> 'cancelled'
    where a.vehicle_id = $1::uuid and b.vehicle_id = $2::uuid and a.status <> 'cancelled' limit 1`,
}
