import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, expectSound } from './accessible.ts'
import { call, enterAs } from './calls.ts'
import { expect, test } from './server.ts'
import { holdToasts } from './toasts.ts'

test.beforeEach(({ page }) => holdToasts(page))

/** A logo of black lines on a transparent background. */
const blackLines = () =>
  sharp({ create: { width: 360, height: 90, channels: 4, background: '#101010' } })
    .extend({ top: 20, bottom: 20, left: 20, right: 20, background: '#00000000' })
    .png()
    .toBuffer()

const choose = async (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel('Picture of the logo').setInputFiles({ name, mimeType, buffer })

test('an owner puts their logo on the bar, the pages, the tab and the home screen, and removes it', async ({
  page,
  browser,
  baseURL,
}) => {
  await enterAs(page.request, 'admin')
  await page.goto('/admin/settings?tab=business#logo')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  await choose(page, 'logo.svg', 'image/svg+xml', svg)
  await expect(page.getByText('An SVG can carry scripts')).toBeVisible()
  await choose(page, 'logo.png', 'image/png', svg)
  await expect(page.getByText('An SVG can carry scripts')).toBeVisible()

  await choose(page, 'logo.png', 'image/png', await blackLines())
  const dialog = page.getByRole('dialog', { name: 'Use this logo?' })
  await expect(dialog.getByText('Where the theme is dark')).toBeVisible()
  await expectSound(page)
  const bar = page.getByRole('banner').getByRole('img')
  await expect(bar).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Use this logo' }).click()
  await expect(bar).toBeVisible()
  const address = (await bar.getAttribute('src')) ?? ''
  expect(address).toMatch(/^\/api\/logo\/[0-9a-f-]{36}\?size=bar$/)
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /icon-192$/)
  await expectAccessible(page)

  const visitor = await browser.newContext({ baseURL: baseURL ?? '', colorScheme: 'dark' })
  const outside = await visitor.newPage()
  for (const path of ['/', '/contact', '/sign-in']) {
    await outside.goto(path)
    const sign = outside.locator('header').getByRole('img').first()
    await expect(sign).toHaveAttribute('src', address)
    // A black logo would be invisible on black.
    await expect(sign).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await expectAccessible(outside)
  }
  const manifest = await (await visitor.request.get('/manifest.webmanifest')).text()
  const icons = (JSON.parse(manifest) as { icons: { src: string; purpose: string }[] }).icons
  expect(icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable'])
  for (const path of [...icons.map(({ src }) => src), '/icon.svg', '/icon-192.png', '/share.png']) {
    const answer = await visitor.request.get(path)
    expect(answer.url(), path).toContain('/api/logo/')
    expect((await sharp(await answer.body()).metadata()).format).toBe('png')
  }
  await visitor.close()

  await page.getByRole('button', { name: 'Remove logo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove logo' }).click()
  await expect(bar).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(bar).toBeVisible()
  await page.goto('/admin/settings?tab=changes')
  await expect(page.getByText(/Logo: nothing → a picture of 360 × 90 pixels/).first()).toBeVisible()
})

test('an owner edits the page texts and FAQ, and everyone sees them at once', async ({
  page,
  browser,
  baseURL,
}) => {
  await enterAs(page.request, 'admin')
  await page.goto('/admin/settings?tab=pages')
  const write = async (name: string, words: string) => {
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByLabel('Words').fill(words)
    await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(
      words.split('\n').at(-1) ?? '',
    )
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect(dialog).toBeHidden()
  }
  await write('Headline of the front page', 'Oil at <your> door')
  await write('Below the headline', 'We come with 100% of what it takes.')
  await write('Terms of service', '# Scope\nWe change oil.\n\n%brandName% & you')
  await write('Emergency support, on the contact page', 'Call 911 first.')

  await page.getByRole('button', { name: 'Make these my own' }).click()
  const questions = page.locator('#faq li')
  await expect(questions).toHaveCount(6)
  await expect(questions.first()).toContainText('Do I need an account?')
  await page.getByRole('button', { name: 'Move down: Do I need an account?' }).press('Enter')
  await expect(questions.nth(1)).toContainText('Do I need an account?')
  await page.getByRole('button', { name: 'Remove When do I pay?' }).click()
  await expect(questions).toHaveCount(5)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(questions).toHaveCount(6)
  await page.getByRole('button', { name: 'Add a question' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a question' })
  await adding.getByLabel('Question').fill('Do you wash cars?')
  await adding.getByLabel('Answer').fill('No.\nOnly oil.')
  await adding.getByRole('button', { name: 'Publish' }).click()
  await expect(questions).toHaveCount(7)
  await expectSound(page)

  const visitor = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  const outside = await visitor.newPage()
  await outside.goto('/')
  await expect(outside.getByRole('heading', { level: 1 })).toHaveText('Oil at <your> door')
  await expect(outside.locator('meta[property="og:description"]')).toHaveAttribute(
    'content',
    'We come with 100% of what it takes.',
  )
  await outside.goto('/terms')
  await expect(outside.getByRole('heading', { name: 'Scope' })).toBeVisible()
  await expect(outside.getByText('%brandName% & you')).toBeVisible()
  await expect(outside.getByText('Price and payment')).toHaveCount(0)
  await outside.goto('/contact')
  await expect(outside.getByText('Call 911 first.')).toBeVisible()
  await outside.getByRole('link', { name: 'View FAQ' }).click()
  await expect(outside).toHaveURL(/#faq$/)
  const summaries = outside.locator('#faq summary')
  await expect(summaries.first()).toHaveText('What does it cost?')
  await expect(summaries.last()).toHaveText('Do you wash cars?')
  await expect(summaries.last()).toBeInViewport()

  // Signed-in users see it too, and it disappears for everyone once removed.
  await page.goto('/contact')
  await expect(page.locator('#faq summary').last()).toHaveText('Do you wash cars?')
  await page.goto('/terms')
  await expect(page.getByText('%brandName% & you')).toBeVisible()
  await call(page.request, 'PUT /api/admin/settings', { body: { faq: [] } })
  await outside.goto('/contact')
  await expect(outside.getByRole('link', { name: 'View FAQ' })).toHaveCount(0)
  await expect(outside.locator('#faq')).toHaveCount(0)
  await visitor.close()
  await page.goto('/admin/settings?tab=changes')
  await expect(
    page.getByText(/Headline of the front page: our words → Oil at <your> door/),
  ).toBeVisible()
})
