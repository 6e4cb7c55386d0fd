import { expectSound } from './accessible.ts'
import { holdToasts, openPage, press, see, the } from './actions.ts'
import { call } from './calls.ts'
import { expect, test } from './server.ts'
import { enterDemo } from './steps.ts'

test.beforeEach(({ page }) => holdToasts(page))

test('a customer waits for an earlier time, and takes it by the link without a session', async ({
  page,
  office,
  newPage,
}) => {
  // At any hour of the day.
  const body = { quietFrom: '00:00', quietUntil: '00:00' }
  await call(office.request, 'PUT /api/admin/settings', { body })
  await enterDemo(page, 'customer')
  await page.goto('/orders')
  await page.getByRole('button', { name: 'Wait for an earlier time' }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Tell me when an earlier time is available' })
  await see(dialog, 'Times that suit')
  await expectSound(page)
  await press(dialog, 'Tell me')
  await see(page, 'An earlier time is available', the.button('No, thanks'))
  await expectSound(page, { dark: true })

  await openPage(office, '/admin/waitlist', /^Asked, until/)
  await expectSound(office)

  await page.goto('/demo/outbox')
  await expect(page.getByText(/\/waitlist\/[\w-]+/).first()).toBeAttached()
  const secret = /\/waitlist\/([\w-]+)/.exec(await page.content())?.[1]
  const stranger = await newPage()
  await openPage(stranger, `/waitlist/${secret}`, 'An earlier time is available')
  await expectSound(stranger)
  await press(stranger, 'Move my visit')
  await see(stranger, 'You have accepted this time', the.link('Your visit'))
  await stranger.reload()
  await see(stranger, 'You have accepted this time')
  await office.reload()
  await see(office, 'No longer waiting', /: accepted$/)
})
