import { randomUUID } from 'node:crypto'
import { sameSeal, sealOf } from './secret-key.ts'

/** A family shares a tablet; more would only make the cookie long. */
const mostPeople = 5

const seal = (id: string, email: string) => sealOf('known browser', id, email)
const marksOf = (cookie: string | undefined) => cookie?.split('~') ?? []

/**
 * The cookie of a browser that has signed in with this e-mail, and with those of the cookie it had `before`; it proves
 * that and nothing else.
 */
export async function markKnownBrowser(email: string, before?: string): Promise<string> {
  const known = await markFor(email, before)
  const id = randomUUID()
  const mark = known ?? `${id}.${await seal(id, email)}`
  const others = marksOf(before).filter((other) => other !== mark)
  return [mark, ...others].slice(0, mostPeople).join('~')
}

/** The browser's id when its cookie was given for this e-mail. */
export async function knownBrowserId(
  cookie: string | undefined,
  email: string,
): Promise<string | undefined> {
  return (await markFor(email, cookie))?.split('.')[0]
}

async function markFor(email: string, cookie: string | undefined): Promise<string | undefined> {
  for (const mark of marksOf(cookie).slice(0, mostPeople)) {
    const [id = '', given = ''] = mark.split('.')
    if (id && given && sameSeal(given, await seal(id, email))) return mark
  }
  return undefined
}
