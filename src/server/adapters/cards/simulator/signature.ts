import { createHmac, timingSafeEqual } from 'node:crypto'

/** Square's signature header and scheme: HMAC-SHA256 over notification URL and raw body, base64. */
export const signatureHeader = 'x-square-hmacsha256-signature'
const notificationUrl = '/api/payments/webhook'

export function signEvent(key: Buffer, rawBody: string): string {
  return createHmac('sha256', key)
    .update(notificationUrl + rawBody)
    .digest('base64')
}

export function isSigned(key: Buffer, rawBody: string, signature: unknown): boolean {
  if (typeof signature !== 'string') return false
  const [given, right] = [Buffer.from(signature), Buffer.from(signEvent(key, rawBody))]
  return given.length === right.length && timingSafeEqual(given, right)
}
