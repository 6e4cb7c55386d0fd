import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '#server/base/config.ts'
import { partialEnding } from '#server/base/stored-backups.ts'
import { syncFolder } from '#server/database/durable-files.ts'
import { readBackupFile, verifyBackup, writeBackupFile } from './backup-file.ts'
import { openSource } from './open-source.ts'
import { readEverything } from './read-everything.ts'
import type { BackupRecord, End } from './records.ts'

/** The current step and its progress from 0 to 1. */
export type Progress = (what: string, share: number) => void

/** Writes everything into a file and reads it back to verify it; only then it gets its name. Returns its end record. */
export async function makeBackup(config: Config, path: string, progress: Progress): Promise<End> {
  const partial = path + partialEnding
  const source = await openSource(config, { copied: true })
  try {
    await source.reading((handle) =>
      writeBackupFile(
        partial,
        withProgress(readEverything(handle, source.photos), 'Writing', progress),
        config.BACKUP_KEY,
      ),
    )
  } finally {
    await source.close()
  }
  try {
    const records = readBackupFile(partial, config.BACKUP_KEY)
    const end = await verifyBackup(withProgress(records, 'Checking', progress))
    await rename(partial, path)
    syncFolder(dirname(path))
    return end
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/** The same records, reporting how many rows have passed. */
export async function* withProgress(
  records: AsyncIterable<BackupRecord>,
  what: string,
  progress: Progress,
): AsyncGenerator<BackupRecord> {
  let [about, rows] = [0, 0]
  for await (const record of records) {
    if ('fivequart' in record) about = record.aboutRows
    if ('table' in record) rows += record.rows.length
    yield record
    progress(what, Math.min(0.99, rows / Math.max(about, rows, 1)))
  }
  progress(what, 1)
}
