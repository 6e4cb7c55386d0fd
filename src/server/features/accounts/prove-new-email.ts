import { now } from '#server/base/clock.ts'
import type { Exchange, Site } from '#server/http/cookies.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import type { SignedIn } from '#server/http/handlers.ts'
import { noteProof, provenIn } from '#server/sessions/sessions.ts'
import { phrase, t } from '#shared/texts/t.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import type { CodeMail } from './actions/mail-code.ts'
import { askForCode, codeTicket } from './actions/ask-for-code.ts'
import { checkCode, type ProvenCode, useCode } from './actions/check-code.ts'
import { userById } from './queries.ts'

type ProfileCall = Exchange & {
  person: SignedIn
  body: { email: string; emailCode?: string }
}

const freshMs = 600_000

/**
 * The proof of a new e-mail; undefined when the e-mail is unchanged. Unless they signed in within ten minutes, the person first
 * proves that the current address is theirs, so a stolen session cannot take over the account. Each code that is
 * missing is mailed: Conflict with `details.reason` `email_code_needed` and `mailedTo` `present` or `new`, whether or not the new address is taken.
 */
export async function proveNewEmail(
  site: Site,
  call: ProfileCall,
): Promise<ProvenCode | undefined> {
  const { email, emailCode } = call.body
  const { sessionHash } = call.person
  const { email: current } = await userById(call.person.id)
  if (email === current) return undefined
  const mailCodeTo = async (mailedTo: 'present' | 'new') => {
    const address = mailedTo === 'new' ? email : (current ?? '')
    // The new address may be a stranger's, who has no account.
    const wording = mailedTo === 'present' ? emailChangeMail(email) : undefined
    await askForCode(site, call, address, wording)
    throw new Conflict(
      phrase('We are emailing a code to {email}. Enter it to confirm the address.', {
        email: address,
      }),
      { reason: 'email_code_needed', mailedTo },
    )
  }
  const proven = emailCode && (await checkCode({ ...sentCode(site, call), code: emailCode }))
  if (proven && proven.email === current) {
    await useCode(proven)
    await noteProof(sessionHash)
    return mailCodeTo('new')
  }
  const proof = await provenIn(sessionHash)
  if (current && proof.getTime() < now().getTime() - freshMs) return mailCodeTo('present')
  if (!proven) return mailCodeTo('new')
  if (proven.email === email) return proven
  throw new Invalid(phrase('This code was mailed to another address. Please ask for a new one.'), {
    reason: 'expired',
  })
}

/** The mail with the code that changes the account's address, naming the new one. */
const emailChangeMail =
  (email: string): CodeMail =>
  (code) => {
    const brand = currentSettings().brandName
    return {
      subject: t('{code} changes your e-mail address at {brand}', { code, brand }),
      body: t(
        'Your code is {code}. It changes the e-mail address of your {brand} account to {email}. It works for ten minutes, in the browser that asked for it.\n\nNo one from {brand} will ever ask you for it. If this was not you, someone may be signed in to your account: sign in and choose “Sign out everywhere else”.',
        { brand, code, email },
      ),
    }
  }

const sentCode = (site: Site, { request }: Exchange) => ({
  ticket: codeTicket(site, request),
  ip: request.ip,
})
