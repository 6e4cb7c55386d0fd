import { createHmac, timingSafeEqual } from 'node:crypto'
import { installationKey } from '#server/database/installation-key.ts'
import { type MailPreference, mailPreferences } from '#shared/rules/mail-preferences.ts'

/** The person and preference of an unsubscribe link. */
export type Unsubscribing = { userId: string; preference: MailPreference }

const idBytes = 16
const signatureBytes = 18

/** Returns the function that makes signed tokens for links that turn a preference off without a sign-in. They never expire. */
export async function unsubscribeTokens(): Promise<(one: Unsubscribing) => string> {
  const key = await installationKey('unsubscribe')
  return ({ userId, preference }) => {
    const said = Buffer.from([
      ...Buffer.from(userId.replaceAll('-', ''), 'hex'),
      mailPreferences.indexOf(preference),
    ])
    return Buffer.concat([said, signatureOf(key, said)]).toString('base64url')
  }
}

/** Undefined for a token not signed by this installation. */
export async function readUnsubscribeToken(token: string): Promise<Unsubscribing | undefined> {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + 1 + signatureBytes) return undefined
  const said = bytes.subarray(0, idBytes + 1)
  const key = await installationKey('unsubscribe')
  if (!timingSafeEqual(bytes.subarray(idBytes + 1), signatureOf(key, said))) return undefined
  const preference = mailPreferences[said[idBytes] ?? -1]
  const userId = said
    .subarray(0, idBytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return preference && { userId, preference }
}

const signatureOf = (key: Buffer, said: Buffer) =>
  createHmac('sha256', key).update(said).digest().subarray(0, signatureBytes)
