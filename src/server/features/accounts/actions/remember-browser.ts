import { giveCookie, readCookie, type Exchange, type Site } from '#server/http/cookies.ts'
import { cookieSeconds } from '#shared/rules/cookies.ts'
import { randomUUID } from 'node:crypto'
import { sameSeal, sealOf } from '../secret-key.ts'

/** Gives the calling browser, whose user proved the e-mail, its own allowance of codes. */
export async function rememberBrowser(site: Site, call: Exchange, email: string): Promise<void> {
  const before = readCookie(site, call.request, 'fq_known')
  const mark = await markKnownBrowser(email, before)
  giveCookie(site, call, 'fq_known', mark, cookieSeconds.knownBrowser)
}

/** Enough for a family sharing a tablet; more would only lengthen the cookie. */
const mostPeople = 5

const seal = (id: string, email: string) => sealOf('known browser', id, email)
const marksOf = (cookie: string | undefined) => cookie?.split('~') ?? []

/**
 * The cookie of a browser that signed in with this e-mail, including the e-mails of its cookie `before`; it proves nothing
 * else.
 */
async function markKnownBrowser(email: string, before?: string): Promise<string> {
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
