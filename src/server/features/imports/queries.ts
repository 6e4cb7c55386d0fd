import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { db } from '#server/database/database.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import { importRecords, imports } from '#server/database/tables/imports.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Import } from '#shared/contract/imports.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { phrase } from '#shared/texts/t.ts'
import { describeProblem } from './row-problems.ts'

const listed = 20
const mostKept = 100

/** Throws NotFound. */
export async function importById(id: string): Promise<Import> {
  const [row] = await selectImports().where(eq(imports.id, id))
  if (!row) throw new NotFound(phrase('There is no such import.'))
  return toImport(row, await emailOwners([row]))
}

/** Newest first. */
export async function lastImports(): Promise<Import[]> {
  const rows = await selectImports().orderBy(desc(imports.createdAt), imports.id).limit(listed)
  const owners = await emailOwners(rows)
  return Promise.all(rows.map((row) => toImport(row, owners)))
}

// Leaves out the file itself.
const selectImports = () =>
  db()
    .select({
      id: imports.id,
      actorId: imports.actorId,
      fileName: imports.fileName,
      state: imports.state,
      rows: imports.rows,
      doneRows: imports.doneRows,
      counts: imports.counts,
      problems: imports.problems,
      createdAt: imports.createdAt,
      byName: sql<string>`${sql.raw(nameOrEmail('users'))}`,
    })
    .from(imports)
    .leftJoin(users, eq(users.id, imports.actorId))

type Row = Awaited<ReturnType<typeof selectImports>>[number]

/** Current names of the people whose e-mails rows contained, by id; for merged customers, the one who remains. */
async function emailOwners(rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ problems }) =>
    problems.flatMap((problem) => ('emailOf' in problem ? (problem.emailOf ?? []) : [])),
  )
  if (ids.length === 0) return new Map()
  const person = alias(users, 'person')
  const named = await db()
    .select({ id: users.id, name: sql<string>`${sql.raw(nameOrEmail('person'))}` })
    .from(users)
    .innerJoin(person, eq(person.id, sql`coalesce(${users.mergedInto}, ${users.id})`))
    .where(and(inArray(users.id, [...new Set(ids)]), isNull(person.anonymizedAt)))
  return new Map(named.map(({ id, name }) => [id, name]))
}

async function toImport(
  { actorId, byName, createdAt, ...row }: Row,
  owners: ReadonlyMap<string, string>,
): Promise<Import> {
  const { counts, state } = row
  const madeSomething = counts.newCustomers + counts.newVehicles > 0
  return {
    ...row,
    problems: row.problems.map((problem) =>
      describeProblem(problem, (id) => (id === null ? undefined : owners.get(id))),
    ),
    by: { id: actorId, name: byName },
    createdAt: createdAt.toISOString(),
    canUndo: madeSomething && (state === 'done' || state === 'failed'),
    undo: state === 'undone' ? await undoOf(row.id) : null,
  }
}

async function undoOf(importId: string): Promise<Import['undo']> {
  const counted = await db()
    .select({
      kind: importRecords.kind,
      removed: sql<number>`count(${importRecords.removedAt})::int`,
      kept: sql<number>`count(${importRecords.keptBecause})::int`,
    })
    .from(importRecords)
    .where(eq(importRecords.importId, importId))
    .groupBy(importRecords.kind)
  const removed = (kind: string) => counted.find((one) => one.kind === kind)?.removed ?? 0
  return {
    customers: removed('customer'),
    vehicles: removed('vehicle'),
    keptCount: counted.reduce((sum, { kept }) => sum + kept, 0),
    kept: await keptOf(importId),
  }
}

async function keptOf(importId: string) {
  const rows = await db()
    .select({
      kind: importRecords.kind,
      reason: importRecords.keptBecause,
      customerId: sql<string | null>`(select id from users u where u.anonymized_at is null
        and u.id = case when ${importRecords.kind} = 'customer' then ${users.id} else ${vehicles.customerId} end)`,
      name: sql<string>`${sql.raw(nameOrEmail('users'))}`,
      year: vehicles.year,
      make: vehicles.make,
      model: vehicles.model,
    })
    .from(importRecords)
    .leftJoin(users, eq(users.id, importRecords.recordId))
    .leftJoin(vehicles, eq(vehicles.id, importRecords.recordId))
    .where(and(eq(importRecords.importId, importId), isNotNull(importRecords.keptBecause)))
    .orderBy(importRecords.kind, importRecords.recordId)
    .limit(mostKept)
  return rows.flatMap(({ kind, reason, customerId, name, year, make, model }) =>
    reason
      ? [
          {
            kind,
            reason,
            customerId,
            name: year && make && model ? vehicleName({ year, make, model }) : name,
          },
        ]
      : [],
  )
}
