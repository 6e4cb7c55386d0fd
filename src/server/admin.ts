// `npm run admin -- …`: who works in the office, and the business's contact; with the server's configuration, and through the
// running server if it uses the embedded database.
import { databaseOf, readConfig } from '#server/base/config.ts'
import { askRunningServer } from '#server/http/local-door.ts'
import { readTask, runAdminCommand } from './admin-command.ts'
import { closeDatabase, openDatabase } from './database/database.ts'
import { migrate } from './database/migrator.ts'

const busy = 'The running server did not answer. Try again when it has less to do.'

async function run(words: string[]): Promise<string> {
  readTask(words)
  const config = readConfig(process.env)
  if (!config.DATABASE_URL) {
    const done = await askRunningServer<{ output: string }>(
      config.DATA_DIR,
      'admin',
      { words },
      busy,
    )
    if (done) return done.output
  }
  await openDatabase({ ...databaseOf(config), readUrl: undefined, poolSize: 1 })
  try {
    await migrate()
    return await runAdminCommand(words)
  } finally {
    await closeDatabase()
  }
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
