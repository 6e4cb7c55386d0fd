import { createECDH } from 'node:crypto'
import type { VapidKeys } from '#server/adapters/push/port.ts'
import { installationKey } from '#server/database/installation-key.ts'

/** This installation's keys for Web Push, created on first use. Browsers subscribe to them, so they never change. */
export async function pushKeys(): Promise<VapidKeys> {
  // All but one in four billion 256-bit numbers are valid P-256 private keys.
  const secret = await installationKey('push')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  return {
    publicKey: pair.getPublicKey().toString('base64url'),
    privateKey: secret.toString('base64url'),
  }
}
