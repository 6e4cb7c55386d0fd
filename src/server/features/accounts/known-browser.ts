import { randomUUID } from 'node:crypto'
import { sameSeal, sealOf } from './secret-key.ts'

/** 400 days, the longest that browsers keep a cookie. */
export const knownBrowserSeconds = 400 * 86_400

/** The cookie of a browser that has signed in with this e-mail; it proves that and nothing else. */
export async function markKnownBrowser(email: string): Promise<string> {
  const id = randomUUID()
  return `${id}.${await sealOf('known browser', id, email)}`
}

/** The browser's id when its cookie was given for this e-mail. */
export async function knownBrowserId(
  cookie: string | undefined,
  email: string,
): Promise<string | undefined> {
  const [id = '', seal = ''] = cookie?.split('.') ?? []
  if (!id || !seal) return undefined
  return sameSeal(seal, await sealOf('known browser', id, email)) ? id : undefined
}
