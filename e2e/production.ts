import { call } from './calls.ts'
import type { Page } from '@playwright/test'
import { startTestMailServer } from '#server/adapters/mail/test-server.ts'
import { expect, ownServer, test as base } from './server.ts'
import { enterEmailAndCode } from './steps.ts'

type Mails = Awaited<ReturnType<typeof startTestMailServer>>
export type Production = {
  url: string
  mails: Mails['mails']
  log: string[]
  /** Stops the server as an owner would, and restarts it on the same data with additional settings. */
  restart: (settings: Record<string, string>) => Promise<void>
}

/** A business started as in the README: production, a mail server, an admin, and no details yet. */
export const test = base.extend<{ production: Production; more: Record<string, string> }>({
  baseURL: ({ production }, provide) => provide(production.url),
  /** Additional settings. */
  more: async ({}, provide) => provide({}),
  production: async ({ more }, provide) => {
    const mail = await startTestMailServer()
    const log: string[] = []
    const server = await ownServer((text) => log.push(text))
    const settings = {
      NODE_ENV: 'production',
      ORIGIN: server.url,
      ADMIN_EMAIL: owner,
      SMTP_URL: mail.url,
      MAIL_FROM: 'hello@quick-oil.test',
      ...more,
    }
    try {
      await server.start(settings)
      const restart: Production['restart'] = async (others) => {
        await server.stop()
        await server.start({ ...settings, ...others })
      }
      await provide({ url: server.url, mails: mail.mails, log, restart })
    } finally {
      await server.end()
      await mail.close()
    }
  },
})

export const owner = 'owner@quick-oil.test'

/** The mails to this address, as readers see them. */
export const mailsTo = ({ mails }: Production, email: string) =>
  mails
    .filter(({ to }) => to.includes(email))
    .map(({ data }) => data.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, decodeByte))
const decodeByte = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))

export async function codeFor(production: Production, email: string): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    code = /\b\d{6}\b/.exec(
      mailsTo(production, email).at(-1)?.split('\n\n').slice(1).join() ?? '',
    )?.[0]
    expect(code).toBeDefined()
  }).toPass()
  return code ?? ''
}

export { expect } from './server.ts'

/** Signs in by the mailed code; creates the account. */
export async function signIn(production: Production, page: Page, email: string): Promise<void> {
  await page.goto('/sign-in')
  await enterEmailAndCode(page, email, () => codeFor(production, email))
  await expect(page).not.toHaveURL(/sign-in/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Signs the owner in and adds a technician: a new business offers no times until it has one. */
export async function hire(production: Production, office: Page): Promise<void> {
  await signIn(production, office, owner)
  const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@quick-oil.test' }
  await call(office.request, 'POST /api/admin/technicians', { body: ann })
}
