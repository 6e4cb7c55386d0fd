// `npm run restore -- FILE`: a backup into an empty DATA_DIR, or an empty database at DATABASE_URL.
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readBackupFile, verifyBackup } from './backup/backup-file.ts'
import { describeEnd, onlyWord, pathOf, runCommand, showProgress } from './backup/command.ts'
import { withProgress } from './backup/make-backup.ts'
import { assertEmpty, writeEverything } from './backup/write-everything.ts'
import { diskPhotoStore } from './adapters/photos/disk.ts'
import { s3PhotoStore } from './adapters/photos/s3.ts'
import { type Config, databaseOf, photoBucket, readConfig } from './base/config.ts'
import { closeDatabase, openDatabase } from './database/database.ts'
import { knownTasks } from './compose.ts'

await runCommand(async (words) => {
  const path = pathOf(onlyWord(words, 'Say from where: npm run restore -- FILE'))
  const config = readConfig(process.env)
  const records = () => readBackupFile(path, config.BACKUP_KEY)
  const progress = showProgress()
  // Read once to its end first, so that nothing is begun with a file that is damaged.
  await verifyBackup(withProgress(records(), 'Checking', progress))
  const isNew = !config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'database'))
  await openDatabase({ ...databaseOf(config), readUrl: undefined, poolSize: 1 })
  try {
    await assertEmpty()
    const end = await writeEverything(
      withProgress(records(), 'Restoring', progress),
      photoStore(config),
      knownTasks(),
    )
    await closeDatabase()
    return `Restored and counted: ${describeEnd(end)}. npm start serves it.`
  } catch (error) {
    await closeDatabase()
    if (isNew) await rm(join(config.DATA_DIR, 'database'), { recursive: true, force: true })
    throw error
  }
})

function photoStore(config: Config) {
  const bucket = photoBucket(config)
  return bucket ? s3PhotoStore(bucket) : diskPhotoStore(join(config.DATA_DIR, 'photos'))
}
