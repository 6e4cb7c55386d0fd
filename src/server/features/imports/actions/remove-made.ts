import { and, count, eq, inArray, isNull } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { isForeignKeyViolation } from '#server/database/sql-state.ts'
import { importRecords, imports } from '#server/database/tables/imports.ts'
import { happened } from '#server/events/happened.ts'
import { removeImportedPlaces } from '#server/features/accounts/actions/imported-places.ts'
import { removeUnusedCustomers } from '#server/features/customers/actions/remove-unused-customers.ts'
import { removeImportedVisits } from '#server/features/jobs/actions/remove-imported-visits.ts'
import { removeUnusedVehicles } from '#server/features/vehicles/actions/remove-unused-vehicles.ts'
import { importRecordKinds, type KeptReason } from '#shared/rules/imports.ts'
import { firstBatch, makeWay, nextBatch } from '../batches.ts'

type Kind = (typeof importRecords.$inferSelect)['kind']
type Made = { id: string; fingerprint: string }
type Kept = ReadonlyMap<string, KeptReason>

/** Continues undoing an import, visits first, until done or `isEnough()`. Returns whether it is finished. Safe to repeat. */
export async function removeMade(id: string, isEnough = () => false): Promise<boolean> {
  for (const kind of importRecordKinds) {
    for (let size = firstBatch; ;) {
      if (isEnough()) return false
      const startedAt = performance.now()
      const done = await removeSome(id, kind, size)
      if (done === 0) break
      size = nextBatch(done, performance.now() - startedAt)
      await makeWay()
    }
  }
  await finish(id)
  return true
}

/** Returns how many records it removed or marked as kept. */
async function removeSome(id: string, kind: Kind, size: number): Promise<number> {
  try {
    return await transaction(async () => {
      const some = await lockedSome(id, kind, size)
      if (some.length > 0) await note(id, kind, some, await removeUnused(kind, some))
      return some.length
    })
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error
    // Something unforeseen refers to one of them; halving the batch finds it.
    return size > 1 ? removeSome(id, kind, Math.ceil(size / 2)) : keepOne(id, kind)
  }
}

const keepOne = (id: string, kind: Kind): Promise<number> =>
  transaction(async () => {
    const some = await lockedSome(id, kind, 1)
    await note(id, kind, some, new Map(some.map((one) => [one.id, 'in_use'])))
    return some.length
  })

/** Records still to undo, locked until the transaction ends. */
async function lockedSome(id: string, kind: Kind, size: number): Promise<Made[]> {
  const [undoing] = await db()
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.id, id), eq(imports.state, 'undoing')))
    .for('update')
  if (!undoing) return []
  return db()
    .select({ id: importRecords.recordId, fingerprint: importRecords.fingerprint })
    .from(importRecords)
    .where(
      and(
        eq(importRecords.importId, id),
        eq(importRecords.kind, kind),
        isNull(importRecords.removedAt),
        isNull(importRecords.keptBecause),
      ),
    )
    .orderBy(importRecords.recordId)
    .limit(size)
}

function removeUnused(kind: Kind, all: readonly Made[]): Promise<Kept> {
  if (kind === 'visit') return removeImportedVisits(all.map(({ id }) => id))
  if (kind === 'place') return removeImportedPlaces(all)
  if (kind === 'vehicle') return removeUnusedVehicles(all)
  return removeUnusedCustomers(
    all.map(({ id, fingerprint }) => ({ id, version: Number(fingerprint) })),
  )
}

async function note(importId: string, kind: Kind, all: readonly Made[], kept: Kept) {
  const byReason = Map.groupBy(all, ({ id }) => kept.get(id))
  for (const [keptBecause, some] of byReason)
    await db()
      .update(importRecords)
      .set(keptBecause ? { keptBecause } : { removedAt: now() })
      .where(
        and(
          eq(importRecords.importId, importId),
          eq(importRecords.kind, kind),
          inArray(
            importRecords.recordId,
            some.map(({ id }) => id),
          ),
        ),
      )
}

async function finish(id: string): Promise<void> {
  await transaction(async () => {
    const [done] = await db()
      .update(imports)
      .set({ state: 'undone', undoneAt: now(), mend: '' })
      .where(and(eq(imports.id, id), eq(imports.state, 'undoing')))
      .returning({ by: imports.undoneBy })
    if (!done) return
    const removed = await db()
      .select({ kind: importRecords.kind, count: count(importRecords.removedAt) })
      .from(importRecords)
      .where(eq(importRecords.importId, id))
      .groupBy(importRecords.kind)
    const of = (kind: string) => removed.find((one) => one.kind === kind)?.count ?? 0
    await happened({
      event: 'import_undone',
      by: done.by,
      data: {
        importId: id,
        customers: of('customer'),
        vehicles: of('vehicle'),
        visits: of('visit'),
      },
    })
  })
}
