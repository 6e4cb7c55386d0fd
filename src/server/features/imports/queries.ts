import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { db } from '#server/database/database.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import { importRecords, imports } from '#server/database/tables/imports.ts'
import { places } from '#server/database/tables/customers.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { csvText } from '#server/http/csv.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Import } from '#shared/contract/imports.ts'
import { type ImportColumn, mendColumn } from '#shared/rules/import-columns.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { phrase } from '#shared/texts/t.ts'
import { describeProblem } from './row-problems.ts'

const listed = 20
const mostKept = 100

/** Throws NotFound. */
export async function importById(id: string): Promise<Import> {
  const [row] = await selectImports().where(eq(imports.id, id))
  if (!row) throw new NotFound(phrase('There is no such import.'))
  return toImport(row, await ownersOf([row]))
}

/** Newest first. */
export async function lastImports(): Promise<Import[]> {
  const rows = await selectImports().orderBy(desc(imports.createdAt), imports.id).limit(listed)
  const owners = await ownersOf(rows)
  return Promise.all(rows.map((row) => toImport(row, owners)))
}

/** CSV of the rows with problems. Throws NotFound once it is deleted, and if there are none. */
export async function mendFile(id: string): Promise<string> {
  const [row] = await db()
    .select({ columns: imports.columns, mend: imports.mend })
    .from(imports)
    .where(eq(imports.id, id))
  if (!row?.mend) throw new NotFound(phrase('There are no rows to mend.'))
  return csvText([...row.columns.map(({ header }) => header), mendColumn], []) + row.mend
}

const learnedFrom = 50

/** The columns of the latest imports, newest first. */
export async function earlierColumns(): Promise<ImportColumn[][]> {
  const rows = await db()
    .select({ columns: imports.columns })
    .from(imports)
    .orderBy(desc(imports.createdAt))
    .limit(learnedFrom)
  return rows.flatMap(({ columns }) => (columns.length > 0 ? [columns] : []))
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
      madeSomething: sql<boolean>`exists (
        select from ${importRecords} where ${importRecords.importId} = ${imports.id})`,
      canMend: sql<boolean>`${imports.mend} <> ''`,
      createdAt: imports.createdAt,
      byName: sql<string>`${sql.raw(nameOrEmail('users'))}`,
    })
    .from(imports)
    .leftJoin(users, eq(users.id, imports.actorId))

type Row = Awaited<ReturnType<typeof selectImports>>[number]

/** Current names of the people whose e-mail or phone rows contained, by id; for merged customers, the one who remains. */
async function ownersOf(rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ problems }) =>
    problems.flatMap((problem) => ('shares' in problem ? (problem.withId ?? []) : [])),
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
  { actorId, byName, createdAt, madeSomething, ...row }: Row,
  owners: ReadonlyMap<string, string>,
): Promise<Import> {
  const { state } = row
  return {
    ...row,
    problems: row.problems.map((problem) =>
      describeProblem(problem, ({ withId }) => (withId === null ? undefined : owners.get(withId))),
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
    visits: removed('visit'),
    places: removed('place'),
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
        and u.id = coalesce(${users.id}, ${vehicles.customerId}, ${jobs.customerId}, ${places.customerId}))`,
      name: sql<string>`${sql.raw(nameOrEmail('users'))}`,
      year: vehicles.year,
      make: vehicles.make,
      model: vehicles.model,
      service: jobs.importedService,
      place: places.name,
    })
    .from(importRecords)
    .leftJoin(users, eq(users.id, importRecords.recordId))
    .leftJoin(vehicles, eq(vehicles.id, importRecords.recordId))
    .leftJoin(jobs, eq(jobs.id, importRecords.recordId))
    .leftJoin(places, eq(places.id, importRecords.recordId))
    .where(and(eq(importRecords.importId, importId), isNotNull(importRecords.keptBecause)))
    .orderBy(importRecords.kind, importRecords.recordId)
    .limit(mostKept)
  return rows.flatMap(({ kind, reason, customerId, name, year, make, model, ...of }) =>
    reason
      ? [
          {
            kind,
            reason,
            customerId,
            name:
              year && make && model
                ? vehicleName({ year, make, model })
                : (of.service ?? of.place ?? name),
          },
        ]
      : [],
  )
}
