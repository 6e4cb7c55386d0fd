import type { Exchange, Site } from '#server/http/cookies.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import type { SignedIn } from '#server/http/handlers.ts'
import { phrase } from '#shared/texts/t.ts'
import { askForCode, codeTicket } from './actions/ask-for-code.ts'
import { checkCode, type ProvenCode } from './actions/check-code.ts'
import { userById } from './queries.ts'

type ProfileCall = Exchange & {
  person: SignedIn
  body: { email: string; emailCode?: string }
}

/**
 * The proof of a new e-mail; undefined when the e-mail is unchanged. Without a code, mails one to it and throws Conflict
 * with `details.reason` `email_code_needed`, whether or not the address is taken.
 */
export async function proveNewEmail(
  site: Site,
  call: ProfileCall,
): Promise<ProvenCode | undefined> {
  const { email, emailCode } = call.body
  if (email === (await userById(call.person.id)).email) return undefined
  if (emailCode) {
    const proven = await checkCode({
      ticket: codeTicket(site, call.request),
      code: emailCode,
      ip: call.request.ip,
    })
    if (proven.email === email) return proven
    throw new Invalid(
      phrase('This code was mailed to another address. Please ask for a new one.'),
      {
        reason: 'expired',
      },
    )
  }
  await askForCode(site, call, email)
  throw new Conflict(
    phrase('We are emailing a code to {email}. Enter it to confirm the address.', { email }),
    {
      reason: 'email_code_needed',
    },
  )
}
