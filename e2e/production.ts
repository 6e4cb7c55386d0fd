import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startTestMailServer } from '#server/adapters/mail/test-server.ts'
import { test as base, expect, freePort, startServer, stop, untilHealthy } from './server.ts'

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
  /** Additional settings. */
  more: async ({}, provide) => provide({}),
  production: async ({ more }, provide) => {
    const [folder, port, mail] = await Promise.all([
      mkdtemp(join(tmpdir(), 'fivequart-production-')),
      freePort(),
      startTestMailServer(),
    ])
    const url = `http://127.0.0.1:${port}`
    const log: string[] = []
    const settings = {
      NODE_ENV: 'production',
      ORIGIN: url,
      ADMIN_EMAIL: owner,
      SMTP_URL: mail.url,
      MAIL_FROM: 'hello@quick-oil.test',
      PORT: String(port),
      DATA_DIR: folder,
      ...more,
    }
    const start = async (others: Record<string, string>) => {
      const child = startServer({ ...settings, ...others }, (text) => log.push(text))
      await untilHealthy(url, child)
      return child
    }
    let child = await start({})
    const restart: Production['restart'] = async (others) => {
      await stop(child)
      child = await start(others)
    }
    await provide({ url, mails: mail.mails, log, restart })
    await stop(child)
    await mail.close()
    await rm(folder, { recursive: true, force: true })
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
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  await page.getByLabel('Code').fill(await codeFor(production, email))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).not.toHaveURL(/sign-in/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
