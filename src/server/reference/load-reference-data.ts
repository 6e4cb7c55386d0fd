import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PgTable } from 'drizzle-orm/pg-core'
import { db, queryRows, transaction } from '#server/database/database.ts'
import { packageProducts, products, servicePackages } from '#server/database/tables/catalog.ts'
import {
  inspectionTemplates,
  inspectionTemplateVersions,
} from '#server/database/tables/inspections.ts'
import { settings } from '#server/database/tables/settings.ts'
import { engines } from '#server/database/tables/vehicles.ts'
import { readEngineCsv } from '#server/features/vehicles/engine-rows.ts'
import { yearsText } from '#server/features/vehicles/queries/engines.ts'
import { firstInspectionTemplate } from './inspection-template.ts'
import { firstFilter, firstPackages } from './packages.ts'
import { firstProducts } from './products.ts'
import { root } from '#server/base/root.ts'

const enginesFile = join(root, 'data/oil/engines.csv')

/**
 * Fills the tables a new business starts from, each only while it is empty; any number of processes may start at once.
 * Throws when the engine table in `data/` cannot be read.
 */
export async function loadReferenceData(): Promise<void> {
  await transaction(async () => {
    // Two processes that start together must not both find the tables empty.
    await queryRows({
      name: 'reference-lock',
      text: `select pg_advisory_xact_lock(hashtext('reference-data'))::text`,
    })
    const isNew = await isEmpty(servicePackages)
    if (await isEmpty(products)) await db().insert(products).values(firstProducts)
    if (isNew) {
      await storeFirstPackages()
      // A new business is open where its technicians can be in time; one that exists keeps its fixed number.
      const changed = { slotCapacityMode: 'technicians' as const }
      await db().insert(settings).values({ changed }).onConflictDoNothing()
    }
    if (await isEmpty(inspectionTemplates)) await storeFirstTemplate()
    if (await isEmpty(engines))
      await db()
        .insert(engines)
        .values(await firstEngines())
  })
}

async function storeFirstPackages(): Promise<void> {
  const shelf = await db().select({ id: products.id, sku: products.sku }).from(products)
  for (const [position, { oil, ...offer }] of firstPackages.entries()) {
    const [row] = await db()
      .insert(servicePackages)
      .values({ ...offer, position })
      .returning({ id: servicePackages.id })
    const takes = shelf.filter(({ sku }) => sku === oil || sku === firstFilter)
    if (row && takes.length > 0)
      await db()
        .insert(packageProducts)
        .values(
          takes.map((product) => ({
            packageId: row.id,
            productId: product.id,
            perQuart: product.sku === oil,
          })),
        )
  }
}

async function storeFirstTemplate(): Promise<void> {
  const [row] = await db()
    .insert(inspectionTemplates)
    .values({})
    .returning({ id: inspectionTemplates.id })
  if (!row) return
  await db()
    .insert(inspectionTemplateVersions)
    .values({ templateId: row.id, version: 1, ...firstInspectionTemplate })
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
