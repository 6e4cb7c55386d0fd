import type { Page } from '@playwright/test'
import { startTestTelephony, testAccount } from '#server/adapters/telephony/test-provider.ts'
import { expectAccessible } from './accessible.ts'
import { press, seeToast, the } from './actions.ts'
import { call } from './calls.ts'
import { expect, ownServer, test } from './server.ts'
import { assignedVisit } from './visits.ts'

test('with a provider the buttons call and text through the business', async ({ browser }) => {
  const provider = await startTestTelephony()
  // The demo's plan proposes a visit by text on its own.
  const received = () =>
    provider.received.filter(({ fields }) => !fields.Body?.includes('/plan-visit/'))
  const server = await ownServer()
  await server.start({
    TWILIO_ACCOUNT_SID: testAccount.accountSid,
    TWILIO_AUTH_TOKEN: testAccount.authToken,
    TWILIO_FROM: testAccount.from,
    TWILIO_API_URL: provider.url,
  })
  const customer = await browser.newPage({ baseURL: server.url })
  const technician = await browser.newPage({ baseURL: server.url })
  try {
    const { id } = await assignedVisit(customer.request, technician.request)
    await call(technician.request, 'POST /api/jobs/{id}/activate-communication', { params: { id } })

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
    expect(received()).toMatchObject([{ resource: 'Calls', fields: { To: '+15125550142' } }])

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
      .poll(() => received().at(-1)?.fields.Body)
      .toContain('Kim Doe writes: The gate is open')
    await expectAccessible(customer)

    await technician.goto(`/job/${id}`)
    await technician.getByLabel('Message', { exact: true }).fill('Thanks')
    await press(technician, 'Send SMS')
    await expectToast(technician, 'It appears in this conversation only; we send no text message.')
    await expect(technician.getByRole('log')).toContainText('Thanks')
    expect(received().filter(({ resource }) => resource === 'Messages')).toHaveLength(1)
  } finally {
    await Promise.all([customer.close(), technician.close()])
    await server.end()
    await provider.close()
  }
})

const expectToast = (page: Page, words: string) => seeToast(page, the.first(words))
