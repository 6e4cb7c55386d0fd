import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { EmailCodeRequest } from '#shared/contract/accounts.ts'
import { parseTyped } from '#shared/contract/parse-typed.ts'
import { SettingsForm } from '#shared/contract/settings.ts'
import { Invalid } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'
import { addToTeam, removeFromTeam } from './features/technicians/actions/team.ts'
import { officeTeam } from './features/accounts/queries.ts'
import { changeSettings, type SettingsPatch } from './features/settings/actions/change-settings.ts'

const options = {
  name: { type: 'string' },
  phone: { type: 'string' },
  email: { type: 'string' },
  promise: { type: 'string', multiple: true },
} as const

const usage = `Usage:
  npm run admin -- list                        who works in the office
  npm run admin -- someone@example.com         gives access to the office
  npm run admin -- remove someone@example.com  ends it at once
  npm run admin -- --phone …                   sets the business details: --name, --phone, --email, --promise`

type Task =
  | { verb: 'list' }
  | { verb: 'add' | 'remove'; email: string }
  | { verb: 'set'; settings: SettingsPatch }

/** The requests of the command to a running server. */
export const AdminWords = z.object({ words: z.array(z.string()) })

/** Throws one clear message for invalid arguments. */
export function readTask(words: string[]): Task[] {
  const { values, positionals } = parsed(words)
  const settings = settingsOf(values)
  const [first, ...rest] = positionals
  const verb = first === 'list' || first === 'add' || first === 'remove' ? first : 'add'
  const named = verb === first ? rest : positionals
  const request = parseTyped(EmailCodeRequest, { email: named[0] })
  const tasks: Task[] = settings ? [{ verb: 'set', settings }] : []
  if (verb === 'list' && named.length === 0) tasks.push({ verb })
  else if (verb !== 'list' && named.length === 1 && request.success)
    tasks.push({ verb, email: request.data.email })
  else if (positionals.length > 0 || !settings) throw new Error(usage)
  return tasks
}

function parsed(words: string[]) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true })
  } catch (error) {
    throw new Error(usage, { cause: error })
  }
}

/** Runs the words of `npm run admin` as a command on the open database; returns what to print. */
export async function runAdminCommand(words: string[]): Promise<string> {
  const sentences = []
  for (const task of readTask(words)) sentences.push(await run(task))
  return sentences.join('\n')
}

async function run(task: Task): Promise<string> {
  switch (task.verb) {
    case 'set':
      await changeSettings(task.settings)
      return 'Business details saved.'
    case 'list': {
      const team = await officeTeam()
      if (team.length === 0) return 'Nobody works in the office yet.'
      return team
        .map(({ name, email, lastLoginAt }) => {
          const signedIn = lastLoginAt ? `last signed in ${lastLoginAt}` : 'never signed in'
          return `${email ?? '–'}\t${name === email ? '–' : name}\t${signedIn}`
        })
        .join('\n')
    }
    case 'add':
      return added(
        task.email,
        (await addToTeam({ email: task.email, confirmed: true }, null)).outcome,
      )
    case 'remove': {
      const member = (await officeTeam()).find(({ email }) => email === task.email)
      if (!member) throw new Invalid(phrase('This person does not work in the office.'))
      const role = await removeFromTeam(member.id, undefined, null)
      return `${task.email} no longer works in the office and is a ${role} now.`
    }
  }
}

/** The given contact details as settings; undefined without any. Throws for values pages could not show. */
function settingsOf(values: {
  name?: string
  phone?: string
  email?: string
  promise?: string[]
}): SettingsPatch | undefined {
  const { name: brandName, phone: supportPhone, email: supportEmail, promise: claims } = values
  const given = Object.entries({ brandName, supportPhone, supportEmail, claims }).filter(
    ([, value]) => value !== undefined,
  )
  if (given.length === 0) return undefined
  const checked = parseTyped(SettingsForm, Object.fromEntries(given))
  if (!checked.success) throw new Error(checked.error.issues[0]?.message)
  return checked.data
}

function added(email: string, outcome: 'granted' | 'was admin' | 'new account'): string {
  if (outcome === 'was admin') return `${email} is an admin already.`
  if (outcome === 'granted') return `${email} is an admin now.`
  return `${email} will be an admin from the first sign-in on.`
}
