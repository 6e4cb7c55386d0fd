import type { FastifyRequest } from 'fastify'
import { networkOf } from '#server/http/client-network.ts'
import type { Asker } from '../code-limits.ts'
import { giveCookie, readCookie, type Exchange, type Site } from '#server/http/cookies.ts'
import { knownBrowserId } from '../known-browser.ts'
import { type CodeMail, codeSeconds, mailCode } from './mail-code.ts'

/** Mails a code that only the browser of this call can use: it gets the ticket in a cookie. Throws TooMany. */
export async function askForCode(
  site: Site,
  call: Exchange,
  email: string,
  wording?: CodeMail,
): Promise<void> {
  const ticket = await mailCode(email, await askerOf(site, call.request, email), wording)
  giveCookie(site, call, 'fq_code', ticket, codeSeconds)
}

/** What `checkCode` needs from the browser that asked for a code. */
export function codeTicket(site: Site, request: FastifyRequest): string | undefined {
  return readCookie(site, request, 'fq_code')
}

/** Whose allowance of codes a request uses up. */
async function askerOf(site: Site, request: FastifyRequest, email: string): Promise<Asker> {
  const knownBrowser = await knownBrowserId(readCookie(site, request, 'fq_known'), email)
  return knownBrowser ? { knownBrowser } : { network: networkOf(request.ip) }
}
