import { now } from '#server/base/clock.ts'
import {
  bytesOfUuid,
  readSignedToken,
  readUuid,
  tokenSigner,
} from '#server/database/signed-token.ts'
import { type MailPreference, mailPreferences } from '#shared/rules/mail-preferences.ts'

/** The person and preference of an unsubscribe link. */
export type Unsubscribing = { userId: string; preference: MailPreference }

const dayMs = 86_400_000
const daysOfUse = 2 * 365
const today = () => Math.floor(now().getTime() / dayMs)
/** Tokens had no date before December 2026. */
const undatedUntil = new Date('2028-12-01T00:00:00Z')

/**
 * Returns the function that makes signed tokens for links that turn a preference off without a sign-in: person, preference
 * and the day, as days since 1970. They work for two years.
 */
export async function unsubscribeTokens(): Promise<(one: Unsubscribing) => string> {
  const sign = await tokenSigner('unsubscribe')
  return ({ userId, preference }) => {
    const day = Buffer.alloc(2)
    day.writeUInt16BE(today())
    const which = Buffer.from([mailPreferences.indexOf(preference)])
    return sign(Buffer.concat([bytesOfUuid(userId), which, day]))
  }
}

/** Undefined for a token not signed by this installation, and for one older than two years. */
export async function readUnsubscribeToken(token: string): Promise<Unsubscribing | undefined> {
  const payload = await readSignedToken('unsubscribe', token)
  if (!payload) return undefined
  const { id: userId, rest } = readUuid(payload)
  const isValid =
    rest.length === 1 ? now() < undatedUntil : today() <= rest.readUInt16BE(1) + daysOfUse
  const preference = mailPreferences[rest[0] ?? -1]
  return isValid && preference ? { userId, preference } : undefined
}
