import { createHmac, timingSafeEqual } from 'node:crypto'
import { installationKey } from '#server/database/installation-key.ts'

/** HMAC-SHA-256 of the parts under this installation's key, hex. `purpose` keeps uses apart. */
export async function sealOf(purpose: string, ...parts: string[]): Promise<string> {
  const text = JSON.stringify([purpose, ...parts])
  return createHmac('sha256', await installationKey('accounts'))
    .update(text)
    .digest('hex')
}

/** Compares two seals without telling by time how much of them agrees. */
export function sameSeal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
