import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { call } from './calls.ts'
import { expect, test } from './server.ts'
import { holdToasts } from './toasts.ts'
import { visitOf } from './visits.ts'

test.beforeEach(({ page }) => holdToasts(page))

/** How often the page polls without the socket. */
const lookEveryMs = 5000

test('a technician announces their arrival and shares their location, both sides write, the technician closes', async ({
  page: customer,
  browser,
  server,
}) => {
  const technician = await newPage(browser, server.url, {
    permissions: ['geolocation'],
    geolocation: { latitude: 30.1975, longitude: -97.6664 },
  })
  const job = await visitOf(customer.request, technician.request, browser, server.url)

  // The socket delivers long before the page would poll, every 30 seconds.
  const socket = customer.waitForEvent('websocket')
  await customer.goto(`/job/${job.id}/communication`)
  await socket
  await expect(customer.getByText('Communication not active yet')).toBeVisible()
  await expect(customer.getByText(`#${job.id.slice(0, 8)}`)).toBeVisible()
  await expect(customer.getByText('Inactive', { exact: true })).toBeVisible()
  await expect(customer.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(customer)

  await technician.goto(`/job/${job.id}`)
  await expect(technician.getByText('Connected', { exact: true })).toBeVisible()
  await technician.getByRole('button', { name: 'Start Communication' }).click()
  await expectAccessible(technician)
  await technician.getByRole('dialog').getByRole('button', { name: 'On my way' }).click()
  await expectToast(technician, 'Communication Activated')
  await expectToast(technician, "Customer has been notified that you're on the way!")

  await expect(customer.getByText('Technician En Route')).toBeVisible()
  await expect(customer.getByText('Active', { exact: true })).toBeVisible()
  await expect(conversation(customer)).toContainText('Your technician is on the way.')

  const share = technician.getByRole('switch', { name: 'Share my location' })
  await share.check()
  await expect(customer.getByText(/^About \d+ min away\.$/)).toBeVisible()
  await expect(customer.getByText(/^Updated (just now|\d+ s ago)\.$/)).toBeVisible()
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

  await technician.getByRole('button', { name: 'Running Late' }).click()
  await expect(conversation(customer)).toContainText('Running Late')
  await expect(technician.getByRole('button', { name: "Can't Find Address" })).toBeVisible()
  await expect(technician.getByRole('button', { name: 'Arrived', exact: true })).toBeVisible()
  await expect(customer.getByRole('button', { name: 'Need to Reschedule' })).toBeVisible()

  await technician.getByRole('button', { name: 'I have arrived' }).click()
  await expectToast(technician, "Customer has been notified that you've arrived.")
  await expect(customer.getByText('Technician Has Arrived', { exact: true })).toBeVisible()
  await expect(map).toBeHidden()
  await expect(share).toBeHidden()

  await technician.getByRole('button', { name: 'Close Communication' }).click()
  await expectToast(technician, 'Communication Closed')
  await expect(customer.getByText('Communication not active yet')).toBeVisible()
  await expect(conversation(customer)).toContainText('The technician closed the communication.')
  await expect(conversation(technician).getByRole('listitem')).toHaveCount(5)
})

test('without the socket both sides poll, and unsent text is kept', async ({
  page: customer,
  browser,
  server,
  isMobile,
}) => {
  const technician = await newPage(browser, server.url)
  const job = await visitOf(customer.request, technician.request, browser, server.url)
  await customer.routeWebSocket('**/ws', (socket) => socket.close())
  await customer.clock.install()
  await customer.goto(`/job/${job.id}/communication`)
  await expect(customer.getByText('Communication not active yet')).toBeVisible()
  const params = { id: job.id }
  await call(technician.request, 'POST /api/jobs/{id}/activate-communication', { params })
  const message = 'Turning in'
  await call(technician.request, 'POST /api/jobs/{id}/send-message', { params, body: { message } })
  await customer.clock.fastForward(lookEveryMs)
  await expect(customer.getByText('Technician En Route')).toBeVisible()
  await expect(conversation(customer)).toContainText(message)

  const box = customer.getByLabel('Message', { exact: true })
  await expect(customer.getByRole('button', { name: 'Send', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
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
  await conversation(customer).getByRole('button', { name: 'Try again' }).click()
  await expectToast(customer, 'Message Sent')
  await expect(conversation(customer).getByText('Half a sentence')).toHaveCount(1)

  await customer.goto('/orders')
  await expect(customer.getByRole('link', { name: 'Live Chat' })).toBeVisible()
  await customer.getByRole('tab', { name: 'Chat' }).click()
  await expect(customer.getByText('Technician En Route')).toBeVisible()
  await expect(conversation(customer)).toContainText('Half a sentence')
  await expectAccessible(customer)
})

test('a failed close, a missing job and a completed job are reported', async ({
  page: customer,
  browser,
  server,
}) => {
  const technician = await newPage(browser, server.url)
  const job = await visitOf(customer.request, technician.request, browser, server.url)
  const params = { id: job.id }
  await technician.routeWebSocket('**/ws', (socket) => socket.close())
  await technician.goto(`/job/${job.id}`)
  await expect(technician.getByText('Connecting', { exact: true })).toBeVisible()
  await technician.route('**/*-communication', (route) =>
    route.fulfill({ status: 409, json: { message: 'Not now.', code: 'conflict' } }),
  )
  await technician.getByRole('button', { name: 'Start Communication' }).click()
  await technician.getByRole('dialog').getByRole('button', { name: 'I have arrived' }).click()
  await expectToast(technician, /^Failed to activate communication\./)
  await call(technician.request, 'POST /api/jobs/{id}/activate-communication', { params })
  await technician.reload()
  await technician.getByRole('button', { name: 'Close Communication' }).click()
  await expectToast(technician, /^Failed to close communication\./)

  for (const status of ['in_progress', 'completed'])
    await call(technician.request, 'PATCH /api/jobs/{id}/status', { params, body: { status } })
  await customer.goto(`/job/${job.id}/communication`)
  await expect(customer.getByText('Service Completed')).toBeVisible()
  await expect(customer.getByText(/Please contact the office/)).toBeVisible()
  await expect(conversation(customer)).toContainText('The service is completed.')

  await customer.goto('/job/nope/communication')
  await expect(customer.getByText('Job not found.')).toBeVisible()
  await customer.getByRole('button', { name: 'Go Back' }).click()
  await expect(customer.getByText('Service Completed')).toBeVisible()
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
    await page.getByRole('button', { name }).click()
    await expectToast(page, name)
    await expectToast(page, /^A telephony integration would be wired in production\./)
  }
}

const conversation = (page: Page) => page.getByRole('log')
const entry = (page: Page, text: string) =>
  conversation(page).getByRole('listitem').filter({ hasText: text })

async function newPage(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL, ...options })
  await holdToasts(context)
  return context.newPage()
}

const expectToast = (page: Page, words: string | RegExp) =>
  expect(
    page
      .getByRole('region', { name: /^Notifications/ })
      .getByText(words)
      .first(),
  ).toBeVisible()
