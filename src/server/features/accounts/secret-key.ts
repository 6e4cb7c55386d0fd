import { createHmac, timingSafeEqual } from 'node:crypto'
import { installationKey } from '#server/database/installation-key.ts'

/** HMAC-SHA-256 of the parts with this installation's key, hex. `purpose` separates uses. */
export async function sealOf(purpose: string, ...parts: string[]): Promise<string> {
  const text = JSON.stringify([purpose, ...parts])
  return createHmac('sha256', await installationKey('accounts'))
    .update(text)
    .digest('hex')
}

/** Compares two seals in constant time. */
export function sameSeal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
