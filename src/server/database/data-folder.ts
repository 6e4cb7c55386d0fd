import { join } from 'node:path'
import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const problems: [RegExp, string][] = [
  [/ENOSPC|No space left/i, 'the disk is full. Make room there'],
  [/EROFS|Read-only file system/i, 'it cannot be written to. Make it writable'],
  [/EACCES|EPERM/, 'this user may not write there. Change its owner'],
  [/EEXIST|ENOTDIR/, 'it is a file, not a folder. Move it away'],
  [/ENOENT/, 'it cannot be made there. Make the folder above it'],
]

/** The engine's only message about unusable files. */
const engineGaveUp = /^\w*Error: (Aborted\(|PGlite failed to initialize)/

/** One line about an unusable data folder; any other error unchanged. */
export function explainFolderProblem(dataDir: string, error: unknown): unknown {
  const words = String(error)
  if (engineGaveUp.test(words))
    return new Error(
      `The database in ${join(dataDir, 'database')} is damaged, as after a disk that failed. Keep the folder aside, and restore ` +
        'the last backup into an empty DATA_DIR: npm run restore -- FILE.',
      { cause: error },
    )
  const [, problem] = problems.find(([pattern]) => pattern.test(words)) ?? []
  // PGlite reports paths relative to the folder and Node full ones; any other path is a different problem.
  if (!problem || (isAboutFile(error) && !words.includes(dataDir))) return error
  const line = `The data folder ${dataDir} cannot be used: ${problem}, or choose another DATA_DIR.`
  return new Error(line, { cause: error })
}

const isAboutFile = (error: unknown) => error instanceof Error && 'path' in error

/**
 * Locks a folder for this process and returns the unlock function; throws if another has it. An operating system file lock,
 * so a killed process leaves nothing behind.
 */
export function lockFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // SQLite would not give the reason.
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

/** Two WAL files of 16 MB: the engine may start one during a checkpoint. */
const leastBytes = 32 * 1024 * 1024

/**
 * Whether a folder's disk has space for the embedded engine's own writes. If a WAL file does not fit, the engine crashes or
 * hangs instead of refusing.
 */
export function hasRoom(folder: string): boolean {
  const { blocks, bavail, bsize } = statfsSync(folder)
  // Some file systems report no size.
  return blocks === 0 || bavail * bsize >= leastBytes
}

/** The system's error for a file that does not fit. */
export const noRoom = (folder: string) =>
  Object.assign(new Error(`No space left on the disk of ${folder}`), { code: 'ENOSPC' })
