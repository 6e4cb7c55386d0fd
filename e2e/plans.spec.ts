import { expectSound } from './accessible.ts'
import { fillIn, holdToasts, openPage, press, see, the } from './actions.ts'
import { call, homeAddress } from './calls.ts'
import { expect, test } from './server.ts'
import { payByTestCard } from './steps.ts'
import { signUpWithCars } from './visits.ts'

test.beforeEach(({ page }) => holdToasts(page))

test('a customer joins a plan, answers a proposal by its link, and cancels in two clicks', async ({
  page,
  office,
  newPage,
}) => {
  await signUpWithCars(page.request, 'Camry')
  const { email } = await call(page.request, 'GET /api/auth/user')
  await openPage(page, '/payment/cards', the.button('Add a card'))
  await press(page, 'Add a card')
  await payByTestCard(page, '4111 1111 1111 1111', 'Keep this card')
  await see(page, the.first('Visa ending in 1111'))
  await page.goto('/')
  await page.getByRole('link', { name: /Camry/ }).first().click()
  await page.getByRole('button', { name: 'Join Care plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Join Care plan' })
  await see(dialog, 'By joining you agree to this', /Nothing is booked until you accept/)
  await expectSound(page)
  await fillIn(dialog, { 'Where is the car usually?': homeAddress }, 'Join plan')
  await see(page, the.button('Cancel plan'))
  await expectSound(page, { dark: true })

  await openPage(office, '/admin/plans', /2018 Toyota Camry/)
  await expectSound(office)
  await office.getByRole('tab', { name: 'Overview' }).click()
  await see(office, the.heading('Expected revenue'))
  await expectSound(office)

  // A car never serviced here is due at once.
  let secret: string | undefined
  await expect(async () => {
    const mails = await call(page.request, 'GET /api/demo/outbox')
    const own = mails.filter(({ recipient }) => recipient === email).map(({ body }) => body)
    secret = /\/plan-visit\/([\w-]+)/.exec(own.join(' '))?.[1]
    expect(secret).toBeDefined()
  }).toPass()
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
