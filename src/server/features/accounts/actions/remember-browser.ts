import { giveCookie, readCookie, type Exchange, type Site } from '#server/http/cookies.ts'
import { knownBrowserSeconds, markKnownBrowser } from '../known-browser.ts'

/** Gives the browser of this call, whose person has proven the e-mail, an allowance of codes of its own. */
export async function rememberBrowser(site: Site, call: Exchange, email: string): Promise<void> {
  const before = readCookie(site, call.request, 'fq_known')
  giveCookie(site, call, 'fq_known', await markKnownBrowser(email, before), knownBrowserSeconds)
}
