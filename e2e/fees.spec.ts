import type { APIRequestContext } from '@playwright/test'
import sharp from 'sharp'
import type { Settings } from '#shared/rules/settings.ts'
import { expectAccessible } from './accessible.ts'
import { bookAsGuest, bookPlace, call, enterAs, openPlaces, signUp } from './calls.ts'
import { takeAlong, waiting } from './offline-day.ts'
import { expect, test } from './server.ts'
import { payByTestCard } from './steps.ts'
import { beforeDawn, placeOfToday } from './today.ts'

test.use({ ...beforeDawn, serviceWorkers: 'allow' })

const policy = { cancelFeeCents: 2500, cancelFeeWithinHours: 720, notDoneFeeCents: 4000 }

const change = (office: APIRequestContext, body: Partial<Settings>) =>
  call(office, 'PUT /api/admin/settings', { body })

async function takeFees(office: APIRequestContext): Promise<void> {
  await enterAs(office, 'admin')
  await change(office, policy)
}

async function firstPlace(request: APIRequestContext) {
  const [place] = await openPlaces(request)
  if (!place) throw new Error('There is no place for a visit')
  return place
}

test.afterEach(async ({ request }) => {
  await enterAs(request, 'admin')
  await change(request, { cancelFeeCents: 0, notDoneFeeCents: 0 })
})

test('a technician at a locked gate ends the visit offline, and the office charges a fee', async ({
  page,
  context,
  request: office,
  browser,
  server,
}) => {
  await takeFees(office)
  const customer = await (await browser.newContext({ baseURL: server.url })).newPage()
  await signUp(customer.request, 'customer')
  const { id } = await bookPlace(customer.request, await placeOfToday(customer.request))
  await call(customer.request, 'POST /api/payments/pre-authorize', {
    body: { jobId: id, sourceId: 'cnon:card-nonce-ok', amount: '129.99' },
  })
  const { id: technicianId } = await signUp(page.request, 'technician')
  const approve = { params: { id: technicianId } }
  await call(office, 'POST /api/admin/technicians/{id}/approve', approve)
  const job = await call(office, 'POST /api/jobs/{id}/assign', {
    params: { id },
    body: { technicianId },
  })

  await takeAlong(page, [job])
  await context.setOffline(true)
  await page.goto(`/job/${id}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Start Service' }).click()
  await page.getByRole('button', { name: 'Could not be done…' }).click()
  await dialog.getByLabel('Reason').selectOption({ label: 'The car could not be reached' })
  await dialog.getByLabel(/What happened/).fill('The gate is locked, nobody answers')
  const buffer = await sharp({
    create: { width: 2400, height: 1600, channels: 3, background: 'navy' },
  })
    .jpeg()
    .toBuffer()
  const gate = { name: 'gate.jpg', mimeType: 'image/jpeg', buffer }
  await dialog.getByTestId('camera-before').setInputFiles(gate)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'End the visit' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(waiting(page)).toHaveText('3 changes waiting to be sent')
  await page.reload()
  await expect(waiting(page)).toHaveText('3 changes waiting to be sent')
  await context.setOffline(false)
  await expect(waiting(page)).toHaveCount(0, { timeout: 30_000 })
  await expect(page.getByText('The service could not be done').first()).toBeVisible()

  const desk = await (await browser.newContext({ baseURL: server.url })).newPage()
  await enterAs(desk.request, 'admin')
  await desk.goto(`/admin/jobs/${id}`)
  await expect(desk.getByRole('button', { name: /^Open photo/ })).toHaveCount(1)
  await expect(desk.getByText('The gate is locked, nobody answers').first()).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Decide' }).click()
  const fee = desk.getByRole('dialog')
  await fee.getByLabel('Fee', { exact: true }).fill('50')
  await fee.getByRole('button', { name: 'Charge $50.00' }).click()
  await expect(
    fee.getByText('The policy this visit was booked with allows a fee of $40.00 at most.'),
  ).toBeVisible()
  await fee.getByLabel('Fee', { exact: true }).fill('30')
  await fee.getByLabel('Reason, as the customer reads it').fill('We came in vain')
  await expectAccessible(desk)
  await fee.getByRole('button', { name: 'Charge $30.00' }).click()
  await expect(fee).toHaveCount(0)
  await expect(desk.getByText('Does this visit cost a fee?')).toHaveCount(0)
  const payment = desk.getByRole('region', { name: 'Payment' })
  await expect(payment).toContainText('Captured')
  await expect(payment).toContainText('$30.00')
  await expect(desk.getByRole('region', { name: 'Price' })).toContainText('$30.00')

  await customer.goto(`/receipt/${id}`)
  await expect(customer.getByText('$30.00').first()).toBeVisible()
  await expect(customer.getByText('Fee, service not done').first()).toBeVisible()
  await Promise.all([customer.context().close(), desk.context().close()])
})

test('a guest who cancels late pays the fee they booked with, even after it changed, and gets a receipt', async ({
  page,
  request: office,
}) => {
  await takeFees(office)
  const token = await bookAsGuest(
    page.request,
    undefined,
    undefined,
    await firstPlace(page.request),
  )
  await page.goto(`/guest/${token}`)
  await expect(page.getByText('So are these fees:')).toContainText(
    'Cancelling less than 720 hours before the visit costs $25.00.',
  )
  await payByTestCard(page, '4111 1111 1111 1111', 'Hold $129.99 on this card')
  await expect(page.getByText('$129.99 has been pre-authorized.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel visit' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Cancelling now costs $25.00.')).toBeVisible()
  await expectAccessible(page)
  await change(office, { cancelFeeCents: 9900 })
  await page.reload()
  await page.getByRole('button', { name: 'Move visit' }).click()
  await expect(
    dialog.getByText(
      'Cancelling this visit costs $25.00 by now, and still does after you move it.',
    ),
  ).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('button', { name: 'Cancel visit' }).click()
  await expect(dialog.getByText('Cancelling now costs $25.00.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel visit' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('#main').getByText('Cancelled', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByText('$25.00').first()).toBeVisible()
  await expect(page.getByText('Cancellation fee').first()).toBeVisible()
})
