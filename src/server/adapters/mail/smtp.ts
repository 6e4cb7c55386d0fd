import { callProvider } from '../provider-call.ts'
import { type Mail, type Mailer, MailRefused } from './port.ts'

type SmtpOptions = {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  url: string
  /** `Fivequart <hello@example.com>` or a bare address. */
  from: string
}

/**
 * Sends through an SMTP server. Connections are reused for a while; an awaited mail has its own, so it never queues behind
 * one that hangs.
 */
export function smtpMailer({ url, from }: SmtpOptions): Mailer & { close(): Promise<void> } {
  // Created on first use: a server without mail never loads the package.
  let shared: ReturnType<typeof openPool> | undefined
  let single: ReturnType<typeof openSingle> | undefined
  const domain = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send(mail) {
      // The package would parse it as a list and mail every address.
      if ([mail.to, mail.replyTo ?? ''].some((address) => /[\s,;:<>]/.test(address)))
        throw new MailRefused('The recipient, or where to answer, is not one plain address')
      const messageId = mail.id && `<${mail.id}@${domain}>`
      const smtp = await (mail.awaited ? (single ??= openSingle(url)) : (shared ??= openPool(url)))
      const { to, subject, text, html, replyTo, calendar, pdf } = mail
      const headers = headersOf(mail)
      try {
        const attachments = [
          ...(calendar ? [calendarPart(calendar)] : []),
          ...(pdf
            ? [{ filename: pdf.name, content: pdf.bytes, contentType: 'application/pdf' }]
            : []),
        ]
        const message = { from, to, replyTo, subject, text, html, messageId, headers, attachments }
        await callProvider('mail', () => smtp.sendMail(message))
      } catch (error) {
        throw isFinal(error) ? new MailRefused(String(error), { cause: error }) : error
      }
      return 'sent'
    },
    async isReady() {
      const smtp = await (single ??= openSingle(url))
      return callProvider('mail', () => smtp.verify()).catch(() => false)
    },
    async close() {
      for (const transport of [await shared, await single]) transport?.close()
    },
  }
}

const calendarPart = ({ name, text }: NonNullable<Mail['calendar']>) => ({
  filename: name,
  content: text,
  contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
})

const headersOf = ({ unsubscribeUrl }: Mail) => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribeUrl && {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
})

/** A 5xx about the mail itself; one about the login is for the operator to fix, so retrying helps. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  const isAboutMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  return isAboutMail && Number(error.responseCode) >= 500
}

// Contents come from users; none may make the server read a file or fetch an address.
const closed = { disableFileAccess: true, disableUrlAccess: true }

async function openPool(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, ...closed, ...limits(20_000), pool: true, maxConnections: 5 })
}

async function openSingle(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, ...closed, ...limits(10_000) })
}

const limits = (milliseconds: number) => ({
  connectionTimeout: milliseconds / 2,
  greetingTimeout: milliseconds / 2,
  socketTimeout: milliseconds,
})
