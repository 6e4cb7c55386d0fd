import { describeChange } from '#shared/contract/describe-catalog-change.ts'
import type { EngineImport } from '#shared/contract/engines.ts'
import { changesBetween } from '#shared/rules/catalog.ts'
import { maxImportProblems } from '#shared/rules/imports.ts'
import type { Person } from '#shared/rules/roles.ts'
import { readEngineFacts } from '../engine-facts-file.ts'
import { changeEngines } from './save-engine.ts'

const mostShown = 200

/**
 * Imports, or only previews, a file's facts for work on engines. Empty cells change nothing; rows and cells with problems
 * are skipped. Throws Invalid for an unreadable file.
 */
export async function importEngineFacts(
  person: Person,
  bytes: Uint8Array,
  { dryRun }: { dryRun: boolean },
): Promise<EngineImport> {
  const { rows, found, problems } = await readEngineFacts(bytes)
  const changed = found
    .map((one) => ({ ...one, changes: changesBetween(one.engine, { ...one.change }) }))
    .filter(({ changes }) => changes.length > 0)
  if (!dryRun)
    await changeEngines(
      person,
      changed
        .map(({ engine, change }) => ({ ...change, id: engine.id, version: undefined }))
        // In a fixed order, so that concurrent imports don't deadlock.
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
  return {
    rows,
    changed: changed.length,
    changes: changed.slice(0, mostShown).map(({ row, engine, changes }) => ({
      row,
      engine: `${engine.make} ${engine.model}, ${engine.engine}, ${engine.years}`,
      changes: changes.map(describeChange),
    })),
    unchanged: found.length - changed.length,
    problems: problems.slice(0, maxImportProblems),
  }
}
