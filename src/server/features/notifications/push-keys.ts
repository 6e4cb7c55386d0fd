import { createECDH } from 'node:crypto'
import type { VapidKeys } from '#server/adapters/push/port.ts'
import { installationKey } from '#server/database/installation-key.ts'

/** This installation's keys for Web Push, made when first asked for. Browsers subscribe to them, so they never change. */
export async function pushKeys(): Promise<VapidKeys> {
  // Any 256 bits are a private key of P-256, but for one in four billion.
  const secret = await installationKey('push')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  return {
    publicKey: pair.getPublicKey().toString('base64url'),
    privateKey: secret.toString('base64url'),
  }
}
