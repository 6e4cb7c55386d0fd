/** By which a push service knows who writes (RFC 8292); base64url. */
export type VapidKeys = { publicKey: string; privateKey: string }

/** A browser at its push service, as it has introduced itself. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

export type PushMessage = {
  target: PushTarget
  /** What the service worker reads, at most `longestPush` bytes. */
  payload: string
  /** A UUID, the same for every attempt: of two that wait for the same browser, the second replaces the first. */
  id: string
  /** Wakes a phone that saves its battery. */
  urgent: boolean
  /** Seconds for which it is worth keeping for a browser that is off. */
  ttl: number
}

export type Pusher = {
  /**
   * `sent`: the push service took it; `local`: it is only kept. Throws PushGone or PushRefused when trying again is of no
   * use, another error when it may help.
   */
  send(message: PushMessage): Promise<'sent' | 'local'>
  /** Whether this is an address of a push service that we write to. */
  takes(endpoint: string): boolean
}

/** The browser does not listen any more: its subscription is over. */
export class PushGone extends Error {}

/** The push service will never take this message. */
export class PushRefused extends Error {}

/** Push services refuse more than 4,096 bytes, of which the encryption takes 103. */
export const longestPush = 3900

const services = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

/**
 * Whether an endpoint, which comes from a browser or from whoever says to be one, is at a push service that we know:
 * nobody else is written to.
 */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (protocol !== 'https:' || port || username || password) return false
  return services.some((name) =>
    name.startsWith('*') ? hostname.endsWith(name.slice(1)) : hostname === name,
  )
}

/** Outside production nothing leaves: the row of sent_messages is the message. */
export const localPusher: Pusher = {
  send: async () => 'local',
  takes: isPushService,
}
