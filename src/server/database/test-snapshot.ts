import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import packageJson from '../../../package.json' with { type: 'json' }
import { installQueue, queueSchemaVersion } from '../queue/install-queue.ts'
import { closeDatabase, dumpDatabase, openDatabase } from './database.ts'
import { migrate, migrationsFolder, readMigrations } from './migrator.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated embedded database as a tar file. */
    snapshotPath: string
  }
}

const cache = join(import.meta.dirname, '../../../node_modules/.cache/fivequart')

/** Vitest's global setup for the embedded engine: one migrated database, reused between runs. */
export async function setup({ provide }: Pick<TestProject, 'provide'>): Promise<void> {
  const name = `snapshot-${fingerprint()}.tar`
  const path = join(cache, name)
  if (!existsSync(path)) await makeSnapshot(path)
  provide('snapshotPath', path)
}

async function makeSnapshot(path: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  for (const old of await readdir(cache)) {
    if (old.startsWith('snapshot-')) await rm(join(cache, old))
  }
  await openDatabase({ snapshot: 'empty' })
  try {
    await migrate()
    await installQueue()
    const dump = await dumpDatabase()
    await writeFile(`${path}.${process.pid}`, Buffer.from(await dump.arrayBuffer()))
    await rename(`${path}.${process.pid}`, path)
  } finally {
    await closeDatabase()
  }
}

function fingerprint(): string {
  const migrations = readMigrations(migrationsFolder)
  const parts = [
    queueSchemaVersion,
    packageJson.dependencies['@electric-sql/pglite'],
    ...migrations.map((migration) => migration.sha256),
  ]
  return createHash('sha256').update(parts.join()).digest('hex').slice(0, 16)
}
