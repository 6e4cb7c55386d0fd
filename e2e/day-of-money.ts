import type { APIRequestContext, Page } from '@playwright/test'
import { expectSound } from './accessible.ts'
import { fillIn, openPage, press, see, the } from './actions.ts'
import { bookTime, call, addContactDetails, newEmail } from './calls.ts'
import { codeFor, expect, type Production } from './production.ts'
import { approve, assign, changeSettings, anOpenTime, setStatus } from './visits.ts'

/** Creates an account by the mailed code, and names it. */
async function joinAs(
  production: Production,
  request: APIRequestContext,
  role: 'customer' | 'technician',
): Promise<string> {
  const email = newEmail(role).replace('example.com', 'visitor.test')
  await call(request, 'POST /api/auth/email-code', { body: { email } })
  const code = await codeFor(production, email)
  const user = await call(request, 'POST /api/auth/email-code/verify', { body: { code } })
  await call(request, 'POST /api/auth/set-role', { body: { role } })
  await addContactDetails(request, user)
  return user.id
}

/** A signed-in customer with a visit in the next days. */
export async function bookVisit(
  production: Production,
  request: APIRequestContext,
): Promise<string> {
  await joinAs(production, request, 'customer')
  const place = await anOpenTime(request)
  return (await bookTime(request, place)).id
}

/** An approved technician, with tipping switched on. */
export async function takeOnTechnician(
  production: Production,
  office: APIRequestContext,
  theirs: APIRequestContext,
): Promise<string> {
  const id = await joinAs(production, theirs, 'technician')
  await approve(office, id)
  await changeSettings(office, { tipsEnabled: true })
  return id
}

/**
 * Continues after the hold of $129.99: an extra of $10.99 raises it, the work is completed, the card is charged, the
 * customer tips 20 percent, the office refunds $40.98 and closes the day on the next morning.
 */
export async function workTipRefundClose(
  production: Production,
  { id, technicianId, customer, office }: VisitWork,
): Promise<void> {
  const dialog = office.getByRole('dialog')
  await assign(office.request, id, technicianId)
  await office.goto(`/admin/jobs/${id}`)
  await press(office, 'Actions', the.menuItem('Start Service'))
  // It is days ahead.
  await press(dialog, 'Start anyway')
  await expect(dialog).toHaveCount(0)
  await press(office, 'Add an extra or add-on')
  await fillIn(office, {
    'Service type': { label: 'Other' },
    Description: 'Air filter',
    'Price each': '10.99',
  })
  // The form shows the new price while the request is still pending.
  const added = office.waitForResponse(
    (response) =>
      response.request().method() === 'POST' && response.url().endsWith(`/api/jobs/${id}/extras`),
  )
  await press(office, 'Add extra')
  await added
  await expect(office.getByRole('region', { name: 'Price' })).toContainText('$140.98')
  await setStatus(office.request, id, 'completed')
  const payment = office.getByRole('region', { name: 'Payment' })
  await expect(payment).toContainText('$140.98')
  await see(payment, the.button(/^Refund /))

  await customer.goto(`/orders?visit=${id}`)
  await press(customer, 'Give a tip')
  const tip = customer.getByRole('dialog', { name: 'A tip for Pat?' })
  await tip.getByRole('radio', { name: '20 %' }).check({ force: true })
  await press(tip, 'Give a tip of $28.20')
  await see(customer, the.first(/^Thank you! Your tip of \$28\.20 goes to /))

  await press(payment, the.first(the.button(/^Refund .*FQ-/)))
  await fillIn(dialog, { Amount: '40.98', Reason: 'Customer Complaint' }, 'Refund $40.98')
  await press(office, 'Yes, refund $40.98')
  await see(office, the.text('Refunded $40.98'))
  await openPage(customer, `/receipt/${id}`, the.first('$128.20'))

  await production.restart({ NODE_OPTIONS: '--import ./e2e/day-later.ts' })
  await office.goto('/admin/close')
  await press(office, 'Previous day')
  const money = office.getByRole('region', { name: 'Money of the day' })
  for (const figure of [/Captured\s*\$140\.98/, /Refunded\s*\$40\.98/, /Tips\s*\$28\.20/])
    await expect(money).toContainText(figure)
  await press(office, /^Compare/)
  await see(office, the.first('Both match.'))
  await press(office, 'Sign off the day')
  await press(dialog, 'Sign off')
  await see(office, the.first('Collected less refunds $100.00'))
  await expectSound(office)
}

type VisitWork = {
  id: string
  technicianId: string
  /** Pages of the customer who booked and of the office. */
  customer: Page
  office: Page
}
