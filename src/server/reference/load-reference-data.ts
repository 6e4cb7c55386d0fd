import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PgTable } from 'drizzle-orm/pg-core'
import { db, queryRows, transaction } from '#server/database/database.ts'
import { products } from '#server/database/tables/products.ts'
import { servicePackages } from '#server/database/tables/service-packages.ts'
import { engines } from '#server/database/tables/engines.ts'
import { readEngineCsv } from '#server/features/vehicles/engine-rows.ts'
import { yearsText } from '#server/features/vehicles/engine-table.ts'
import { firstPackages } from './packages.ts'
import { firstProducts } from './products.ts'

const enginesFile = join(import.meta.dirname, '../../../data/oil/engines.csv')

/**
 * Fills the tables that a new business starts from, each only while it is empty; any number of processes
 * may start at once. Throws when the engine table in `data/` cannot be read.
 */
export async function loadReferenceData(): Promise<void> {
  await transaction(async () => {
    // Two processes that start together must not both find the tables empty.
    await queryRows({
      name: 'reference-lock',
      text: `select pg_advisory_xact_lock(hashtext('reference-data'))::text`,
    })
    if (await isEmpty(servicePackages)) await db().insert(servicePackages).values(firstPackages)
    if (await isEmpty(products)) await db().insert(products).values(firstProducts)
    if (await isEmpty(engines))
      await db()
        .insert(engines)
        .values(await firstEngines())
  })
}

async function isEmpty(table: PgTable): Promise<boolean> {
  return (await db().select().from(table).limit(1)).length === 0
}

async function firstEngines() {
  const rows = readEngineCsv(await readFile(enginesFile, 'utf8'))
  return rows.map(({ yearFrom, yearTo, ...row }) => ({
    ...row,
    years: yearsText({ yearFrom, yearTo }),
  }))
}
