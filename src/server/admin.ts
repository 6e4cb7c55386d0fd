// `npm run admin someone@example.com`: makes an admin, with the same configuration as the server.
import { EmailCodeRequest } from '#shared/contract/accounts.ts'
import * as z from 'zod/mini'
import { readConfig } from '#server/base/config.ts'
import { closeDatabase, openDatabase } from './database/database.ts'
import { migrate } from './database/migrator.ts'
import { grantAdmin } from './features/accounts/actions/grant-admin.ts'

async function run(words: string[]): Promise<string> {
  const asked = z.safeParse(EmailCodeRequest, { email: words[0] })
  if (words.length !== 1 || !asked.success)
    throw new Error('Say whom: npm run admin someone@example.com')
  const { email } = asked.data
  const config = readConfig(process.env)
  await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR, poolSize: 1 })
  try {
    await migrate()
    return sentenceFor(await grantAdmin(email), email)
  } finally {
    await closeDatabase()
  }
}

function sentenceFor(outcome: Awaited<ReturnType<typeof grantAdmin>>, email: string): string {
  if (outcome === 'was admin') return `${email} is an admin already.`
  if (outcome === 'granted') return `${email} is an admin now.`
  return `${email} will be an admin from the first sign-in on.`
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  console.error(message)
  if (message.includes('is using the data folder'))
    console.error('While the server runs, set ADMIN_EMAIL for it instead, restart it and sign in.')
  process.exitCode = 1
}
