import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { expectSound } from './accessible.ts'
import { call, enterAs } from './calls.ts'
import { expectFits } from './fits.ts'
import { expect, test as base } from './server.ts'

const tiles = { asked: 0, broken: false }

/** The product's server, with a local tile server beside it. */
const test = base.extend<object, { environment: Record<string, string> }>({
  environment: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const tile = await sharp({
        create: { width: 256, height: 256, channels: 3, background: '#cfe3c8' },
      })
        .png()
        .toBuffer()
      const server = createServer((_, answer) => {
        tiles.asked += 1
        answer.writeHead(tiles.broken ? 500 : 200, { 'content-type': 'image/png' }).end(tile)
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      await provide({
        MAP_TILES_URL: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`,
        MAP_TILES_ATTRIBUTION: 'Maps by <b>Us</b>',
      })
      server.close()
      server.closeAllConnections()
    },
    { scope: 'worker' },
  ],
})

test("core spots appear on the operator's map tiles, by keyboard too, and without tiles", async ({
  page,
}) => {
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) problems.push(message.text())
  })
  const { headers } = await page.request.get('/').then((answer) => ({ headers: answer.headers() }))
  expect(headers['content-security-policy']).toMatch(
    /img-src 'self' data: blob: http:\/\/127\.0\.0\.1:\d+;/,
  )
  await enterAs(page.request, 'admin')
  await page.goto('/admin/settings')
  const map = page.getByRole('application', { name: /Map of your core spots/ })
  await expect(map).toBeVisible()
  await expect(map.locator('img.leaflet-tile-loaded').first()).toBeVisible()
  const { length: spots } = await call(page.request, 'GET /api/admin/core-spots')
  await expect(map.locator('path')).toHaveCount(spots)
  await expect(map.locator('.tile-mark')).toHaveCount(spots)
  await expect(map.getByText('Maps by <b>Us</b>')).toBeVisible()
  await expectSound(page)

  const mark = map.locator('.tile-mark').first()
  const before = await mark.boundingBox()
  await map.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(async () => expect((await mark.boundingBox())?.x).not.toBe(before?.x)).toPass()

  // After leaving and returning, nothing of the first map remains.
  await page.getByRole('tab', { name: 'Service Pricing' }).click()
  await expect(map).toHaveCount(0)
  tiles.broken = true
  await page.getByRole('tab', { name: 'Core Spots' }).click()
  await expect(map.locator('.tile-mark')).toHaveCount(spots)
  await page.reload()
  await expect(map.locator('.tile-mark')).toHaveCount(spots)
  tiles.broken = false

  await page.getByRole('button', { name: 'Add core spot' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add core spot' })
  await dialog.getByLabel('Latitude').fill('29.76')
  await dialog.getByLabel('Longitude').fill('-95.37')
  const drawn = dialog.getByRole('application')
  await expect(drawn.locator('path')).toHaveCount(spots + 1)
  await drawn.click({ position: { x: 60, y: 60 } })
  await expect(dialog.getByLabel('Latitude')).not.toHaveValue('29.76')
  await expectFits(page)
  await page.goto('/schedule')
  expect(tiles.asked).toBeGreaterThan(0)
  expect(problems).toEqual([])
})

base('without a tile server no byte of its library is loaded', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await enterAs(page.request, 'admin')
  await page.goto('/admin/settings')
  await expect(page.getByRole('img', { name: /Map of your core spots/ })).toBeVisible()
  expect(loaded.filter((url) => /tile-map|leaflet/.test(url))).toEqual([])
})
