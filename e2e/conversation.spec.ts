import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expectOff, holdToasts, openPage, press, see, seeToast, the } from './actions.ts'
import { call } from './calls.ts'
import { expect, test } from './server.ts'
import { assignedVisit, complete } from './visits.ts'

test.beforeEach(({ page }) => holdToasts(page))

/** How often the page polls without the socket. */
const lookEveryMs = 5000

test('a technician announces their arrival, and both sides write', async ({
  page: customer,
  newPage,
}) => {
  const technician = await newPage(null, {
    permissions: ['geolocation'],
    geolocation: { latitude: 30.1975, longitude: -97.6664 },
  })
  const job = await assignedVisit(customer.request, technician.request)

  // The socket delivers long before the page would poll, every 30 seconds.
  const socket = customer.waitForEvent('websocket')
  await customer.goto(`/job/${job.id}/communication`)
  await socket
  await see(customer, 'Communication not active yet', the.text('Inactive'))
  // Internal ids are for the office.
  await expect(customer.getByRole('main')).not.toContainText(job.id.slice(0, 8))
  await expect(customer.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(customer)

  await openPage(technician, `/job/${job.id}`, the.text('Connected'))
  await press(technician, 'Start Communication')
  await expectAccessible(technician)
  await press(technician.getByRole('dialog'), 'On my way')
  await expectToast(technician, 'Communication Activated')
  await expectToast(technician, "Customer has been notified that you're on the way!")

  await see(customer, 'Technician En Route', the.text('Active'))
  await expect(conversation(customer)).toContainText('Your technician is on the way.')

  const share = technician.getByRole('switch', { name: 'Share my location' })
  await share.check()
  await see(customer, /^About \d+ min away\.$/, /^Updated (just now|\d+ s ago)\.$/)
  const map = customer.getByRole('link', { name: 'Show on the map' })
  await expect(map).toHaveAttribute('href', /30\.1975.*-97\.6664/)
  await expectAccessible(customer)

  // Shift+Enter adds a line, Enter sends; markup stays text.
  const box = customer.getByLabel('Message', { exact: true })
  await box.fill('Gate code is <b>1234</b>')
  await box.press('Shift+Enter')
  await box.pressSequentially('Blue door')
  await box.press('Enter')
  await expectToast(customer, 'Message Sent')
  await expect(box).toHaveValue('')
  await expect(conversation(technician)).toContainText('Gate code is <b>1234</b>\nBlue door')
  await expect(conversation(technician).locator('b')).toHaveCount(0)

  await expect(entry(customer, 'Blue door')).toContainText('Read')

  await press(technician, 'Running Late')
  await expect(conversation(customer)).toContainText('Running Late')
  await see(technician, the.button("Can't Find Address"), the.button('Arrived', { exact: true }))
  await see(customer, the.button('Need to Reschedule'))

  await press(technician, 'I have arrived')
  await expectToast(technician, "Customer has been notified that you've arrived.")
  await see(customer, the.text('Technician Has Arrived'))
  await expect(map).toBeHidden()
  await expect(share).toBeHidden()

  await press(technician, 'Close Communication')
  await expectToast(technician, 'Communication Closed')
  await see(customer, 'Communication not active yet')
  await expect(conversation(customer)).toContainText('The technician closed the communication.')
  await expect(conversation(technician).getByRole('listitem')).toHaveCount(5)
})

test('without the socket both sides poll, and drafts stay', async ({
  page: customer,
  isMobile,
  newPage,
}) => {
  const technician = await newPage()
  const job = await assignedVisit(customer.request, technician.request)
  await customer.routeWebSocket('**/ws', (socket) => socket.close())
  await customer.clock.install()
  await openPage(customer, `/job/${job.id}/communication`, 'Communication not active yet')
  const params = { id: job.id }
  await call(technician.request, 'POST /api/jobs/{id}/activate-communication', { params })
  const message = 'Turning in'
  await call(technician.request, 'POST /api/jobs/{id}/send-message', { params, body: { message } })
  await customer.clock.fastForward(lookEveryMs)
  await see(customer, 'Technician En Route')
  await expect(conversation(customer)).toContainText(message)

  const box = customer.getByLabel('Message', { exact: true })
  await expectOff(customer.getByRole('button', { name: 'Send', exact: true }))
  await expectCalling(customer, isMobile)
  await box.fill('Half a sentence')
  await customer.reload()
  await expect(box).toHaveValue('Half a sentence')

  await customer.route('**/send-message', (route) => route.abort())
  await box.press('Enter')
  await expectToast(customer, /^Failed to send message\./)
  await expect(conversation(customer)).toContainText('Not sent')
  await customer.reload()
  await expect(conversation(customer)).toContainText('Half a sentence')
  await expectAccessible(customer)
  await customer.unroute('**/send-message')
  await press(conversation(customer), 'Try again')
  await expectToast(customer, 'Message Sent')
  await expect(conversation(customer).getByText('Half a sentence')).toHaveCount(1)

  await openPage(customer, '/orders', the.link('Live Chat'))
  await press(customer, the.tab('Chat'))
  await see(customer, 'Technician En Route')
  await expect(conversation(customer)).toContainText('Half a sentence')
  await expectAccessible(customer)
})

test('failed closes, missing jobs and completed jobs show an error', async ({
  page: customer,
  newPage,
}) => {
  const technician = await newPage()
  const job = await assignedVisit(customer.request, technician.request)
  await technician.routeWebSocket('**/ws', (socket) => socket.close())
  await openPage(technician, `/job/${job.id}`, the.text('Connecting'))
  await technician.route('**/*-communication', (route) =>
    route.fulfill({ status: 409, json: { message: 'Not now.', code: 'conflict' } }),
  )
  await press(technician, 'Start Communication')
  await press(technician.getByRole('dialog'), 'I have arrived')
  await expectToast(technician, /^Failed to activate communication\./)
  await call(technician.request, 'POST /api/jobs/{id}/activate-communication', {
    params: { id: job.id },
  })
  await technician.reload()
  await press(technician, 'Close Communication')
  await expectToast(technician, /^Failed to close communication\./)

  await complete(technician.request, job.id)
  await openPage(
    customer,
    `/job/${job.id}/communication`,
    'Service Completed',
    /Please contact the office/,
  )
  await expect(conversation(customer)).toContainText('The service is completed.')

  await openPage(customer, '/job/nope/communication', 'Job not found.')
  await press(customer, 'Go Back')
  await see(customer, 'Service Completed')
})

/** Phones call and text directly; other devices show what to do. */
async function expectCalling(page: Page, isMobile: boolean): Promise<void> {
  for (const [name, scheme] of [
    ['Call Technician', 'tel'],
    ['Send SMS', 'sms'],
  ] as const) {
    const number = new RegExp(`^${scheme}:\\+1\\d{10}$`)
    if (isMobile) {
      await expect(page.getByRole('link', { name })).toHaveAttribute('href', number)
      continue
    }
    await press(page, name)
    await expectToast(page, name)
    await expectToast(page, /^A telephony integration would be wired in production\./)
  }
}

const conversation = (page: Page) => page.getByRole('log')
const entry = (page: Page, text: string) =>
  conversation(page).getByRole('listitem').filter({ hasText: text })

const expectToast = (page: Page, words: string | RegExp) => seeToast(page, the.first(words))
