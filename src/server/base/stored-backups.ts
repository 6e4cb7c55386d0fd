import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Folder of the nightly backups. */
export const backupFolder = (dataDir: string): string => join(dataDir, 'backups')

/** A backup's name by its UTC instant; names sort by age. */
export const backupName = (at: Date): string =>
  `fivequart-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

/** Suffix of a file still being written and verified. */
export const partialEnding = '.partial'

const ofANight = /^fivequart-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.backup$/

type StoredBackup = { path: string; madeAt: string; bytes: number }

/** Complete backups, oldest first. */
export async function storedBackups(dataDir: string): Promise<StoredBackup[]> {
  const folder = backupFolder(dataDir)
  const names = await readdir(folder).catch(() => [])
  return Promise.all(
    names
      .filter((name) => ofANight.test(name))
      .toSorted()
      .map(async (name) => {
        const path = join(folder, name)
        const { size, mtime } = await stat(path)
        return { path, madeAt: mtime.toISOString(), bytes: size }
      }),
  )
}
