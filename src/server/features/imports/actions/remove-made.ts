import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { isForeignKeyViolation } from '#server/database/sql-state.ts'
import { importRecords, imports } from '#server/database/tables/imports.ts'
import { happened } from '#server/events/happened.ts'
import { removeImportedPlaces } from '#server/features/accounts/actions/imported-places.ts'
import { takeBackDetail } from '#server/features/customers/actions/fill-customer.ts'
import { removeUnusedCustomers } from '#server/features/customers/actions/remove-unused-customers.ts'
import { fillImportedVisit } from '#server/features/jobs/actions/add-imported-visits.ts'
import { removeImportedVisits } from '#server/features/jobs/actions/remove-imported-visits.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { removeUnusedVehicles } from '#server/features/vehicles/actions/remove-unused-vehicles.ts'
import { importRecordKinds, type KeptReason } from '#shared/rules/imports.ts'
import { followVersion } from './record-versions.ts'
import { firstBatch, makeWay, nextBatch } from '../batches.ts'

type Kind = (typeof importRecords.$inferSelect)['kind']
type Made = { id: string; fingerprint: string }
type Kept = ReadonlyMap<string, KeptReason>

/** Continues undoing an import, visits first, until done or `isEnough()`. Returns whether it is finished. Safe to repeat. */
export async function removeMade(id: string, isEnough = () => false): Promise<boolean> {
  for (const kind of importRecordKinds) if (!(await removeKind(id, kind, isEnough))) return false
  if (!(await removeReleased(isEnough))) return false
  await finish(id)
  return true
}

/** Returns false if it stopped before the end. */
async function removeKind(id: string, kind: Kind, isEnough: () => boolean): Promise<boolean> {
  for (let size = firstBatch; ;) {
    if (isEnough()) return false
    const startedAt = performance.now()
    const done = await removeSome(id, kind, size)
    if (done === 0) return true
    size = nextBatch(done, performance.now() - startedAt)
    await makeWay()
  }
}

/** Removes what earlier undos kept only for visits or cars that are gone now. Returns false if it stopped before the end. */
async function removeReleased(isEnough: () => boolean): Promise<boolean> {
  const hasVisits = (column: typeof jobs.customerId | typeof jobs.vehicleId) =>
    sql`exists (select from ${jobs} where ${column} = ${importRecords.recordId})`
  const hasCars = sql`exists (select from ${vehicles} where ${vehicles.customerId} = ${importRecords.recordId})`
  const isFree = {
    vehicle: sql`not ${hasVisits(jobs.vehicleId)}`,
    customer: sql`not ${hasVisits(jobs.customerId)} and not ${hasCars}`,
  }
  for (const kind of ['vehicle', 'customer'] as const) {
    await db()
      .update(importRecords)
      .set({ keptBecause: null })
      .where(
        and(
          eq(importRecords.kind, kind),
          inArray(importRecords.keptBecause, ['visits', 'cars']),
          isFree[kind],
        ),
      )
    const released = await db()
      .selectDistinct({ id: imports.id })
      .from(imports)
      .innerJoin(importRecords, eq(importRecords.importId, imports.id))
      .where(
        and(
          inArray(imports.state, ['undoing', 'undone']),
          eq(importRecords.kind, kind),
          isNull(importRecords.removedAt),
          isNull(importRecords.keptBecause),
        ),
      )
    for (const { id } of released) if (!(await removeKind(id, kind, isEnough))) return false
  }
  return true
}

/** Returns how many records it removed or marked as kept. */
async function removeSome(id: string, kind: Kind, size: number): Promise<number> {
  try {
    return await transaction(async () => {
      const some = await lockedSome(id, kind, size)
      if (some.length > 0) await note(id, kind, some, await removeUnused(id, kind, some))
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
    .where(and(eq(imports.id, id), inArray(imports.state, ['undoing', 'undone'])))
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

function removeUnused(importId: string, kind: Kind, all: readonly Made[]): Promise<Kept> {
  if (kind === 'email' || kind === 'phone') return takeBack(importId, kind, all)
  if (kind === 'visit_details') return emptyVisits(all)
  if (kind === 'visit') return removeImportedVisits(all.map(({ id }) => id))
  if (kind === 'place') return removeImportedPlaces(all)
  if (kind === 'vehicle') return removeUnusedVehicles(all)
  return removeUnusedCustomers(
    all.map(({ id, fingerprint }) => ({ id, version: Number(fingerprint) })),
  )
}

/** Gives visits of earlier imports back what they had. */
async function emptyVisits(all: readonly Made[]): Promise<Kept> {
  for (const { id, fingerprint } of all)
    await fillImportedVisit(id, JSON.parse(fingerprint) as Parameters<typeof fillImportedVisit>[1])
  return new Map()
}

async function takeBack(
  importId: string,
  kind: 'email' | 'phone',
  all: readonly Made[],
): Promise<Kept> {
  const [undone] = await db()
    .select({ by: imports.undoneBy })
    .from(imports)
    .where(eq(imports.id, importId))
  const kept = new Map<string, KeptReason>()
  for (const { id, fingerprint } of all) {
    const result = await takeBackDetail(undone?.by ?? null, kind, {
      id,
      version: Number(fingerprint),
    })
    if (typeof result === 'string') kept.set(id, result)
    else await followVersion(id, result)
  }
  return kept
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
