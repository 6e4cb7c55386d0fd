import { createHmac, timingSafeEqual } from 'node:crypto'
import { installationKey, storedKey } from './installation-key.ts'

const signatureBytes = 18

const signatureOf = (key: Buffer, payload: Buffer) =>
  createHmac('sha256', key).update(payload).digest().subarray(0, signatureBytes)

/** Returns the function that makes base64url tokens of these bytes, signed with the installation's key of that name. */
export async function tokenSigner(keyName: string): Promise<(payload: Buffer) => string> {
  const key = await installationKey(keyName)
  return (payload) => Buffer.concat([payload, signatureOf(key, payload)]).toString('base64url')
}

/** The bytes in a token; undefined unless signed with the installation's key of that name. */
export async function readSignedToken(keyName: string, token: string): Promise<Buffer | undefined> {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length <= signatureBytes) return undefined
  // Without a key nothing was signed yet.
  const key = await storedKey(keyName)
  if (!key) return undefined
  const payload = bytes.subarray(0, -signatureBytes)
  return timingSafeEqual(bytes.subarray(-signatureBytes), signatureOf(key, payload))
    ? payload
    : undefined
}

const uuidBytes = 16

export const bytesOfUuid = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

/** The UUID that the bytes begin with, and the rest. */
export function readUuid(bytes: Buffer): { id: string; rest: Buffer } {
  const id = bytes
    .subarray(0, uuidBytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { id, rest: bytes.subarray(uuidBytes) }
}
