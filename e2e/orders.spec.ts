import type { Page } from '@playwright/test'
import type { Job } from '#shared/contract/jobs.ts'
import { formatDay, formatVisit } from '#shared/texts/format.ts'
import { expectAccessible } from './accessible.ts'
import { expectOff, fillIn, holdToasts, openPage, press, see, the } from './actions.ts'
import { addCar, bookTime, call, signInAs, addContactDetails, openTimes } from './calls.ts'
import { expect, test } from './server.ts'
import { downloadFrom, enterDemo, signInByCode, timeOf } from './steps.ts'
import { blockSlot } from './visits.ts'

test.beforeEach(({ page }) => holdToasts(page))

const ownJobs = (page: Page) => call(page.request, 'GET /api/jobs/customer')

async function newCustomer(page: Page, email: string): Promise<void> {
  await signInByCode(page, email)
  await press(page, "I'm a Customer")
  await see(page, 'No vehicles yet')
  await addContactDetails(page.request, await call(page.request, 'GET /api/auth/user'))
}

const rowOf = (page: Page, { number }: Pick<Job, 'number'>) =>
  page.getByRole('listitem').filter({ hasText: number })

async function showCompleted(page: Page): Promise<void> {
  await page.goto('/orders')
  await press(page, the.tab(/Completed/))
}

test('a visit is moved; a lost slot leaves the dialog open', async ({ page, office }) => {
  await enterDemo(page, 'customer')
  const job = (await ownJobs(page)).find(({ status }) => /scheduled|assigned/.test(status))
  if (!job) throw new Error('The demo customer has nothing to move')
  const free = (await call(page.request, 'GET /api/availability'))
    .filter((day) => day.date !== job.scheduledDate)
    .flatMap(({ date, slots }) => {
      const [lost, wanted] = slots.filter(({ status }) => status === 'open')
      return lost && wanted ? { date, lost, wanted } : []
    })
    .at(-1)
  if (!free) throw new Error('There is no day with two free times')
  const { date, lost, wanted } = free

  await page.goto('/orders')
  await press(rowOf(page, job), 'Move visit')
  const dialog = page.getByRole('dialog', { name: 'Move this visit' })
  await see(dialog, 'You can move a visit until the service starts.')
  await dialog
    .getByRole('radio', { name: new RegExp(`^${formatDay(date, { long: true })}\\b`) })
    .check()
  await timeOf(dialog, lost.timeSlot).check()
  await expectAccessible(page)

  await blockSlot(office.request, { date, time: lost.timeSlot })
  await press(dialog, /^Move to/)
  await see(dialog, 'This time is no longer available.')
  await expect(timeOf(dialog, lost.timeSlot)).toBeDisabled()

  await timeOf(dialog, wanted.timeSlot).check()
  await press(dialog, /^Move to/)
  await see(page, the.text('Visit moved'))
  await expect(dialog).toBeHidden()
  await see(rowOf(page, job), formatVisit(date, wanted.timeSlot))

  const link = the.link('Add to calendar')
  const { name, bytes } = await downloadFrom(page, () => press(rowOf(page, job), link))
  expect(name).toBe(`visit-${job.number}.ics`)
  const calendar = bytes.toString()
  expect(calendar).toContain(`UID:${job.id}`)
  expect(calendar).toContain('SEQUENCE:1')
})

test('a visit is rated once, and the office reads it', async ({ page }, { project }) => {
  await enterDemo(page, 'customer')
  const job = (await ownJobs(page)).find((one) => one.status === 'completed' && !one.reviewed)
  if (!job) throw new Error('The demo customer has nothing to rate')
  await showCompleted(page)
  await press(rowOf(page, job), 'Rate this visit')
  const dialog = page.getByRole('dialog', { name: 'How was the visit?' })
  const send = dialog.getByRole('button', { name: 'Send rating' })
  await expectOff(send)
  await dialog.getByRole('radio', { name: '4 stars' }).check()
  const words = `<i>Clean</i> and quick on the ${project.name}`
  await fillIn(dialog, { 'Anything you would like to tell us?': words })
  await expectAccessible(page)
  await send.click()
  await see(page, the.text('Thank you'))
  await see(rowOf(page, job), the.link('Receipt'))
  await expect(rowOf(page, job).getByRole('button', { name: 'Rate this visit' })).toBeHidden()

  await enterDemo(page, 'admin')
  await see(page, words)
})

test('a receipt explains hold and charge, prints, and downloads as PDF', async ({ page }) => {
  await enterDemo(page, 'customer')
  const job = (await ownJobs(page)).find((one) => one.paymentState === 'paid')
  if (!job) throw new Error('The demo customer has paid for nothing')
  await showCompleted(page)
  await press(rowOf(page, job), the.link('Receipt'))
  await see(page, the.heading(`Receipt ${job.number}`), /so you paid once\.$/, /ending in \d{4}/)
  await expectAccessible(page)

  const { name, bytes: pdf } = await downloadFrom(page, () => press(page, the.link('Download PDF')))
  expect(name).toBe(`receipt-${job.number}.pdf`)
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')

  await page.emulateMedia({ media: 'print' })
  await see(page, 'On the card')
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
  await press(page, 'Print History Report')
  await page.emulateMedia({ media: 'print' })
  const report = page.getByRole('article')
  await see(report, the.heading('Service History Report'), the.heading('Premium Oil Change'))
  await expect(report.getByRole('row')).toHaveCount(jobs.length + 1)
  for (const { servicePackageName } of jobs) await see(report, the.first(servicePackageName))
  const figures = await report.getByRole('definition').allTextContents()
  const spent = (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  const vehicles = new Set(jobs.map(({ vehicleId }) => vehicleId)).size
  expect(figures).toEqual([String(jobs.length), String(completed.length), spent, String(vehicles)])
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByRole('complementary', { name: 'Demo' })).toBeHidden()
})

test('no visits, nothing to print; foreign receipts are missing', async ({ page, office }, {
  project,
}) => {
  await newCustomer(page, `new-${project.name}@example.com`)
  const payments = await office.request.get('/api/payments?status=completed&limit=1')
  const [foreign] = (await payments.json()) as { jobId: string }[]
  await page.goto('/orders')
  const print = page.getByRole('button', { name: 'Print History Report' })
  await expectOff(print)
  await expect(print).toHaveAccessibleDescription('There is nothing to print yet.')
  await openPage(page, `/receipt/${foreign?.jobId}`, 'Job not found.')
})

test('a customer sees more visits than a page', async ({ page, request: office }, { project }) => {
  await newCustomer(page, `fleet-${project.name}@example.com`)
  const { id: vehicleId } = await addCar(page.request, 'Sienna')
  const { id: customerId } = await call(page.request, 'GET /api/auth/user')
  // The office has no booking limit.
  await signInAs(office, 'admin')
  for (const place of (await openTimes(page.request)).slice(-55))
    await bookTime(office, place, { customerId, vehicleId })
  await openPage(page, '/orders', the.tab(/^Upcoming\s*55$/))
  await expect(page.getByRole('listitem').filter({ hasText: /FQ-\d+/ })).toHaveCount(55)
})
