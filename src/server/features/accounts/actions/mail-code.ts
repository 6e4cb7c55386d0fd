import { randomInt, randomUUID } from 'node:crypto'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { signInCodes } from '#server/database/tables/credentials.ts'
import { queueMail } from '#server/features/notifications/actions/queue-mail.ts'
import { mailsArrive } from '#server/features/notifications/queries.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { Unavailable } from '#server/http/errors.ts'
import { cookieSeconds } from '#shared/rules/cookies.ts'
import { askUs } from '#shared/rules/reach.ts'
import { phrase, t } from '#shared/texts/t.ts'
import { limitKeyOf, type Asker, assertAllowed, lockAllowance } from './code-limits.ts'
import { sealOf } from '../secret-key.ts'
import { hashToken, newToken } from '#server/base/tokens.ts'

export const codeSeconds = cookieSeconds.code

/**
 * Mails a six-digit code to an address, with or without an account. Returns the ticket for the calling browser's cookie,
 * without which the code is useless. Throws TooMany, and Unavailable when mail cannot be sent.
 */
export async function mailCode(
  email: string,
  asker: Asker,
  wording: CodeMail = signInMail,
): Promise<string> {
  if (!mailsArrive())
    throw new Unavailable(
      phrase('We cannot send e-mail at the moment. If it cannot wait, {askUs}', {
        askUs: askUs('phone', currentSettings()),
      }),
    )
  const id = randomUUID()
  const token = newToken()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(now().getTime() + codeSeconds * 1000)
  const codeHash = await sealOf('code', id, code)
  await transaction(async () => {
    await lockAllowance(email, asker)
    await assertAllowed(email, asker)
    await db()
      .insert(signInCodes)
      .values({
        id,
        email,
        codeHash,
        browserHash: hashToken(token),
        limitKey: limitKeyOf(asker),
        createdAt: now(),
        expiresAt,
      })
    await queueMail({
      to: email,
      ...wording(code),
      secret: true,
      awaited: true,
      notAfter: expiresAt,
    })
  })
  return `${id}.${token}`
}

/** Words the mail with the code, including the code's purpose. */
export type CodeMail = (code: string) => { subject: string; body: string }

function signInMail(code: string) {
  const brand = currentSettings().brandName
  return {
    subject: t('{code} is your {brand} code', { code, brand }),
    body: t(
      'Your {brand} code is {code}. It works for ten minutes, in the browser that asked for it.\n\nNo one from {brand} will ever ask you for it. If you did not ask for a code, you can ignore this e-mail.',
      { brand, code },
    ),
  }
}
