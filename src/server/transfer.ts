// `npm run transfer -- DATABASE_URL`: from the embedded database of a stopped server to an empty PostgreSQL server.
import { describeEnd, onlyWord, runCommand, showProgress } from '#server/backup/command.ts'
import { withProgress } from '#server/backup/make-backup.ts'
import { openSource } from '#server/backup/open-source.ts'
import { readEverything } from '#server/backup/read-everything.ts'
import { assertEmpty, writeEverything } from '#server/backup/write-everything.ts'
import { readConfig } from '#server/base/config.ts'
import { closeDatabase, openDatabase } from '#server/database/database.ts'
import { knownTasks } from './compose.ts'

await runCommand(async (words) => {
  const url = onlyWord(
    words,
    'Say where to: npm run transfer -- postgres://user:password@host/database',
  )
  const { DATABASE_URL: to } = readConfig({ DATABASE_URL: url })
  const config = { ...readConfig(process.env), DATABASE_URL: undefined }
  // Refused while its server runs, since later changes would be left behind.
  const source = await openSource(config, { copied: false })
  try {
    await openDatabase({ url: to, poolSize: 1 })
    await assertEmpty()
    const end = await source.reading((handle) =>
      writeEverything(
        withProgress(readEverything(handle, undefined), 'Transferring', showProgress()),
        {
          put: async () => {},
          get: async () => undefined,
          remove: async () => {},
        },
        knownTasks(),
      ),
    )
    return [
      `Transferred and counted: ${describeEnd(end)}.`,
      `Photos stay in ${config.DATA_DIR}. Start with DATABASE_URL set to the new address from now on.`,
    ].join('\n')
  } finally {
    await closeDatabase()
    await source.close()
  }
})
