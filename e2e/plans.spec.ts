import { expectSound } from './accessible.ts'
import { holdToasts, openPage, press, see, the } from './actions.ts'
import { expect, test } from './server.ts'
import { enterDemo } from './steps.ts'

test.beforeEach(({ page }) => holdToasts(page))

test('a customer joins a plan, answers a proposal by its link, and cancels in two clicks', async ({
  page,
  office,
  newPage,
}) => {
  await enterDemo(page, 'customer')
  await page.goto('/')
  await page.getByRole('link', { name: /Camry/ }).first().click()
  await page.getByRole('button', { name: 'Join Care plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Join Care plan' })
  await see(dialog, 'By joining you agree to this', /Nothing is booked until you accept/)
  await expectSound(page)
  await press(dialog, 'Join plan')
  await see(page, the.button('Cancel plan'))
  await expectSound(page, { dark: true })

  await openPage(office, '/admin/plans', /2018 Toyota Camry/)
  await expectSound(office)
  await office.getByRole('tab', { name: 'Overview' }).click()
  await see(office, the.heading('Expected revenue'))
  await expectSound(office)

  // One of the demo customer's cars is due soon.
  await page.goto('/demo/outbox')
  await expect(page.getByText(/\/plan-visit\/[\w-]+/).first()).toBeAttached()
  const secret = /\/plan-visit\/([\w-]+)/.exec(await page.content())?.[1]
  const stranger = await newPage()
  await openPage(stranger, `/plan-visit/${secret}`, 'Time for your next service')
  await press(stranger, 'Another time')
  await see(stranger, the.text('Other times'))
  await expectSound(stranger)
  await press(stranger, 'Accept')
  await see(stranger, 'Your visit is booked')
  await stranger.reload()
  await see(stranger, 'Your visit is booked')

  await page.goto('/')
  await page.getByRole('link', { name: /Camry/ }).first().click()
  await press(page, 'Cancel plan')
  await press(page.getByRole('dialog'), 'Cancel plan')
  await see(page, the.button('Join Care plan'))
})
