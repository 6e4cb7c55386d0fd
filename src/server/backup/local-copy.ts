import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isDiskFull } from '#server/adapters/photos/disk.ts'
import { copyDatabase } from '#server/database/database.ts'
import { Unavailable } from '#server/http/errors.ts'
import { askRunningServer } from '#server/http/local-door.ts'
import { phrase } from '#shared/texts/t.ts'

/** Copies are data folders of their own beside the database. */
const copies = 'copies-for-backups'
type Copied = { folder: string }

/** Copies the embedded database while it runs. Throws Unavailable when the disk is full. */
export async function makeLocalCopy(dataDir: string): Promise<Copied> {
  await removeOldCopies(join(dataDir, copies))
  const folder = resolve(dataDir, copies, randomUUID())
  try {
    await copyDatabase(join(folder, 'database'))
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    if (isDiskFull(error)) throw new Unavailable(noRoom)
    throw error
  }
  return { folder }
}

const noRoom = phrase('There is no room on the disk for a copy of the database.')
/** Longer than any backup may take. */
const oldMs = 3 * 3_600_000

/** Left by killed backups. */
async function removeOldCopies(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs } = await stat(join(folder, name))
    if (Date.now() - mtimeMs > oldMs) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Left by backups that ended with the process. */
export const removeLocalCopies = (dataDir: string) =>
  rm(join(dataDir, copies), { recursive: true, force: true })

/**
 * Asks the server running on this folder to copy its database; returns the copy's folder, or undefined if none runs. Throws
 * the server's errors.
 */
export async function askForCopy(dataDir: string): Promise<string | undefined> {
  const busy = 'The running server did not copy its database. Try again when it has less to do.'
  return (await askRunningServer<Copied>(dataDir, 'copy-database', {}, busy))?.folder
}
