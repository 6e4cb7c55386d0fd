// `npm run backup -- FILE`: everything stored, photos included, in one file, whether the server runs or not.
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import {
  describeEnd,
  explainWriting,
  onlyWord,
  pathOf,
  runCommand,
  showProgress,
} from './backup/command.ts'
import { makeBackup } from './backup/make-backup.ts'
import { photoBucket, readConfig } from './base/config.ts'

await runCommand(async (words) => {
  const path = pathOf(onlyWord(words, 'Say where to: npm run backup -- FILE'))
  if (existsSync(path)) throw new Error(`${path} is there already. Choose another name.`)
  const config = readConfig(process.env)
  const end = await makeBackup(config, path, showProgress()).catch((error: unknown) => {
    throw explainWriting(path, error)
  })
  const { size } = await stat(path)
  return [
    `${path} (${(size / 1e6).toFixed(1)} MB) has been written and read back: ${describeEnd(end)}.`,
    ...(photoBucket(config) ? ['Photos are in the bucket and are to be backed up there.'] : []),
    ...(config.BACKUP_KEY
      ? []
      : ['It is not encrypted: whoever has it has everything. BACKUP_KEY encrypts it.']),
  ].join('\n')
})
