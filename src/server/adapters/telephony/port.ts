/** Text messages and calls under the business's number. Numbers are E.164, such as `+15125550142`. */
export type Telephony = {
  /**
   * `sent`: a provider took it; `local`: it is only kept. Throws NumberRefused when trying again is of no
   * use, another error when it may help.
   */
  sendText(text: { to: string; body: string }): Promise<'sent' | 'local'>
  /**
   * Rings `from` and, once that is answered, `to`; both see the business's number. Resolves when it rings. Throws like
   * `sendText`. Missing where there is no provider.
   */
  connectCall?(call: { from: string; to: string }): Promise<void>
  /**
   * The text message in a request that the provider sent to `url`; undefined where it was not the provider. Missing where
   * there is none.
   */
  readText?(request: SignedRequest): IncomingText | undefined
  /** Nothing arrives, and nobody reads what is kept either. */
  isDeadEnd?: boolean
}

/** The body as it was sent. */
export type SignedRequest = { url: string; body: string; headers: Record<string, unknown> }

/** Somebody texted the business. `keyword`: it was nothing but a word by which texts are stopped, wanted again, or asked about. */
export type IncomingText = {
  id: string
  from: string
  message: string
  attachments: number
  keyword: 'stop' | 'start' | 'help' | null
}

/** This number can never be reached, or nobody there wants to hear from the business. */
export class NumberRefused extends Error {}

/** Characters that a provider takes in one text message. */
export const longestText = 1600

/** Without a provider nothing leaves: the row of sent_messages is the text message. */
export const localTelephony: Telephony = {
  sendText: async () => 'local',
}

/** The same where nobody sees the rows: in production without a provider. */
export const missingTelephony: Telephony = { ...localTelephony, isDeadEnd: true }
