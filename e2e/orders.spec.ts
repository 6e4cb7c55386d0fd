import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page, PlaywrightWorkerArgs } from '@playwright/test'
import type { Job } from '#shared/contract/jobs.ts'
import type { Day } from '#shared/contract/booking.ts'
import { formatDay, formatSlot, formatVisit } from '#shared/texts/format.ts'
import { expectAccessible } from './accessible.ts'
import { call, enterAs, nameThem } from './calls.ts'
import { expect, test } from './server.ts'
import { enterDemo, signInByCode } from './steps.ts'
import { holdToasts } from './toasts.ts'

type Playwright = PlaywrightWorkerArgs['playwright']

test.beforeEach(({ page }) => holdToasts(page))

const ownJobs = async (page: Page) =>
  (await (await page.request.get('/api/jobs/customer')).json()) as Job[]

/** Sends a write as the page itself would; returns the answer's body. */
async function post<Body>(page: Page, url: string, data: unknown): Promise<Body> {
  const headers = { origin: new URL(page.url()).origin }
  const answer = await page.request.post(url, { data, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Body
}

async function newCustomer(page: Page, email: string): Promise<void> {
  await signInByCode(page, email)
  await page.getByRole('button', { name: "I'm a Customer" }).click()
  await expect(page.getByText('No vehicles yet')).toBeVisible()
  await nameThem(page.request, await call(page.request, 'GET /api/auth/user'))
}

async function openDays(page: Page): Promise<Day[]> {
  return (await (await page.request.get('/api/availability')).json()) as Day[]
}

const rowOf = (page: Page, { number }: Pick<Job, 'number'>) =>
  page.getByRole('listitem').filter({ hasText: number })

async function showCompleted(page: Page): Promise<void> {
  await page.goto('/orders')
  await page.getByRole('tab', { name: /Completed/ }).click()
}

/** An admin's requests, separate from the page's user. */
async function office({ request }: Playwright, page: Page): Promise<APIRequestContext> {
  const { origin } = new URL(page.url())
  const context = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
  await context.post('/api/auth/demo', { data: { role: 'admin' } })
  return context
}

async function blockSlot(admin: APIRequestContext, date: string, timeSlot: string): Promise<void> {
  const data = { date, timeSlot, isBlocked: true, reason: 'Fair in town' }
  const answer = await admin.post('/api/admin/block-slot', { data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test('a visit is moved; a slot lost in the meantime leaves the dialog open', async ({
  page,
  playwright,
}) => {
  await enterDemo(page, 'customer')
  const job = (await ownJobs(page)).find(({ status }) => /scheduled|assigned/.test(status))
  if (!job) throw new Error('The demo customer has nothing to move')
  const free = (await openDays(page))
    .filter((day) => day.date !== job.scheduledDate)
    .flatMap(({ date, slots }) => {
      const [lost, wanted] = slots.filter(({ status }) => status === 'open')
      return lost && wanted ? { date, lost, wanted } : []
    })
    .at(-1)
  if (!free) throw new Error('There is no day with two free times')
  const { date, lost, wanted } = free

  await page.goto('/orders')
  await rowOf(page, job).getByRole('button', { name: 'Move visit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move this visit' })
  await expect(dialog.getByText('You can move a visit until the service starts.')).toBeVisible()
  await dialog
    .getByRole('radio', { name: new RegExp(`^${formatDay(date, { long: true })}\\b`) })
    .check()
  await dialog.getByRole('radio', { name: formatSlot(lost.timeSlot) }).check()
  await expectAccessible(page)

  await blockSlot(await office(playwright, page), date, lost.timeSlot)
  await dialog.getByRole('button', { name: /^Move to/ }).click()
  await expect(dialog.getByText('This time is no longer available.')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: formatSlot(lost.timeSlot) })).toBeDisabled()

  await dialog.getByRole('radio', { name: formatSlot(wanted.timeSlot) }).check()
  await dialog.getByRole('button', { name: /^Move to/ }).click()
  await expect(page.getByText('Visit moved', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, job).getByText(formatVisit(date, wanted.timeSlot))).toBeVisible()

  const download = page.waitForEvent('download')
  await rowOf(page, job).getByRole('link', { name: 'Add to calendar' }).click()
  expect((await download).suggestedFilename()).toBe(`visit-${job.number}.ics`)
  const calendar = await readFile(await (await download).path(), 'utf8')
  expect(calendar).toContain(`UID:${job.id}`)
  expect(calendar).toContain('SEQUENCE:1')
})

test('a visit is rated once, and the office reads it', async ({ page }, { project }) => {
  await enterDemo(page, 'customer')
  const job = (await ownJobs(page)).find((one) => one.status === 'completed' && !one.reviewed)
  if (!job) throw new Error('The demo customer has nothing to rate')
  await showCompleted(page)
  await rowOf(page, job).getByRole('button', { name: 'Rate this visit' }).click()
  const dialog = page.getByRole('dialog', { name: 'How was the visit?' })
  const send = dialog.getByRole('button', { name: 'Send rating' })
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('radio', { name: '4 stars' }).check()
  const words = `<i>Clean</i> and quick on the ${project.name}`
  await dialog.getByLabel('Anything you would like to tell us?').fill(words)
  await expectAccessible(page)
  await send.click()
  await expect(page.getByText('Thank you', { exact: true })).toBeVisible()
  await expect(rowOf(page, job).getByRole('link', { name: 'Receipt' })).toBeVisible()
  await expect(rowOf(page, job).getByRole('button', { name: 'Rate this visit' })).toBeHidden()

  await enterDemo(page, 'admin')
  await expect(page.getByText(words)).toBeVisible()
})

test('a receipt explains hold and charge, prints by itself and downloads as PDF', async ({
  page,
}) => {
  await enterDemo(page, 'customer')
  const job = (await ownJobs(page)).find((one) => one.paymentState === 'paid')
  if (!job) throw new Error('The demo customer has paid for nothing')
  await showCompleted(page)
  await rowOf(page, job).getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('heading', { name: `Receipt ${job.number}` })).toBeVisible()
  await expect(page.getByText(/so you paid once\.$/)).toBeVisible()
  await expect(page.getByText(/ending in \d{4}/)).toBeVisible()
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  expect((await download).suggestedFilename()).toBe(`receipt-${job.number}.pdf`)
  const pdf = await readFile(await (await download).path())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('On the card')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download PDF' })).toBeHidden()
  await expect(page.getByRole('complementary', { name: 'Demo' })).toBeHidden()
})

test('the history report sums up every visit and prints by itself', async ({ page }) => {
  // Records the print call; a browser without a printer would open a dialog that stays open.
  await page.addInitScript(() => {
    window.print = () => void dispatchEvent(new Event('beforeprint'))
  })
  await enterDemo(page, 'customer')
  const jobs = await ownJobs(page)
  const completed = jobs.filter(({ status }) => status === 'completed')
  const cents = completed.reduce((sum, job) => sum + Math.round(Number(job.paidAmount) * 100), 0)
  await page.goto('/orders')
  await page.getByRole('button', { name: 'Print History Report' }).click()
  await page.emulateMedia({ media: 'print' })
  const report = page.getByRole('article')
  await expect(report.getByRole('heading', { name: 'Service History Report' })).toBeVisible()
  await expect(report.getByRole('heading', { name: 'Premium Oil Change' })).toBeVisible()
  await expect(report.getByRole('row')).toHaveCount(jobs.length + 1)
  for (const { servicePackageName } of jobs)
    await expect(report.getByText(servicePackageName).first()).toBeVisible()
  const figures = await report.getByRole('definition').allTextContents()
  const spent = (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  const vehicles = new Set(jobs.map(({ vehicleId }) => vehicleId)).size
  expect(figures).toEqual([String(jobs.length), String(completed.length), spent, String(vehicles)])
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByRole('complementary', { name: 'Demo' })).toBeHidden()
})

test("without visits there is nothing to print; another customer's receipt does not exist", async ({
  page,
  playwright,
}, { project }) => {
  await newCustomer(page, `new-${project.name}@example.com`)
  const admin = await office(playwright, page)
  const payments = await admin.get('/api/payments?status=completed&limit=1')
  const [foreign] = (await payments.json()) as { jobId: string }[]
  await page.goto('/orders')
  const print = page.getByRole('button', { name: 'Print History Report' })
  await expect(print).toHaveAttribute('aria-disabled', 'true')
  await expect(print).toHaveAccessibleDescription('There is nothing to print yet.')
  await page.goto(`/receipt/${foreign?.jobId}`)
  await expect(page.getByText('Job not found.')).toBeVisible()
})

test('a customer with more visits than a page holds sees them all', async ({
  page,
  request: office,
}, { project }) => {
  await newCustomer(page, `fleet-${project.name}@example.com`)
  const car = { make: 'Ford', model: 'Transit', year: '2021', licensePlate: 'FLEET 1' }
  const { id: vehicleId } = await post<{ id: string }>(page, '/api/vehicles', car)
  const times = (await openDays(page))
    .toReversed()
    .flatMap(({ date, slots }) => slots.map((slot) => ({ date, ...slot })))
    .filter(({ status }) => status === 'open')
  const { id: customerId } = await call(page.request, 'GET /api/auth/user')
  // The office has no booking limit.
  await enterAs(office, 'admin')
  for (const { date, timeSlot } of times.slice(0, 55))
    await call(office, 'POST /api/jobs', {
      body: {
        customerId,
        vehicleId,
        scheduledDate: date,
        scheduledTime: timeSlot,
        serviceAddress: '12 Elm Street, Austin, TX 78701',
      },
    })
  await page.goto('/orders')
  await expect(page.getByRole('tab', { name: /^Upcoming\s*55$/ })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /FQ-\d+/ })).toHaveCount(55)
})
