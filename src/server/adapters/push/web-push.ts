import type { Agent } from 'node:https'
import { callProvider } from '../provider-call.ts'
import { agentFor } from '../public-only.ts'
import { pushAddress, PushGone, type Pusher, PushRefused, type VapidKeys } from './port.ts'

type WebPushOptions = {
  keys: () => Promise<VapidKeys>
  /** The operator's contact for push services: `mailto:` or `https:`. */
  contact: () => string
  /** Hosts that may be at a private address. */
  privateHosts?: readonly string[]
  /** For tests: another push host and its certificate authority. */
  addressOf?: (endpoint: string) => string | null
  agent?: Agent
  timeoutMs?: number
}

/** Sends to browsers through their push services (RFC 8030), encrypted for that browser and signed by this business. */
export function webPusher(options: WebPushOptions): Pusher {
  const { keys, contact, privateHosts = [], addressOf = pushAddress, timeoutMs = 10_000 } = options
  return {
    addressOf,
    async send({ target: { endpoint, p256dh, auth }, payload, id, urgent, ttl }) {
      // It was known when stored; services come and go.
      const address = addressOf(endpoint)
      if (!address) throw new PushRefused('This is no push service that we write to')
      // Loaded at the first message: it takes a tenth of a second and 13 MB.
      const { default: webPush } = await import('web-push')
      try {
        const agent = options.agent ?? (await agentFor(address, privateHosts))
        const target = { endpoint: address, keys: { p256dh, auth } }
        const sending = {
          vapidDetails: { subject: contact(), ...(await keys()) },
          TTL: ttl,
          urgency: urgent ? 'high' : 'normal',
          // At most 32 characters of the URL-safe alphabet, which a UUID without dashes is.
          topic: id.replaceAll('-', ''),
          contentEncoding: 'aes128gcm',
          timeout: timeoutMs,
          ...(agent && { agent }),
        } as const
        await callProvider('push', () => webPush.sendNotification(target, payload, sending))
      } catch (error) {
        throw problemOf(error)
      }
      return 'sent'
    },
  }
}

const ended = [404, 410]
/** Temporary or ours to fix; any other refusal is about this message. */
const passing = [408, 429]

function problemOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const status = 'statusCode' in error ? Number(error.statusCode) : undefined
  // The library's message contains the endpoint, which is a secret.
  if (status === undefined)
    return 'code' in error && !String(error.code).startsWith('ERR_CRYPTO')
      ? new Error(`The push service was not reached (${String(error.code)})`)
      : new PushRefused(`The message could not be made: ${error.message}`)
  const message = `The push service answered ${status}`
  if (ended.includes(status)) return new PushGone(message)
  if (status >= 500 || passing.includes(status)) return new Error(message)
  return new PushRefused(message)
}
