import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import type { Photo } from '#shared/contract/photos.ts'
import { expectAccessible } from './accessible.ts'
import { press, see, seeNone, the } from './actions.ts'
import { call } from './calls.ts'
import { startService } from './offline-day.ts'
import { expect, test } from './server.ts'
import { assignedVisit, complete } from './visits.ts'
import { watchProblems } from './watch.ts'

test.use({ serviceWorkers: 'allow' })

/** A photo like a camera's: large, and with the location where it was taken. */
const shot = (color: string, width = 3000, height = 2000) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .withExif({ IFD0: { Make: 'SecretPhone' }, IFD3: { GPSLatitude: '30/1 16/1 2/1' } })
    .jpeg()
    .toBuffer()

async function picture(color: string, width?: number, height?: number) {
  const buffer = await shot(color, width, height)
  return { name: `${color}.jpg`, mimeType: 'image/jpeg', buffer }
}

const card = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Service Photos', level: 2 }) })
const group = (page: Page, name: 'Before' | 'After') => card(page).getByRole('region', { name })
const thumbnails = (page: Page, name: 'Before' | 'After') =>
  group(page, name).getByRole('button', { name: /^Open photo/ })
const chooser = (page: Page, name: string) => page.getByTestId(name)

const photosOf = (page: Page, id: string): Promise<Photo[]> =>
  call(page.request, 'GET /api/jobs/{id}/photos', { params: { id } })

test('photos are taken before and after, and the customer sees them', async ({ page, newPage }) => {
  const customer = await newPage()
  const { id } = await assignedVisit(customer.request, page.request)
  const problems = watchProblems(page)
  await page.goto(`/job/${id}`)
  await expect(group(page, 'Before')).toContainText('No photos yet.')
  await chooser(page, 'album-before').setInputFiles([
    await picture('red'),
    await picture('green', 400, 300),
  ])
  await expect(thumbnails(page, 'Before')).toHaveCount(2)
  await chooser(page, 'camera-after').setInputFiles(await picture('blue', 2000, 3000))
  await expect(thumbnails(page, 'After')).toHaveCount(1)
  const sizes = (await photosOf(page, id)).map(({ moment, width, height }) => [
    moment,
    width,
    height,
  ])
  expect(sizes).toEqual([
    ['before', 2048, 1365],
    ['before', 400, 300],
    ['after', 1365, 2048],
  ])

  await thumbnails(page, 'Before').first().click()
  const viewer = page.getByRole('dialog')
  const seen = async (name: string) => {
    await see(viewer, the.heading(name))
    const image = viewer.getByRole('img', { name })
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0)
  }
  await seen('Before, photo 1 of 3')
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await seen('After, photo 3 of 3')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await seen('Before, photo 2 of 3')
  await press(viewer, 'Delete')
  await press(page, 'Delete photo')
  await seen('After, photo 2 of 2')
  await page.keyboard.press('Escape')
  await expect(thumbnails(page, 'Before')).toHaveCount(1)
  await expectAccessible(page)

  await complete(page.request, id)
  await page.reload()
  await expect(card(page)).toContainText('Photos can no longer be added or deleted.')
  await expect(thumbnails(page, 'After')).toHaveCount(1)
  await seeNone(card(page), the.button(/^(Upload|Take)/))
  await thumbnails(page, 'After').click()
  await seeNone(viewer, the.button('Delete'))
  expect(problems).toEqual([])

  await customer.goto(`/receipt/${id}`)
  await expect(card(customer).getByRole('button', { name: /^Open photo/ })).toHaveCount(2)
  await press(card(customer), 'Open photo 2, After')
  await expect(customer.getByRole('img', { name: 'After, photo 2 of 2' })).toBeVisible()
  await seeNone(customer, the.button('Delete'))
  await expectAccessible(customer)
})

test('a photo whose response was lost is sent once', async ({ page, request }) => {
  const { id } = await assignedVisit(request, page.request)
  await page.goto(`/job/${id}`)
  const uploads = `**/api/jobs/${id}/photos?moment=before*`
  // The server stores it, but its response is lost.
  const loseAnswer = async (route: Route) => {
    await route.fetch()
    // The request may already be gone.
    await route.abort().catch(() => {})
  }
  await page.route(uploads, loseAnswer)
  await chooser(page, 'album-before').setInputFiles(await picture('red'))
  await expect(group(page, 'Before')).toContainText('Saved on this device until it is sent')
  await expectAccessible(page)
  await page.unroute(uploads, loseAnswer)
  await expect(group(page, 'Before')).not.toContainText('Saved on this device', { timeout: 30_000 })
  await expect(thumbnails(page, 'Before')).toHaveCount(1)
  expect(await photosOf(page, id)).toHaveLength(1)

  const notes = { name: 'notes.heic', mimeType: 'image/heic', buffer: Buffer.from('no picture') }
  await chooser(page, 'album-after').setInputFiles(notes)
  await expect(group(page, 'After').getByRole('alert')).toContainText('cannot read this picture')
  await press(group(page, 'After'), 'Discard')
  await expect(group(page, 'After')).toContainText('No photos yet.')
})

/** A picture that no codec makes small. */
async function noise(name: string, width = 2000, height = 1500) {
  const create = { width, height, channels: 3 as const, background: 'gray' }
  const noisy = { ...create, noise: { type: 'gaussian' as const, mean: 128, sigma: 60 } }
  const buffer = await sharp({ create: noisy }).jpeg({ quality: 90 }).toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

test('photos chosen just before completing, and before a reload, arrive', async ({
  page,
  request,
}) => {
  const { id } = await assignedVisit(request, page.request)
  await page.goto(`/job/${id}`)
  await startService(page)
  const pictures = await Promise.all(
    ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map((name) => noise(name)),
  )
  await expect(group(page, 'Before')).toBeVisible()
  await chooser(page, 'album-before').setInputFiles(pictures.slice(0, 3))
  await expect(group(page, 'Before').getByText('Preparing').first()).toBeVisible()
  await page.reload()
  await expect(thumbnails(page, 'Before')).toHaveCount(3, { timeout: 30_000 })
  await chooser(page, 'album-after').setInputFiles(pictures)
  await press(page, /^Complete Service/)
  await press(page.getByRole('dialog'), /^Complete/)
  await see(page, the.first('Completed'))
  await expect(thumbnails(page, 'After')).toHaveCount(4, { timeout: 30_000 })
  expect(await photosOf(page, id)).toHaveLength(7)
})

test('a photo on a line that breaks continues where it stopped, and holds back nothing', async ({
  page,
  request,
}) => {
  const { id } = await assignedVisit(request, page.request)
  await page.goto(`/job/${id}`)
  const starts: number[] = []
  const parts = '**/api/photo-parts/**'
  // Every other part is lost.
  await page.route(parts, async (route) => {
    starts.push(Number(new URL(route.request().url()).searchParams.get('from')))
    if (starts.length % 2 === 0) return route.abort()
    await route.continue()
  })
  await expect(group(page, 'After')).toBeVisible()
  await chooser(page, 'album-after').setInputFiles(await noise('slow.jpg'))
  await expect.poll(() => starts.length).toBeGreaterThan(1)
  await page.getByLabel('Technician notes').fill('Worn plug')
  await press(page, 'Save Notes')
  await see(page, the.first('Notes updated successfully'))
  await page.reload()
  await expect(thumbnails(page, 'After')).toHaveCount(1, { timeout: 60_000 })
  expect(starts.filter((from) => from === 0).length).toBeLessThan(4)
  expect(Math.max(...starts)).toBeGreaterThan(64 * 1024)
})

test('a photo taken as the session expires waits on the device', async ({ page, request }) => {
  const { id } = await assignedVisit(request, page.request)
  await page.goto(`/job/${id}`)
  const json = { message: 'Please sign in first.', code: 'unauthenticated' }
  const refuse = (route: Route) => route.fulfill({ status: 401, json })
  await page.route(`**/api/jobs/${id}/photos?moment=before*`, refuse, { times: 1 })
  // Sign-in does not navigate, so that the page stays.
  await page.route('**/api/login?*', (route) => route.fulfill({ status: 204 }))
  await chooser(page, 'album-before').setInputFiles(await picture('red'))
  await see(page, the.first('You are logged out.'))
  // The session continues after all, so it is sent then.
  await expect(thumbnails(page, 'Before')).toHaveCount(1)
  await expect(group(page, 'Before').getByRole('alert')).toHaveCount(0)
  expect(await photosOf(page, id)).toHaveLength(1)
})
