import { randomUUID } from 'node:crypto'
import { sameSeal, sealOf } from './secret-key.ts'

/** Enough for a family sharing a tablet; more would only lengthen the cookie. */
const mostPeople = 5

const seal = (id: string, email: string) => sealOf('known browser', id, email)
const marksOf = (cookie: string | undefined) => cookie?.split('~') ?? []

/**
 * The cookie of a browser that signed in with this e-mail, including the e-mails of its cookie `before`; it proves nothing
 * else.
 */
export async function markKnownBrowser(email: string, before?: string): Promise<string> {
  const known = await markFor(email, before)
  const id = randomUUID()
  const mark = known ?? `${id}.${await seal(id, email)}`
  const others = marksOf(before).filter((other) => other !== mark)
  return [mark, ...others].slice(0, mostPeople).join('~')
}

/** The browser's id if its cookie covers this e-mail. */
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
