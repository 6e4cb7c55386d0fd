import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './accessible.ts'
import { enterAs } from './calls.ts'
import { expectFits } from './fits.ts'
import { expect, test } from './server.ts'
import { holdToasts } from './toasts.ts'

test.beforeEach(({ page }) => holdToasts(page))

/** Black lines with nothing around them. */
const blackLines = () =>
  sharp({ create: { width: 360, height: 90, channels: 4, background: '#101010' } })
    .extend({ top: 20, bottom: 20, left: 20, right: 20, background: '#00000000' })
    .png()
    .toBuffer()

const choose = async (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel('Picture of the logo').setInputFiles({ name, mimeType, buffer })

test('an owner puts their logo on the bar, the pages, the tab and the home screen, and takes it back', async ({
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
  await expectAccessible(page)
  await expectFits(page)
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
    // Black on black would be nothing.
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
