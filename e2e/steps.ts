import type { Locator, Page } from '@playwright/test'
import type { Role } from '#shared/rules/roles.ts'
import { expect } from './server.ts'

/** Signs in from the landing page with the code from the demo's outbox; creates the account. */
export async function signInByCode(page: Page, email: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started - Sign In' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByLabel('Code').fill(await mailedCode(page, email))
  await page.getByRole('button', { name: 'Sign In' }).click()
}

async function mailedCode(page: Page, email: string): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    const answer = await page.request.get('/api/demo/outbox')
    const mails = (await answer.json()) as { recipient: string; body: string }[]
    code = /\b\d{6}\b/.exec(mails.find((mail) => mail.recipient === email)?.body ?? '')?.[0]
    expect(code).toBeDefined()
  }).toPass()
  return code ?? ''
}

/** Switches roles in the demo's banner. */
export async function enterDemo(page: Page, role: Role): Promise<void> {
  await page.goto('/')
  const name = role.charAt(0).toUpperCase() + role.slice(1)
  const side = page.getByRole('complementary', { name: 'Demo' }).getByRole('button', { name })
  await side.click()
  await page.waitForFunction(
    async (wanted) =>
      ((await (await fetch('/api/auth/user')).json()) as { role?: string }).role === wanted,
    role,
  )
  // The page is home by then, so it does not interrupt the test's next navigation.
  await expect(side).toHaveAttribute('aria-pressed', 'true')
}

/** Fills the simulator's card form and presses the page's button. */
export async function payByTestCard(
  page: Page,
  number: string,
  button: string | RegExp,
): Promise<void> {
  const frame = page.frameLocator('#card-container iframe')
  await frame.getByLabel('Card number').fill(number)
  await frame.getByLabel('Expiry').fill('12/30')
  await frame.getByLabel('Security code').fill('111')
  await frame.getByLabel('ZIP code').fill('12345')
  await page.getByRole('button', { name: button }).click()
}

/** A booking question that is collapsed to its answer. */
export const answerOf = (page: Page, title: string): Locator =>
  page.locator('form').getByRole('button').filter({ hasText: title })

/** The booking's continue button, at any step. */
export const nextStep = (page: Page): Locator =>
  page.getByRole('button', { name: /^(Continue|Submit Booking|Email me a code)$/ })

/** Presses a wallet's button, and pays in the simulator's sheet with the practice card of this outcome. */
export async function payByWallet(
  page: Page,
  wallet: 'Apple Pay' | 'Google Pay',
  does = 'works',
): Promise<void> {
  await page.getByRole('button', { name: wallet, exact: true }).click()
  const sheet = page.getByRole('dialog', { name: `${wallet} for practice` })
  const card = sheet.getByLabel('Card')
  await card.selectOption({ label: await labelOf(card, does) })
  await sheet.getByRole('button', { name: /^Pay \$/ }).click()
}

async function labelOf(select: Locator, does: string): Promise<string> {
  const option = select.getByRole('option', { name: new RegExp(`: ${does}$`) }).first()
  return (await option.textContent()) ?? ''
}
