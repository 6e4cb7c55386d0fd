import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Job } from '#shared/contract/jobs.ts'
import { bookPlace, call, enterAs, homeAddress, openPlaces, signUp } from './calls.ts'
import {
  dayOf,
  keptOnDevice,
  missingOf,
  oneVisit,
  startService,
  takeAlong,
  test,
  waiting,
} from './offline-day.ts'
import { expect, freePort, startServer, stop, untilHealthy } from './server.ts'

test.use({ serviceWorkers: 'allow' })

const changes = '**/api/jobs/**'

const extra = { words: 'Wiper blade, driver side', price: '24.95' }

test('five visits are completed offline, and every figure arrives', async ({
  page,
  context,
  browser,
  server,
}) => {
  const jobs = await dayOf(5, page.request, browser, server.url)
  await takeAlong(page, jobs)
  await context.setOffline(true)
  for (const [n, job] of jobs.entries()) {
    await workOn(page, job, n)
    await expect(waiting(page)).toHaveText(`${(n + 1) * 16} changes waiting to be sent`)
  }
  await page.reload()
  await expect(waiting(page)).toHaveText('80 changes waiting to be sent')
  await page.goto('/')
  await expect(waiting(page)).toHaveText('80 changes waiting to be sent')
  await context.setOffline(false)
  await expect(waiting(page)).toHaveCount(0, { timeout: 60_000 })
  for (const [n, job] of jobs.entries()) await expectArrived(page.request, job, n)
})

test('every listed visit opens offline, even the first time', async ({
  page,
  context,
  browser,
  server,
}) => {
  const jobs = await dayOf(2, page.request, browser, server.url)
  const [next, far] = jobs
  const place = (await openPlaces(page.request)).at(-1)
  if (!next || !far || !place) throw new Error('There are no visits')
  const office = await browser.newContext({ baseURL: server.url })
  await enterAs(office.request, 'admin')
  await call(office.request, 'POST /api/jobs/{id}/reschedule', {
    params: { id: far.id },
    body: { scheduledDate: place.date, scheduledTime: place.time },
  })
  await office.close()
  await takeAlong(page, jobs)
  await context.setOffline(true)
  await page.goto(`/job/${next.id}`)
  await expect(page.getByText(next.number).first()).toBeVisible()
  await expect(page.getByText('No extra charges.')).toBeVisible()
  await expect(page.getByText('No photos yet.').first()).toBeVisible()
  await expect(page.getByText(/could not be loaded/)).toHaveCount(0)
  await page.goto('/')
  await page.locator(`a[href="/job/${far.id}"]`).first().click()
  await expect(page.getByText(far.number).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Start Service' })).toBeVisible()
  await expect(page.getByText(homeAddress).first()).toBeVisible()
})

test('office changes made while the app was closed are there offline, once the list has loaded', async ({
  page,
  context,
  browser,
  server,
  job,
}) => {
  await takeAlong(page, [job])
  await page.goto(`/job/${job.id}`)
  await expect(page.getByText(job.number).first()).toBeVisible()
  await page.waitForTimeout(1500)
  await page.goto('about:blank')
  const office = await browser.newContext({ baseURL: server.url })
  await enterAs(office.request, 'admin')
  await call(office.request, 'PATCH /api/jobs/{id}', {
    params: { id: job.id },
    body: { serviceAddress: '1100 Congress Avenue, Austin, TX 78701' },
  })
  await office.close()
  await takeAlong(page, [job])
  await expect(page.getByText(/1100 Congress/).first()).toBeVisible()
  await page.waitForTimeout(1500)
  await context.setOffline(true)
  await page.goto(`/job/${job.id}`)
  await expect(page.getByText(/1100 Congress/).first()).toBeVisible()
})

test('a server that is down loses nothing, nor does a closed page', async ({ browser }) => {
  const folder = await mkdtemp(join(tmpdir(), 'fivequart-offline-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = async () => {
    const child = startServer({ PORT: String(port), DATA_DIR: folder })
    await untilHealthy(url, child)
    return child
  }
  let child = await start()
  const context = await browser.newContext({ baseURL: url })
  try {
    const page = await context.newPage()
    const job = await oneVisit(page.request, browser, url)
    await takeAlong(page, [job])
    await stop(child)
    await workOn(page, job, 0)
    await page.close()
    const later = await context.newPage()
    await later.goto(`/job/${job.id}`)
    await expect(waiting(later)).toHaveText('16 changes waiting to be sent')
    await expect(later.getByText('Completed').first()).toBeVisible()
    await waiting(later).click()
    await context.route(changes, (route) => route.abort())
    child = await start()
    const tryNow = later.getByRole('button', { name: 'Try now' })
    // Having just failed again, it does not retry on its own before the button is pressed.
    const failed = later.waitForEvent('requestfailed', (request) => request.method() !== 'GET')
    await tryNow.click()
    await failed
    await context.unroute(changes)
    // It may already be retrying on its own, so the button may be gone.
    await tryNow.dispatchEvent('click')
    await expect(later.getByRole('dialog')).toContainText('Everything is sent')
    await expectArrived(later.request, job, 0)
  } finally {
    await context.close()
    await stop(child)
    await rm(folder, { recursive: true, force: true })
  }
})

test('the next user of the same phone is signed in as themselves, and finds nothing', async ({
  page,
}) => {
  await enterAs(page.request, 'technician')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: "Today's Schedule" })).toBeVisible()
  const savedReads = async () => (await keptOnDevice(page)).reads
  await expect.poll(savedReads).toBeGreaterThan(5)
  await enterAs(page.request, 'admin')
  await page.goto('/payments')
  await expect(page.getByRole('heading', { level: 1, name: /^Payment/ })).toBeVisible()
  await expect.poll(savedReads).toBe(0)

  await enterAs(page.request, 'technician')
  await page.goto('/')
  await expect.poll(savedReads).toBeGreaterThan(5)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('link', { name: 'Get Started - Sign In' })).toBeVisible()
  expect(await savedReads()).toBe(0)
})

test('clearing the device, interrupted by leaving the page, is finished by the next page', async ({
  page,
}) => {
  await enterAs(page.request, 'technician')
  await page.goto('/')
  const savedReads = async () => (await keptOnDevice(page)).reads
  await expect.poll(savedReads).toBeGreaterThan(5)
  await page.goto('/icon.svg')
  await page.evaluate(() => {
    localStorage.removeItem('fivequart-works-offline')
    localStorage.setItem('fivequart-clears-reads', 'yes')
  })
  await enterAs(page.request, 'admin')
  await page.goto('/payments')
  await expect.poll(savedReads).toBe(0)
})

/** All of a technician's steps: 16 changes. The page is opened by its address, as after restarting the phone. */
async function workOn(page: Page, job: Job, n: number): Promise<void> {
  await page.goto(`/job/${job.id}`)
  await page.getByRole('button', { name: 'Start Communication' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'On my way' }).click()
  await page.getByRole('button', { name: 'Running Late' }).click()
  await expect(page.getByRole('log')).toContainText('Waiting for a signal')
  await startService(page)
  await expect(page.getByText('In Progress').first()).toBeVisible()
  const steps = page.getByRole('checkbox')
  await expect(steps).toHaveCount(8)
  for (const step of await steps.all()) await step.check()
  await page.getByTestId('album-before').setInputFiles({
    name: 'before.jpg',
    mimeType: 'image/jpeg',
    buffer: await picture(n),
  })
  await expect(page.getByText('Saved on this device until it is sent')).toBeVisible()
  await page.getByLabel('Odometer').fill(String(40_000 + n))
  await page.getByLabel('New oil').fill('4.6')
  await page.getByRole('button', { name: 'Save measurements' }).click()
  await page.getByLabel('Service type').selectOption({ label: 'Windshield wiper' })
  await page.getByLabel('Description').fill(extra.words)
  await page.getByLabel('Price each').fill(extra.price)
  await page.getByRole('button', { name: 'Add extra' }).click()
  await expect(page.getByText(extra.words)).toBeVisible()
  await page.getByLabel('Technician notes').fill(`Note ${n}`)
  await page.getByRole('button', { name: 'Save Notes' }).click()
  await expect(page.getByRole('button', { name: 'Save Notes' })).toBeDisabled()
  await page.getByRole('button', { name: 'Complete Service & Charge Customer' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('$154.94')
  await dialog.getByRole('button', { name: 'Complete & charge' }).click()
  await expect(page.getByText('Completed').first()).toBeVisible()
}

const picture = (n: number) =>
  sharp({ create: { width: 800 + n, height: 600, channels: 3, background: 'tan' } })
    .jpeg()
    .toBuffer()

async function expectArrived(technician: APIRequestContext, job: Job, n: number): Promise<void> {
  const params = { id: job.id }
  expect(await call(technician, 'GET /api/jobs/{id}', { params })).toMatchObject({
    status: 'completed',
    extrasAmount: '24.95',
    finalAmount: '154.94',
    technicianNotes: `Note ${n}`,
    odometerMiles: 40_000 + n,
    filledQuarts: 4.6,
  })
  const done = await call(technician, 'GET /api/jobs/{id}', { params })
  expect(done.checklist).toHaveLength(8)
  const conversation = await call(technician, 'GET /api/jobs/{id}/communications', { params })
  expect(conversation.map(({ message }) => message)).toEqual([
    'Your technician is on the way.',
    'Running Late',
    'The service is completed.',
  ])
  expect(await call(technician, 'GET /api/jobs/{id}/photos', { params })).toMatchObject([
    { moment: 'before', width: 800 + n },
  ])
  expect(await call(technician, 'GET /api/jobs/{id}/extras', { params })).toMatchObject([
    { description: extra.words, totalPrice: 24.95 },
  ])
}

test("a customer's current visit opens offline, and is deleted by signing out", async ({
  page,
  context,
}) => {
  await signUp(page.request, 'customer')
  const [place] = await openPlaces(page.request)
  if (!place) throw new Error('There is no place')
  const job = await bookPlace(page.request, place)
  await page.goto('/')
  await expect(page.getByText(homeAddress).first()).toBeVisible()
  await expect.poll(() => missingOf(page, '/offline-visit.json'), { timeout: 30_000 }).toEqual([])
  await expect.poll(async () => (await keptOnDevice(page)).reads).toBeGreaterThan(5)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(homeAddress).first()).toBeVisible()
  await expect(page.getByText('No connection. You are seeing the last known data')).toBeVisible()
  await page.goto('/orders')
  await expect(page.getByText(job.number).first()).toBeVisible()
  await page.goto(`/job/${job.id}/communication`)
  await expect(page.getByRole('heading', { name: `Visit ${job.number}` })).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  expect(await keptOnDevice(page)).toEqual({ reads: 0, changes: 0, tab: [] })
})

test('a customer without a visit has their pages offline', async ({ page, context }) => {
  await signUp(page.request, 'customer')
  await page.goto('/')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  const said = await heading.innerText()
  await expect.poll(() => missingOf(page, '/offline-visit.json'), { timeout: 30_000 }).toEqual([])
  await expect.poll(async () => (await keptOnDevice(page)).reads).toBeGreaterThan(3)
  await context.setOffline(true)
  await page.reload()
  await expect(heading).toHaveText(said)
  await expect(page.getByText('No connection. You are seeing the last known data')).toBeVisible()
})

test('the office sees its day offline, and nothing of it stays after signing out', async ({
  page,
  context,
}) => {
  await enterAs(page.request, 'admin')
  await page.goto('/')
  const visits = page.getByRole('row')
  await expect(visits.nth(1)).toBeVisible()
  await page.goto('/admin/customers')
  await expect(visits.nth(1)).toBeVisible()
  await page.goto('/')
  await expect(visits.nth(1)).toBeVisible()
  await expect(visits.nth(1)).toContainText('FQ-')
  const first = await visits.nth(1).innerText()
  await expect.poll(() => missingOf(page, '/offline-office.json'), { timeout: 30_000 }).toEqual([])
  await expect.poll(async () => (await keptOnDevice(page)).reads).toBeGreaterThan(3)
  await context.setOffline(true)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(page.getByText('No connection. You are seeing the last known data')).toBeVisible()
  await expect(visits.nth(1)).toHaveText(first, { useInnerText: true })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  expect(await keptOnDevice(page)).toEqual({ reads: 0, changes: 0, tab: [] })
})

test.describe('in Spanish', () => {
  test.use({ locale: 'es-US' })

  test('a customer reads Spanish offline too', async ({ page, context }) => {
    await signUp(page.request, 'customer')
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect
      .poll(() => missingOf(page, '/offline-visit.es.json'), { timeout: 30_000 })
      .toEqual([])
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText('No hay conexión.')).toBeVisible()
  })
})
