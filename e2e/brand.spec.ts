import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, expectSound } from './accessible.ts'
import { fillIn, holdToasts, openAs, openPage, press, see, seeNone, the } from './actions.ts'
import { expect, test } from './server.ts'
import { changeSettings } from './visits.ts'

test.beforeEach(({ page }) => holdToasts(page))

/** A logo of black lines on a transparent background. */
const blackLines = () =>
  sharp({ create: { width: 360, height: 90, channels: 4, background: '#101010' } })
    .extend({ top: 20, bottom: 20, left: 20, right: 20, background: '#00000000' })
    .png()
    .toBuffer()

const choose = async (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel('Picture of the logo').setInputFiles({ name, mimeType, buffer })

test("an owner's logo appears everywhere, until removed", async ({ page, newPage }) => {
  await openAs(page, 'admin', '/admin/settings?tab=business#logo')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  await choose(page, 'logo.svg', 'image/svg+xml', svg)
  await see(page, 'An SVG can carry scripts')
  await choose(page, 'logo.png', 'image/png', svg)
  await see(page, 'An SVG can carry scripts')

  await choose(page, 'logo.png', 'image/png', await blackLines())
  const dialog = page.getByRole('dialog', { name: 'Use this logo?' })
  await see(dialog, 'In the dark theme')
  await expectSound(page)
  const bar = page.getByRole('banner').getByRole('img')
  await expect(bar).toHaveCount(0)
  await press(dialog, 'Use this logo')
  await expect(bar).toBeVisible()
  const address = (await bar.getAttribute('src')) ?? ''
  expect(address).toMatch(/^\/api\/logo\/[0-9a-f-]{36}\?size=bar$/)
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /icon-192$/)
  await expectAccessible(page)

  const outside = await newPage(null, { colorScheme: 'dark' })
  for (const path of ['/', '/contact', '/sign-in']) {
    await outside.goto(path)
    const sign = outside.locator('header').getByRole('img').first()
    await expect(sign).toHaveAttribute('src', address)
    // A black logo would be invisible on black.
    await expect(sign).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await expectAccessible(outside)
  }
  const manifest = await (await outside.request.get('/manifest.webmanifest')).text()
  const icons = (JSON.parse(manifest) as { icons: { src: string; purpose: string }[] }).icons
  expect(icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable'])
  for (const path of [...icons.map(({ src }) => src), '/icon.svg', '/icon-192.png', '/share.png']) {
    const answer = await outside.request.get(path)
    expect(answer.url(), path).toContain('/api/logo/')
    expect((await sharp(await answer.body()).metadata()).format).toBe('png')
  }

  await press(page, 'Remove logo')
  await press(page.getByRole('dialog'), 'Remove logo')
  await expect(bar).toHaveCount(0)
  await press(page, 'Undo')
  await expect(bar).toBeVisible()
  await page.goto('/admin/settings?tab=changes')
  await see(page, the.first(/Logo: nothing → a picture of 360 × 90 pixels/))
})

test("the owner's page texts and FAQ are seen at once", async ({ page, newPage }) => {
  await openAs(page, 'admin', '/admin/settings?tab=pages')
  const write = async (name: string, words: string) => {
    await press(page, `Edit ${name}`)
    const dialog = page.getByRole('dialog', { name })
    await fillIn(dialog, { Words: words })
    await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(
      words.split('\n').at(-1) ?? '',
    )
    await expectSound(page)
    await press(dialog, 'Publish')
    await expect(dialog).toBeHidden()
  }
  await write('Headline of the front page', 'Oil at <your> door')
  await write('Below the headline', 'We come with 100% of what it takes.')
  await write('Terms of service', '# Scope\nWe change oil.\n\n%brandName% & you')
  await write('Emergency support, on the contact page', 'Call 911 first.')

  await press(page, 'Edit these questions')
  const questions = page.locator('#faq li')
  await expect(questions).toHaveCount(6)
  await expect(questions.first()).toContainText('Do I need an account?')
  await page.getByRole('button', { name: 'Move down: Do I need an account?' }).press('Enter')
  await expect(questions.nth(1)).toContainText('Do I need an account?')
  await press(page, 'Remove When do I pay?')
  await expect(questions).toHaveCount(5)
  await press(page, 'Undo')
  await expect(questions).toHaveCount(6)
  await press(page, 'Add a question')
  const adding = page.getByRole('dialog', { name: 'Add a question' })
  // The Spanish fields beside them have these words in their names.
  const field = (name: string) => adding.getByRole('textbox', { name, exact: true })
  await field('Question').fill('Do you wash cars?')
  await field('Answer').fill('No.\nOnly oil.')
  await press(adding, 'Publish')
  await expect(questions).toHaveCount(7)
  await expectSound(page)

  const outside = await newPage(null, { javaScriptEnabled: false })
  await outside.goto('/')
  await expect(outside.getByRole('heading', { level: 1 })).toHaveText('Oil at <your> door')
  await expect(outside.locator('meta[property="og:description"]')).toHaveAttribute(
    'content',
    'We come with 100% of what it takes.',
  )
  await openPage(outside, '/terms', the.heading('Scope'), '%brandName% & you')
  await seeNone(outside, 'Price and payment')
  await openPage(outside, '/contact', 'Call 911 first.')
  await press(outside, the.link('View FAQ'))
  await expect(outside).toHaveURL(/#faq$/)
  const summaries = outside.locator('#faq summary')
  await expect(summaries.first()).toHaveText('What does it cost?')
  await expect(summaries.last()).toHaveText('Do you wash cars?')
  await expect(summaries.last()).toBeInViewport()

  // Signed-in users see it too, and it disappears for everyone once removed.
  await page.goto('/contact')
  await expect(page.locator('#faq summary').last()).toHaveText('Do you wash cars?')
  await openPage(page, '/terms', '%brandName% & you')
  await changeSettings(page.request, { faq: [] })
  await outside.goto('/contact')
  await seeNone(outside, the.link('View FAQ'))
  await expect(outside.locator('#faq')).toHaveCount(0)
  await page.goto('/admin/settings?tab=changes')
  await see(page, /Headline of the front page: our words → Oil at <your> door/)
})
