export type Mail = {
  to: string
  subject: string
  text: string
  html?: string
  /** One plain address for replies, if not the sender. */
  replyTo?: string | undefined
  /** Address the unsubscribe button of a mail client posts to (RFC 8058). */
  unsubscribeUrl?: string | undefined
  /** An attached calendar file. */
  calendar?: { name: string; text: string } | undefined
  /** An attached document. */
  pdf?: { name: string; bytes: Buffer } | undefined
  /** The same for every attempt at one mail, so receiving servers can detect a repeat. */
  id?: string
  /** Someone is waiting for it on screen: it gets its own connection and a shorter timeout. */
  awaited?: boolean | undefined
}

export type Mailer = {
  /**
   * `sent`: a mail server accepted it; `local`: only stored. Throws MailRefused when retrying is pointless, another error
   * when it may help.
   */
  send(mail: Mail): Promise<'sent' | 'local'>
  /** Whether the mail server accepts mail now; missing without a mail server. */
  isReady?(): Promise<boolean>
  /** No one will ever read mail: it cannot be sent, and outside demo mode stored mail has no page. */
  isDeadEnd?: boolean
}

/** The mail server will never accept this mail, for example because the mailbox does not exist. */
export class MailRefused extends Error {}

/** Without a mail server nothing is sent: the row of sent_messages is the mail. */
export const localMailer: Mailer = {
  send: async () => 'local',
}

/** Used until a mail server is configured. */
export const missingMailer: Mailer = { ...localMailer, isDeadEnd: true }
