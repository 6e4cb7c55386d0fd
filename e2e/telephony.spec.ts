import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startTestTelephony, testAccount } from '#server/adapters/telephony/test-provider.ts'
import { expectAccessible } from './accessible.ts'
import { call } from './calls.ts'
import { expect, freePort, startServer, stop, test, untilHealthy } from './server.ts'
import { visitOf } from './visits.ts'

test('with a provider the buttons call and text through the business', async ({ browser }) => {
  const folder = await mkdtemp(join(tmpdir(), 'fivequart-telephony-'))
  const provider = await startTestTelephony()
  const port = await freePort()
  const baseURL = `http://127.0.0.1:${port}`
  const server = startServer({
    PORT: String(port),
    DATA_DIR: folder,
    TWILIO_ACCOUNT_SID: testAccount.accountSid,
    TWILIO_AUTH_TOKEN: testAccount.authToken,
    TWILIO_FROM: testAccount.from,
    TWILIO_API_URL: provider.url,
  })
  const contexts = [await browser.newContext({ baseURL }), await browser.newContext({ baseURL })]
  try {
    await untilHealthy(baseURL, server)
    const [customer, technician] = (await Promise.all(
      contexts.map((context) => context.newPage()),
    )) as [Page, Page]
    const { id } = await visitOf(customer.request, technician.request, browser, baseURL)
    const params = { id }
    await call(technician.request, 'POST /api/jobs/{id}/activate-communication', { params })

    await customer.goto(`/job/${id}/communication`)
    const callButton = customer.getByRole('button', { name: 'Call Technician' })
    const body = { firstName: 'Kim', lastName: 'Doe' }
    const { email } = await call(customer.request, 'GET /api/auth/user')
    const rename = (phone: string) =>
      call(customer.request, 'PATCH /api/auth/user', { body: { ...body, email, phone } })
    await rename('')
    await callButton.click()
    await expectToast(customer, 'Please enter your phone number in your profile first.')
    await rename('(512) 555-0142')
    await callButton.click()
    await expectToast(customer, 'Your phone rings in a moment')
    await expect(customer.getByRole('log')).toContainText('Call through our number')
    expect(provider.received).toMatchObject([{ resource: 'Calls', fields: { To: '+15125550142' } }])

    const sendText = customer.getByRole('button', { name: 'Send SMS' })
    const box = customer.getByLabel('Message', { exact: true })
    await sendText.click()
    await expect(box).toBeFocused()
    await expectToast(customer, 'Write your message; we send it as a text message too.')
    await expect(box).toHaveAttribute('placeholder', 'Write a text message')
    await box.fill('The gate is open')
    await box.press('Enter')
    await expectToast(customer, 'We send it as a text message too.')
    await expect(box).toHaveValue('')
    await expect
      .poll(() => provider.received.at(-1)?.fields.Body)
      .toContain('Kim Doe writes: The gate is open')
    await expectAccessible(customer)

    await technician.goto(`/job/${id}`)
    await technician.getByLabel('Message', { exact: true }).fill('Thanks')
    await technician.getByRole('button', { name: 'Send SMS' }).click()
    await expectToast(technician, 'It appears in this conversation only; we send no text message.')
    await expect(technician.getByRole('log')).toContainText('Thanks')
    expect(provider.received.filter(({ resource }) => resource === 'Messages')).toHaveLength(1)
  } finally {
    for (const context of contexts) await context.close()
    await stop(server)
    await provider.close()
    await rm(folder, { recursive: true, force: true })
  }
})

const expectToast = (page: Page, words: string) =>
  expect(
    page
      .getByRole('region', { name: /^Notifications/ })
      .getByText(words)
      .first(),
  ).toBeVisible()
