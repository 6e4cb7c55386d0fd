import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { expectSound } from './accessible.ts'
import { fillIn, openAs, press, see, the } from './actions.ts'
import { call } from './calls.ts'
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

test("core spots are on the operator's map tiles, or without them", async ({ page }) => {
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) problems.push(message.text())
  })
  const { headers } = await page.request.get('/').then((answer) => ({ headers: answer.headers() }))
  expect(headers['content-security-policy']).toMatch(
    /img-src 'self' data: blob: http:\/\/127\.0\.0\.1:\d+;/,
  )
  await openAs(page, 'admin', '/admin/settings')
  const map = page.getByRole('application', { name: /Map of your core spots/ })
  await expect(map).toBeVisible()
  await expect(map.locator('img.leaflet-tile-loaded').first()).toBeVisible()
  const { length: spots } = await call(page.request, 'GET /api/admin/core-spots')
  await expect(map.locator('path')).toHaveCount(spots)
  await expect(map.locator('.tile-mark')).toHaveCount(spots)
  await see(map, 'Maps by <b>Us</b>')
  await expectSound(page)

  const mark = map.locator('.tile-mark').first()
  const before = await mark.boundingBox()
  await map.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(async () => expect((await mark.boundingBox())?.x).not.toBe(before?.x)).toPass()

  // After leaving and returning, nothing of the first map remains.
  await press(page, the.tab('Service Pricing'))
  await expect(map).toHaveCount(0)
  tiles.broken = true
  await press(page, the.tab('Core Spots'))
  await expect(map.locator('.tile-mark')).toHaveCount(spots)
  await page.reload()
  await expect(map.locator('.tile-mark')).toHaveCount(spots)
  tiles.broken = false

  await press(page, 'Add core spot')
  const dialog = page.getByRole('dialog', { name: 'Add core spot' })
  await fillIn(dialog, { Latitude: '29.76', Longitude: '-95.37' })
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
  await openAs(page, 'admin', '/admin/settings')
  await expect(page.getByRole('img', { name: /Map of your core spots/ })).toBeVisible()
  expect(loaded.filter((url) => /tile-map|leaflet/.test(url))).toEqual([])
})
