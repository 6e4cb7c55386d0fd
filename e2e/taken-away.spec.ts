import type { APIRequestContext, Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Job } from '#shared/contract/jobs.ts'
import { expectAccessible, expectSound } from './accessible.ts'
import { call, enterAs, openPlaces, signUp } from './calls.ts'
import { oneVisit, openOffline, startService, takeAlong, test, waiting } from './offline-day.ts'
import { expect } from './server.ts'

test.use({ serviceWorkers: 'allow' })

const notes = 'The gate was locked'

/** Starts a visit, writes notes and completes it, all offline. */
async function workOffline(page: Page, job: Job): Promise<void> {
  await openOffline(page, job)
  await startService(page)
  await page.getByLabel('Technician notes').fill(notes)
  await page.getByRole('button', { name: 'Save Notes' }).click()
  await page.getByRole('button', { name: 'Complete Service & Charge Customer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete & charge' }).click()
  await expect(page.getByText('Completed').first()).toBeVisible()
  await expect(waiting(page)).toHaveText('3 changes waiting to be sent')
}

const cancel = (office: APIRequestContext, { id }: Job) =>
  call(office, 'POST /api/jobs/{id}/cancel', {
    params: { id },
    body: { reason: 'The customer called' },
  })

test('a visit cancelled while offline is shown as cancelled, and the work done can be reported', async ({
  page,
  context,
  browser,
  server,
  job,
}) => {
  await workOffline(page, job)
  const office = await (await browser.newContext({ baseURL: server.url })).newPage()
  await enterAs(office.request, 'admin')
  await cancel(office.request, job)
  await context.setOffline(false)
  await expect(page.getByText(`Visit ${job.number} was cancelled`)).toBeVisible()
  await expect(page.getByText('Reason: The customer called')).toBeVisible()
  await expect(page.getByText(job.serviceAddress)).toHaveCount(0)
  await expect(page.getByText('Completed')).toHaveCount(0)
  await expect(page.getByText('Service Completed')).toHaveCount(0)
  const unsent = page.getByRole('alert').filter({ hasText: '3 changes of yours could not go in' })
  await expect(unsent).toContainText('This visit is already cancelled.')
  await expect(unsent).toContainText(notes)
  await expectAccessible(page)
  await page.reload()
  await expect(unsent).toContainText(notes)
  await unsent.getByRole('button', { name: 'Send to the office' }).click()
  await expect(unsent).toHaveCount(0)
  await expect(waiting(page)).toHaveCount(0)

  await office.goto('/notifications')
  await office
    .getByRole('button', { name: /Unsent work of/ })
    .first()
    .click()
  await expect(office).toHaveURL(`/admin/jobs/${job.id}`)
  const read = office.locator('section', {
    has: office.getByRole('heading', { name: /^Unsent work of/ }),
  })
  await expect(read).toContainText(notes)
  await expect(read).toContainText('Start of the service')
  await expectAccessible(office)
  await office.context().close()
})

/** Opens a visit that is on the device, while the connection is still pending and no events arrive. */
async function openUnconnected(page: Page, browser: Browser, url: string) {
  const job = await oneVisit(page.request, browser, url)
  await takeAlong(page, [job])
  const connect = await connectLater(page)
  await page.goto(`/job/${job.id}`)
  await expect(page.getByText(job.serviceAddress).first()).toBeVisible()
  return { job, connect }
}

test('a technician at the door reads that it was cancelled, and no customer details, also later offline', async ({
  page,
  context,
  browser,
  server,
}) => {
  const { job, connect } = await openUnconnected(page, browser, server.url)
  const office = await browser.newContext({ baseURL: server.url })
  await enterAs(office.request, 'admin')
  await cancel(office.request, job)
  await office.close()
  connect()
  const what = page.locator('section', {
    has: page.getByRole('heading', { name: `Visit ${job.number} was cancelled` }),
  })
  await expect(what).toContainText(/of the office cancelled it on/)
  await expect(what).toContainText('There is nothing left to do there.')
  await expect(what).toContainText('Reason: The customer called')
  await expect(page.getByText(job.serviceAddress)).toHaveCount(0)
  await expect(page.getByText(/are no longer shown: the visit was cancelled/)).toBeVisible()
  await expectSound(page)
  await expect.poll(() => keptOf(page, job)).toEqual([])
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('This visit was cancelled').first()).toBeVisible()
  await expect(page.getByText(job.serviceAddress)).toHaveCount(0)
})

test('a visit reassigned before the page connected stays in no list', async ({
  page,
  browser,
  server,
}) => {
  const { job, connect } = await openUnconnected(page, browser, server.url)
  await giveAway(browser, server.url, job)
  connect()
  await expect(page.getByText(`Visit ${job.number} is no longer yours`)).toBeVisible()
  await expect.poll(() => keptOf(page, job)).toEqual([])
})

test('a visit reassigned while offline leaves no customer data behind', async ({
  page,
  context,
  browser,
  server,
  job,
}) => {
  await workOffline(page, job)
  await giveAway(browser, server.url, job)
  await context.setOffline(false)
  await expect(page.getByText(`Visit ${job.number} is no longer yours`)).toBeVisible()
  await expect(page.getByText(/of the office gave it to another technician on/)).toBeVisible()
  const unsent = page.getByRole('alert').filter({ hasText: '3 changes of yours could not go in' })
  await expect(unsent).toContainText('The visit was no longer yours.')
  await expect(page.getByText(job.serviceAddress)).toHaveCount(0)
  await expect.poll(() => keptOf(page, job)).toEqual([])
  await page.goto('/')
  await expect(unsent).toContainText(notes)
  await expect(page.locator(`a[href="/job/${job.id}"]`)).toHaveCount(0)
  await unsent.getByRole('button', { name: 'Discard' }).click()
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(unsent).toHaveCount(0)
  await expect(page.getByText(`Visit ${job.number} is no longer yours`)).toHaveCount(0)
  await page.goto(`/job/${job.id}`)
  await expect(page.getByText(`Visit ${job.number} is no longer yours`)).toBeVisible()
})

test('a visit moved while offline shows nothing of the old time, and the office gets the work, with its photo', async ({
  page,
  context,
  browser,
  server,
  job,
}) => {
  await openOffline(page, job)
  await page.getByRole('button', { name: 'Start Communication' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'On my way' }).click()
  await startService(page)
  await page.getByTestId('album-before').setInputFiles({
    name: 'before.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background: 'tan' } })
      .jpeg()
      .toBuffer(),
  })
  await expect(page.getByText('Saved on this device until it is sent')).toBeVisible()
  await page.getByRole('button', { name: 'Complete Service & Charge Customer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete & charge' }).click()
  await expect(waiting(page)).toHaveText('4 changes waiting to be sent')

  const office = await (await browser.newContext({ baseURL: server.url })).newPage()
  await enterAs(office.request, 'admin')
  const place = (await openPlaces(office.request)).at(-1)
  if (!place) throw new Error('There is no place')
  await call(office.request, 'POST /api/jobs/{id}/reschedule', {
    params: { id: job.id },
    body: { scheduledDate: place.date, scheduledTime: place.time },
  })
  await context.setOffline(false)
  await expect(page.getByText(`Visit ${job.number} was moved`)).toBeVisible()
  const unsent = page.getByRole('alert').filter({ hasText: '4 changes of yours could not go in' })
  await expect(unsent).toContainText('You started it before you could know')
  await expect(unsent).toContainText('You did this before you could know')
  await expect(page.getByText('Completed')).toHaveCount(0)
  await expect(waiting(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Start Service' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expectSound(page)
  await page.goto('/')
  await expect(unsent).toBeVisible()
  await unsent.getByRole('button', { name: 'Send to the office' }).click()
  await expect(unsent).toHaveCount(0)
  const params = { id: job.id }
  expect(await call(page.request, 'GET /api/jobs/{id}', { params })).toMatchObject({
    status: 'assigned',
    scheduledDate: place.date,
    startedAt: null,
    communicationActive: false,
  })
  expect(await call(page.request, 'GET /api/jobs/{id}/photos', { params })).toEqual([])

  await office.goto(`/admin/jobs/${job.id}`)
  const read = office.locator('section', {
    has: office.getByRole('heading', { name: /^Unsent work of/ }),
  })
  await expect(read).toContainText('Start of the service')
  const photo = read.getByRole('link', { name: /^Open the photo/ }).locator('img')
  await expect
    .poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0)
  await expectAccessible(office)
  await office.context().close()
})

/** The office reassigns the visit to a new technician. */
async function giveAway(browser: Browser, baseURL: string, job: Job): Promise<void> {
  const other = await browser.newContext({ baseURL })
  const { id: technicianId } = await signUp(other.request, 'technician')
  await enterAs(other.request, 'admin')
  await call(other.request, 'POST /api/admin/technicians/{id}/approve', {
    params: { id: technicianId },
  })
  await call(other.request, 'POST /api/jobs/{id}/assign', {
    params: { id: job.id },
    body: { technicianId },
  })
  await other.close()
}

/** Holds back events from the page until the returned function is called. */
async function connectLater(page: Page): Promise<() => void> {
  let connect = () => {}
  const mayConnect = new Promise<void>((resolve) => (connect = resolve))
  await page.routeWebSocket('/ws', async (socket) => {
    await mayConnect
    socket.connectToServer()
  })
  return connect
}

/** The saved reads that contain this visit's address. */
const keptOf = (page: Page, { serviceAddress }: Job) =>
  page.evaluate(async (address) => {
    const opening = indexedDB.open('fivequart-reads')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const reading = opening.result.transaction('reads').objectStore('reads').getAll()
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    opening.result.close()
    const reads = reading.result as { queryKey: unknown[] }[]
    return reads
      .filter((read) => JSON.stringify(read).includes(address))
      .map(({ queryKey }) => String(queryKey[0]))
  }, serviceAddress)
