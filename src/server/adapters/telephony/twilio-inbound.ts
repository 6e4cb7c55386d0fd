import { createHmac, timingSafeEqual } from 'node:crypto'
import { visibleText } from '#shared/rules/visible-text.ts'
import type { IncomingText, SignedRequest } from './port.ts'

const mostFields = 200

/** The text in a Twilio request; undefined if the signature does not match the account or it is not a text. */
export function readTwilioText(
  authToken: string,
  { url, body, headers }: SignedRequest,
): IncomingText | undefined {
  const signature = headers['x-twilio-signature']
  const sent = [...new URLSearchParams(body)]
  if (typeof signature !== 'string' || sent.length > mostFields) return undefined
  const isSigned = addressesOf(url).some((address) =>
    isEqual(signature, twilioSignature(authToken, address, sent)),
  )
  if (!isSigned) return undefined
  const fields = Object.fromEntries(sent)
  const id = fields.MessageSid ?? fields.SmsSid ?? ''
  const from = fields.From ?? ''
  if (!/^\w{2,64}$/.test(id) || !/^\+\d{4,15}$/.test(from)) return undefined
  return {
    id,
    from,
    message: visibleText(fields.Body ?? ''),
    attachments: Math.min(Number.parseInt(fields.NumMedia ?? '0', 10) || 0, 10),
    optOut: optOuts[fields.OptOutType?.toUpperCase() ?? ''] ?? null,
  }
}

/** The signature of a form Twilio posts to `url`: the address followed by its fields in order of name. */
export function twilioSignature(
  authToken: string,
  url: string,
  fields: readonly (readonly [string, string])[],
): string {
  const signed = fields
    .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([name, value]) => name + value)
  return createHmac('sha1', authToken)
    .update([url, ...signed].join(''))
    .digest('base64')
}

/** The address with and without the default port, since operators write it either way. */
function addressesOf(url: string): string[] {
  const { protocol, hostname, port, pathname } = new URL(url)
  const usual = protocol === 'https:' ? '443' : '80'
  const address = (at: string) => `${protocol}//${hostname}${at}${pathname}`
  return [url, address(''), address(`:${port || usual}`)]
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const optOuts: Record<string, IncomingText['optOut']> = {
  STOP: 'stop',
  START: 'start',
  HELP: 'help',
}
