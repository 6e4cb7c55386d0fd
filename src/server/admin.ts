// `npm run admin someone@example.com` makes an admin, `npm run admin -- --phone …` sets the business's contact; both with
// the server's configuration.
import { EmailCodeRequest } from '#shared/contract/accounts.ts'
import { parseArgs } from 'node:util'
import { SettingsForm } from '#shared/contract/settings.ts'
import type { Settings } from '#shared/rules/settings.ts'
import * as z from 'zod/mini'
import { databaseOf, readConfig } from '#server/base/config.ts'
import { closeDatabase, openDatabase } from './database/database.ts'
import { migrate } from './database/migrator.ts'
import { changeSettings } from './features/settings/actions/change-settings.ts'
import { grantAdmin } from './features/accounts/actions/grant-admin.ts'

const options = {
  name: { type: 'string' },
  phone: { type: 'string' },
  email: { type: 'string' },
  promise: { type: 'string', multiple: true },
} as const

async function run(args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [whom, ...more] = positionals
  const said = saidOf(values)
  const asked = whom ? z.safeParse(EmailCodeRequest, { email: whom }) : undefined
  if (more.length > 0 || (asked ? !asked.success : !said))
    throw new Error('Usage: npm run admin -- someone@example.com')
  const config = readConfig(process.env)
  await openDatabase({ ...databaseOf(config), readUrl: undefined, poolSize: 1 })
  try {
    await migrate()
    const sentences = []
    if (said) {
      await changeSettings(said)
      sentences.push('Business details saved.')
    }
    if (asked?.data)
      sentences.push(sentenceFor(await grantAdmin(asked.data.email), asked.data.email))
    return sentences.join('\n')
  } finally {
    await closeDatabase()
  }
}

/** The given contact details as settings; undefined without any. Throws for values pages could not show. */
function saidOf(values: {
  name?: string
  phone?: string
  email?: string
  promise?: string[]
}): Partial<Settings> | undefined {
  const { name: brandName, phone: supportPhone, email: supportEmail, promise: claims } = values
  const given = Object.entries({ brandName, supportPhone, supportEmail, claims })
  const said = given.filter(([, value]) => value !== undefined)
  if (said.length === 0) return undefined
  const checked = z.safeParse(SettingsForm, Object.fromEntries(said))
  if (!checked.success) throw new Error(checked.error.issues[0]?.message)
  return checked.data
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
