import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { fillIn, openAs, openPage, press, see, seeNone, the } from './actions.ts'
import { signInAs } from './calls.ts'
import { expect, test } from './server.ts'
import { payByTestCard } from './steps.ts'
import { assignedVisit, changeSettings, complete, dueOf, holdCard } from './visits.ts'

const askForTips = async (office: APIRequestContext, tipsEnabled: boolean) => {
  await signInAs(office, 'admin')
  await changeSettings(office, { tipsEnabled })
}

test.use({ viewport: { width: 390, height: 844 } })

test.beforeEach(({ request }) => askForTips(request, true))
test.afterEach(({ request }) => askForTips(request, false))

test('after the rating a tip is paid, with another card if declined', async ({ page, newPage }) => {
  const technician = await newPage()
  const { id, number } = await assignedVisit(page.request, technician.request)
  await holdCard(page.request, id)
  await complete(technician.request, id)
  await expect(async () => {
    const due = await dueOf(page.request, id)
    expect(due.state).toBe('paid')
  }).toPass()

  // The question replaces the rating, and declining is one press.
  await page.goto(`/orders?visit=${id}`)
  await press(page, 'Rate this visit')
  const rating = page.getByRole('dialog', { name: 'How was the visit?' })
  await rating.getByRole('radio', { name: /5/ }).check({ force: true })
  await press(rating, 'Send rating')
  const tip = page.getByRole('dialog', { name: /^A tip for / })
  await expectAccessible(page)
  await press(tip, 'No tip')
  await expect(tip).toHaveCount(0)

  await press(page, 'Give a tip')
  await tip.getByRole('radio', { name: '20 %' }).check({ force: true })
  await see(tip, the.button('Give a tip of $26.00'))
  await press(tip, the.link('Use another card'))
  await page.getByRole('radio', { name: 'Other amount' }).check({ force: true })
  await fillIn(page, { 'Your tip': '1e3' })
  await see(page, the.first('From $1.00 to $129.99'))
  await fillIn(page, { 'Your tip': '25' })
  await expectAccessible(page)
  await press(page, 'Use another card')
  const pay = 'Give a tip of $25.00 with this card'
  await payByTestCard(page, '4000 0000 0000 0002', pay)
  await expect(page.getByRole('alert').first()).toContainText(
    'Your bank declined this card. Please try another card.',
  )
  await payByTestCard(page, '4111 1111 1111 1111', pay)
  await see(page, the.first(/^Thank you! Your tip of \$25\.00 goes to /))
  await seeNone(page, /^A tip for /)
  await openPage(page, `/receipt/${id}`, 'Total with tip', the.first('$154.99'))

  await technician.goto('/')
  await expect(technician.getByRole('region', { name: 'Tips' })).toContainText('$25.00')

  await openAs(page, 'admin', `/admin/jobs/${id}`)
  const payment = page.getByRole('region', { name: 'Payment' })
  await press(payment, new RegExp(`^Refund tip of .*${number}$`))
  const refund = page.getByRole('dialog', { name: 'Refund tip' })
  await fillIn(refund, { Amount: '5', Reason: 'Other' }, 'Refund $5.00')
  await press(page, 'Yes, refund $5.00')
  await see(page, the.text('Refunded $5.00'))
  await expect(page.getByRole('region', { name: 'Price' })).toContainText('$20.00')
})
