import { accessSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { constants, cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { type Driver, type ProblemReport, sessionSettings } from './driver.ts'
import { hasRoom, noRoom, explainFolderProblem, lockFolder } from './data-folder.ts'
import { DurableFiles, syncFolder, syncTree } from './durable-files.ts'
import { embeddedDriver } from './embedded-driver.ts'
import { startUpkeep } from './embedded-upkeep.ts'
import { rowTypes } from './row-types.ts'

const settings = [
  'search_path=public',
  'exit_on_error=false',
  'log_checkpoints=false',
  'max_worker_processes=0',
  'max_parallel_workers=0',
  'max_parallel_workers_per_gather=0',
  'max_parallel_maintenance_workers=0',
  'io_method=sync',
  'shared_buffers=16MB',
  ...sessionSettings,
]
// fdatasync is a no-op inside the engine; DurableFiles makes fsync real.
const durable = [...settings, 'fsync=on', 'wal_sync_method=fsync']

// Implied by --liftoff-only, but only on the command line.
const baselineCompiler = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

const startParams = (chosen: string[]) => [
  '--single',
  '-O',
  '-j',
  ...chosen.flatMap((setting) => ['-c', setting]),
]

/** Opens the durable database in `dataDir`, creating it if missing. Throws one clear line. */
export async function openEmbedded(dataDir: string, report: ProblemReport): Promise<Driver> {
  try {
    return await openIn(dataDir, report)
  } catch (error) {
    throw explainFolderProblem(dataDir, error)
  }
}

async function openIn(dataDir: string, report: ProblemReport): Promise<Driver> {
  const unlock = lockFolder(dataDir)
  try {
    const folder = join(dataDir, 'database')
    if (!readdirSync(dataDir).includes('database')) await createDatabase(dataDir, folder)
    // The engine gives no reason when it cannot start.
    accessSync(folder, constants.W_OK)
    // Nor whether its files are damaged or don't fit.
    if (!hasRoom(folder)) throw noRoom(folder)
    const files = new DurableFiles(folder)
    const pg = await startEngine({ fs: files, startParams: startParams(durable) })
    await checkDurability(pg, files)
    const mayWrite = () => hasRoom(folder)
    const stopUpkeep = startUpkeep(pg, report, mayWrite)
    const close = async () => {
      try {
        await stopUpkeep()
        // Without a final checkpoint the next start recovers, as after a crash.
        if (!mayWrite()) return
        await pg.exec('checkpoint')
        await pg.close()
      } finally {
        unlock()
      }
    }
    const driver = embeddedDriver(pg, { close, mayWrite })
    return { ...driver, copyTo: (to) => copyWhileAlone(pg, folder, to) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Runs a dumped or empty database in memory only. */
export async function openSnapshot(snapshot: Blob | 'empty'): Promise<Driver> {
  const pg = await startEngine({
    loadDataDir: snapshot === 'empty' ? undefined : snapshot,
    startParams: startParams([...settings, 'fsync=off']),
    optimizes: true,
  })
  return embeddedDriver(pg, { close: () => pg.close() })
}

/** A transaction makes everyone wait while the disk copies; the copy is what a crash would leave. */
async function copyWhileAlone(pg: PGlite, folder: string, to: string): Promise<void> {
  await pg.transaction(async (alone) => {
    if (!hasRoom(folder)) throw noRoom(folder)
    await alone.exec('checkpoint')
    await cp(folder, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
  })
}

// Created aside and renamed, so a crash leaves no database or a complete one.
async function createDatabase(dataDir: string, folder: string): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('database.new')) rmSync(join(dataDir, name), { recursive: true })
  }
  const draft = join(dataDir, `database.new-${process.pid}`)
  mkdirSync(draft, { mode: 0o700 })
  const pg = await startEngine({
    fs: new DurableFiles(draft),
    startParams: startParams([...settings, 'fsync=off']),
  })
  await pg.exec('checkpoint')
  await pg.close()
  syncTree(draft)
  renameSync(draft, folder)
  syncFolder(dataDir)
}

/** Commits once and throws if nothing was synced: the hook relies on the engine's internals. */
export async function checkDurability(pg: PGlite, files: { syncs: number }): Promise<void> {
  const before = files.syncs
  await pg.query("select pg_logical_emit_message(true, 'fivequart', 'started')")
  if (files.syncs > before) return
  await pg.close()
  throw new Error(
    'The embedded database does not write its commits through to disk with this version of ' +
      '@electric-sql/pglite. Install the version in package-lock.json or set DATABASE_URL.',
  )
}

type Engine = PGliteOptions & {
  /** The optimizing compiler uses 500 MB and most of a core at start for a quarter less work afterwards. */
  optimizes?: true
}

async function startEngine({ optimizes, ...options }: Engine): Promise<PGlite> {
  if (!optimizes) for (const flag of baselineCompiler) setFlagsFromString(flag)
  const [{ PGlite }, { pg_trgm }, { btree_gist }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('@electric-sql/pglite/contrib/btree_gist'),
  ])
  const pg = new PGlite({ ...options, extensions: { pg_trgm, btree_gist }, parsers: rowTypes })
  await pg.waitReady
  return pg
}
