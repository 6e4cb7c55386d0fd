import { and, count, eq, isNull } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { importRecords, imports } from '#server/database/tables/imports.ts'
import { happened } from '#server/events/happened.ts'
import { removeUnusedCustomer } from '#server/features/customers/actions/remove-unused-customer.ts'
import { removeUnusedVehicle } from '#server/features/vehicles/actions/remove-unused-vehicle.ts'

/** Goes through what is left of it, cars first. Safe to repeat. */
export async function removeMade(id: string): Promise<void> {
  const [found] = await db().select().from(imports).where(eq(imports.id, id))
  if (found?.state !== 'undoing') return
  for (const kind of ['vehicle', 'customer'] as const) {
    const left = await db()
      .select()
      .from(importRecords)
      .where(
        and(
          eq(importRecords.importId, id),
          eq(importRecords.kind, kind),
          isNull(importRecords.removedAt),
          isNull(importRecords.keptBecause),
        ),
      )
    for (const record of left) await remove(record)
  }
  await finish(id, found.undoneBy)
}

async function remove({
  importId,
  kind,
  recordId,
  fingerprint,
}: typeof importRecords.$inferSelect): Promise<void> {
  const keptBecause =
    kind === 'vehicle'
      ? await removeUnusedVehicle(recordId, fingerprint)
      : await removeUnusedCustomer(recordId, Number(fingerprint))
  await db()
    .update(importRecords)
    .set(keptBecause ? { keptBecause } : { removedAt: now() })
    .where(
      and(
        eq(importRecords.importId, importId),
        eq(importRecords.kind, kind),
        eq(importRecords.recordId, recordId),
        // Of two who are at it, the first one's finding stands.
        isNull(importRecords.removedAt),
        isNull(importRecords.keptBecause),
      ),
    )
}

async function finish(id: string, by: string | null): Promise<void> {
  await transaction(async () => {
    const [done] = await db()
      .update(imports)
      .set({ state: 'undone', undoneAt: now() })
      .where(and(eq(imports.id, id), eq(imports.state, 'undoing')))
      .returning({ id: imports.id })
    if (!done) return
    const removed = await db()
      .select({ kind: importRecords.kind, count: count(importRecords.removedAt) })
      .from(importRecords)
      .where(eq(importRecords.importId, id))
      .groupBy(importRecords.kind)
    const of = (kind: string) => removed.find((one) => one.kind === kind)?.count ?? 0
    await happened({
      event: 'import_undone',
      by,
      data: { importId: id, customers: of('customer'), vehicles: of('vehicle') },
    })
  })
}
