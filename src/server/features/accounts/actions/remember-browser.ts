import { giveCookie, readCookie, type Exchange, type Site } from '#server/http/cookies.ts'
import { cookieSeconds } from '#shared/rules/cookies.ts'
import { markKnownBrowser } from '../known-browser.ts'

/** Gives the calling browser, whose user proved the e-mail, its own allowance of codes. */
export async function rememberBrowser(site: Site, call: Exchange, email: string): Promise<void> {
  const before = readCookie(site, call.request, 'fq_known')
  const mark = await markKnownBrowser(email, before)
  giveCookie(site, call, 'fq_known', mark, cookieSeconds.knownBrowser)
}
