/** Keys that identify the sender to push services (RFC 8292); base64url. */
export type VapidKeys = { publicKey: string; privateKey: string }

/** A browser's subscription at its push service. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

export type PushMessage = {
  target: PushTarget
  /** Read by the service worker, at most `maxPushBytes` bytes. */
  payload: string
  /** A UUID, the same for every attempt: a second message replaces the first while both wait for the same browser. */
  id: string
  /** Wakes a phone in battery saving mode. */
  urgent: boolean
  /** Seconds to keep it for an offline browser. */
  ttl: number
}

export type Pusher = {
  /**
   * `sent`: the push service accepted it; `local`: only stored. Throws PushGone or PushRefused when retrying is pointless,
   * another error when it may help.
   */
  send(message: PushMessage): Promise<'sent' | 'local'>
  /** The normalized address if it belongs to a push service we send to, else null. */
  addressOf(endpoint: string): string | null
}

/** The browser's subscription has ended. */
export class PushGone extends Error {}

/** The push service will never accept this message. */
export class PushRefused extends Error {}

/** Push services refuse more than 4,096 bytes, and encryption adds 103. */
export const maxPushBytes = 3900

const services = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

/**
 * The normalized address of an endpoint, which comes from a browser or an attacker, if it is at a known push service, else null:
 * messages go nowhere else. Parsers differ on hosts with other characters, so those are refused.
 */
export function pushAddress(endpoint: string): string | null {
  if (!URL.canParse(endpoint)) return null
  const { protocol, hostname, port, username, password, href } = new URL(endpoint)
  if (protocol !== 'https:' || port || username || password) return null
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname)) return null
  const known = services.some((name) =>
    name.startsWith('*') ? hostname.endsWith(name.slice(1)) : hostname === name,
  )
  return known ? href : null
}

/** Outside production nothing is sent: the row of sent_messages is the message. */
export const localPusher: Pusher = {
  send: async () => 'local',
  addressOf: pushAddress,
}
