import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Role } from '#shared/rules/roles.ts'
import { formatSlot } from '#shared/texts/format.ts'
import { fillIn, press, the } from './actions.ts'
import { mailedCode } from './calls.ts'
import { expect } from './server.ts'

/** Signs in on a page that asks for the e-mail address, with the mailed code. */
export async function enterEmailAndCode(
  page: Page,
  email: string,
  codeOf = () => mailedCode(page.request, email),
): Promise<void> {
  await fillIn(page, { 'E-mail': email }, 'Email me a code')
  await expect(page.getByLabel('Code')).toBeVisible()
  await fillIn(page, { Code: await codeOf() })
  await page.getByRole('button', { name: 'Sign In', exact: true }).last().click()
}

/** Signs in from the landing page; creates the account. */
export async function signInByCode(page: Page, email: string): Promise<void> {
  await page.goto('/')
  await press(page, the.link('Get Started - Sign In'))
  await enterEmailAndCode(page, email)
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
  const frame = cardFrame(page)
  await fillIn(frame, {
    'Card number': number,
    Expiry: '12/30',
    'Security code': '111',
    'ZIP code': '12345',
  })
  await press(page, button)
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
  await press(page, the.button(wallet, { exact: true }))
  const sheet = page.getByRole('dialog', { name: `${wallet} for practice` })
  const card = sheet.getByLabel('Card')
  await card.selectOption({ label: await labelOf(card, does) })
  await press(sheet, /^Pay \$/)
}

async function labelOf(select: Locator, does: string): Promise<string> {
  const option = select.getByRole('option', { name: new RegExp(`: ${does}$`) }).first()
  return (await option.textContent()) ?? ''
}

const freeIn = (page: Page | Locator, name: string): Locator =>
  page.getByRole('group', { name }).getByRole('radio', { disabled: false })

/** The days and the times that can still be chosen while booking. */
export const freeDays = (page: Page | Locator): Locator => freeIn(page, 'Which day?')
export const freeTimes = (page: Page | Locator): Locator => freeIn(page, 'What time?')

/** A time of the chosen day, which may also be one of the best times. */
export const timeOf = (page: Page | Locator, time: string): Locator =>
  page.getByRole('group', { name: 'What time?' }).getByRole('radio', { name: formatSlot(time) })

export const cardFrame = (page: Page) => page.frameLocator('#card-container iframe')

/** A technician's, or the office's, extra on a visit's page. */
export const addExtra = (page: Page, words: string, price: string, label = 'Other') =>
  fillIn(page, { 'Service type': { label }, Description: words, 'Price each': price }, 'Add extra')

export async function completeAndCharge(page: Page): Promise<void> {
  await press(page, 'Complete Service & Charge Customer')
  await press(page.getByRole('dialog'), 'Complete & charge')
}

/** A picture file as a form takes it. */
export async function pictureFile(name: string, width = 800, height = 600, background = 'tan') {
  const image = sharp({ create: { width, height, channels: 3, background } })
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() }
}

/** The file that this starts to download. */
export async function downloadFrom(page: Page, start: () => Promise<void>) {
  const download = page.waitForEvent('download')
  await start()
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** `SHOTS=folder` saves screenshots of a test for review. */
export const picture = (page: Page, name: string) =>
  process.env.SHOTS
    ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
    : Promise.resolve()
