import type { FastifyRequest } from 'fastify'
import { networkOf } from '#server/http/client-network.ts'
import type { Asker } from './code-limits.ts'
import { giveCookie, readCookie, type Exchange, type Site } from '#server/http/cookies.ts'
import { knownBrowserId } from './remember-browser.ts'
import { type CodeMail, codeSeconds, mailCode } from './mail-code.ts'

/** Mails a code that works only in the calling browser, which gets the ticket as a cookie. Throws TooMany. */
export async function askForCode(
  site: Site,
  call: Exchange,
  email: string,
  wording?: CodeMail,
): Promise<void> {
  const ticket = await mailCode(email, await askerOf(site, call.request, email), wording)
  giveCookie(site, call, 'fq_code', ticket, codeSeconds)
}

/** The ticket that `checkCode` needs from the browser that requested the code. */
export function codeTicket(site: Site, request: FastifyRequest): string | undefined {
  return readCookie(site, request, 'fq_code')
}

/** The code allowance that a request counts against. */
async function askerOf(site: Site, request: FastifyRequest, email: string): Promise<Asker> {
  const knownBrowser = await knownBrowserId(readCookie(site, request, 'fq_known'), email)
  return knownBrowser ? { knownBrowser } : { network: networkOf(request.ip) }
}
