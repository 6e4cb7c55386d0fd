export type Mail = {
  to: string
  subject: string
  text: string
  html?: string
  /** One plain address: where an answer goes, when not to the sender. */
  replyTo?: string | undefined
  /** Where the button of a mail client posts to (RFC 8058), so that its reader gets none of these any more. */
  unsubscribeUrl?: string | undefined
  /** A calendar file that comes along. */
  calendar?: { name: string; text: string } | undefined
  /** The same for every attempt at one mail, so that a receiving server can tell a repeat. */
  id?: string
  /** Somebody sits before the screen until it comes: it has a connection of its own, and less time. */
  awaited?: boolean | undefined
}

export type Mailer = {
  /**
   * `sent`: a mail server took it; `local`: it is only kept. Throws MailRefused when trying again is of no
   * use, another error when it may help.
   */
  send(mail: Mail): Promise<'sent' | 'local'>
  /** Nobody will ever read a mail: it cannot leave, and outside demo mode sent mail has no page. */
  isDeadEnd?: boolean
}

/** The mail server will never take this mail: no such mailbox, say. */
export class MailRefused extends Error {}

/** Without a mail server nothing leaves: the row of sent_messages is the mail. */
export const localMailer: Mailer = {
  send: async () => 'local',
}

/** What a business has until it names a mail server. */
export const missingMailer: Mailer = { ...localMailer, isDeadEnd: true }
