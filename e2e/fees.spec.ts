import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { fillIn, openAs, openPage, press, see, seeIn, seeNone, the } from './actions.ts'
import { bookAsGuest, bookTime, call, signInAs, signUp } from './calls.ts'
import { prepareForOffline, waiting } from './offline-day.ts'
import { expect, test } from './server.ts'
import { payByTestCard, pictureFile } from './steps.ts'
import {
  assign,
  beforeDawn,
  changeSettings,
  holdCard,
  anOpenTime,
  openTimeToday,
} from './visits.ts'

test.use({ ...beforeDawn, serviceWorkers: 'allow' })

const policy = { cancelFeeCents: 2500, cancelFeeWithinHours: 720, notDoneFeeCents: 4000 }

async function takeFees(office: APIRequestContext): Promise<void> {
  await signInAs(office, 'admin')
  await changeSettings(office, policy)
}

async function firstPlace(request: APIRequestContext) {
  const place = await anOpenTime(request)
  return place
}

test.afterEach(async ({ request }) => {
  await signInAs(request, 'admin')
  await changeSettings(request, { cancelFeeCents: 0, notDoneFeeCents: 0 })
})

test('a technician ends a visit offline, and the office charges a fee', async ({
  page,
  context,
  request: office,
  newPage,
}) => {
  await takeFees(office)
  const customer = await newPage()
  await signUp(customer.request, 'customer')
  const { id } = await bookTime(customer.request, await openTimeToday(customer.request))
  await holdCard(customer.request, id)
  const { id: technicianId } = await signUp(page.request, 'technician')
  const approve = { params: { id: technicianId } }
  await call(office, 'POST /api/admin/technicians/{id}/approve', approve)
  const job = await assign(office, id, technicianId)

  await prepareForOffline(page, [job])
  await context.setOffline(true)
  await page.goto(`/job/${id}`)
  const dialog = page.getByRole('dialog')
  await press(page, 'Start Service', 'Could not be done…')
  await fillIn(dialog, { Reason: { label: 'The car could not be reached' } })
  await dialog.getByLabel(/What happened/).fill('The gate is locked, nobody answers')
  await dialog.getByTestId('camera-before').setInputFiles(await pictureFile('gate.jpg', 2400, 1600))
  await expectAccessible(page)
  await press(dialog, 'End the visit')
  await expect(dialog).toHaveCount(0)
  await expect(waiting(page)).toHaveText('3 changes waiting to be sent')
  await page.reload()
  await expect(waiting(page)).toHaveText('3 changes waiting to be sent')
  await context.setOffline(false)
  await expect(waiting(page)).toHaveCount(0, { timeout: 30_000 })
  await see(page, the.first('The service could not be done'))

  const desk = await newPage()
  await openAs(desk, 'admin', `/admin/jobs/${id}`)
  await expect(desk.getByRole('button', { name: /^Open photo/ })).toHaveCount(1)
  await see(desk, the.first('The gate is locked, nobody answers'))
  await expectAccessible(desk)
  await press(desk, 'Decide')
  const fee = desk.getByRole('dialog')
  await fee.getByLabel('Fee', { exact: true }).fill('50')
  await see(fee, /\$40\.00 is what the customer agreed to\. The other \$10\.00 is charged only/)
  await fee.getByLabel('Fee', { exact: true }).fill('30')
  await fillIn(fee, { 'Reason, as the customer reads it': 'We came in vain' })
  await expectAccessible(desk)
  await press(fee, 'Charge $30.00')
  await expect(fee).toHaveCount(0)
  await seeNone(desk, 'Charge a fee for this visit?')
  const payment = desk.getByRole('region', { name: 'Payment' })
  await seeIn(payment, 'Captured', '$30.00')
  await expect(desk.getByRole('region', { name: 'Price' })).toContainText('$30.00')

  await openPage(
    customer,
    `/receipt/${id}`,
    the.first('$30.00'),
    the.first('Fee, service not done'),
  )
})

test('a guest who cancels late pays the fee of their booking', async ({
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
  await expect(page.getByText('These fees are charged too:')).toContainText(
    'Cancelling less than 720 hours before the visit costs $25.00.',
  )
  await payByTestCard(page, '4111 1111 1111 1111', 'Hold $129.99 on this card')
  await see(page, '$129.99 has been pre-authorized.')
  await press(page, 'Cancel visit')
  const dialog = page.getByRole('dialog')
  await see(dialog, 'Cancelling now costs $25.00.')
  await expectAccessible(page)
  await changeSettings(office, { cancelFeeCents: 9900 })
  await page.reload()
  await press(page, 'Move visit')
  await see(dialog, 'Cancelling this visit now costs $25.00, even after you move it.')
  await expectAccessible(page)
  await press(dialog, 'Keep it')
  await press(page, 'Cancel visit')
  await see(dialog, 'Cancelling now costs $25.00.')
  await press(dialog, 'Cancel visit')
  await expect(dialog).toHaveCount(0)
  await see(page.locator('#main'), the.text('Cancelled'))
  await press(page, the.link('Receipt'))
  await see(page, the.first('$25.00'), the.first('Cancellation fee'))
})
