/** Text messages and calls under the business's number. Numbers are E.164, such as `+15125550142`. */
export type Telephony = {
  /**
   * `sent`: a provider accepted it; `local`: only stored. Throws NumberRefused when retrying is pointless, another error
   * when it may help.
   */
  sendText(text: { to: string; body: string }): Promise<'sent' | 'local'>
  /**
   * Calls `from` and, once answered, `to`; both see the business's number. Resolves when it rings. Throws like `sendText`.
   * Missing without a provider.
   */
  connectCall?(call: { from: string; to: string }): Promise<void>
  /**
   * The text message in a request the provider sent to `url`; undefined if it came from elsewhere. Missing without a
   * provider.
   */
  readText?(request: SignedRequest): IncomingText | undefined
  /** Nothing is delivered, and no one reads stored messages either. */
  isDeadEnd?: boolean
}

/** The body as it was sent. */
export type SignedRequest = { url: string; body: string; headers: Record<string, unknown> }

/** A text message to the business. `optOut`: the provider's own reading of it, which it acts on. */
export type IncomingText = {
  id: string
  from: string
  message: string
  attachments: number
  optOut: 'stop' | 'start' | 'help' | null
}

/** This number is unreachable or has opted out. */
export class NumberRefused extends Error {}

/** The number's owner opted out with the provider. */
export class NumberOptedOut extends NumberRefused {}

/** A provider's limit for one text message. */
export const maxTextLength = 1600

/** Without a provider nothing is sent: the row of sent_messages is the text message. */
export const localTelephony: Telephony = {
  sendText: async () => 'local',
}

/** The same in production without a provider, where no one sees the rows. */
export const missingTelephony: Telephony = { ...localTelephony, isDeadEnd: true }
