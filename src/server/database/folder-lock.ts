import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Locks a folder for this process and returns the unlock function; throws if another has it. An operating system file lock,
 * so a killed process leaves nothing behind.
 */
export function lockFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // SQLite would not say why.
  accessSync(dataDir, constants.W_OK)
  const lock = new DatabaseSync(join(dataDir, 'lock.db'))
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error) || !error.message.includes('locked')) throw error
    throw new Error(
      `Another process is using the data folder ${dataDir}. Stop it, choose another DATA_DIR, ` +
        'or set DATABASE_URL to share one PostgreSQL server.',
      { cause: error },
    )
  }
  return () => lock.close()
}
