import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { bookPlace, call, nameThem, newEmail, openPlaces } from './calls.ts'
import { expectFits } from './fits.ts'
import { codeFor, expect, type Production } from './production.ts'

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
  await nameThem(request, user)
  return user.id
}

/** A signed-in customer with a visit in the next days. */
export async function bookVisit(
  production: Production,
  request: APIRequestContext,
): Promise<string> {
  await joinAs(production, request, 'customer')
  const [place] = await openPlaces(request)
  if (!place) throw new Error('Nothing is open')
  return (await bookPlace(request, place)).id
}

/** An approved technician, with tipping switched on. */
export async function takeOnTechnician(
  production: Production,
  office: APIRequestContext,
  theirs: APIRequestContext,
): Promise<string> {
  const id = await joinAs(production, theirs, 'technician')
  await call(office, 'POST /api/admin/technicians/{id}/approve', { params: { id } })
  await call(office, 'PUT /api/admin/settings', { body: { tipsEnabled: true } })
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
  await call(office.request, 'POST /api/jobs/{id}/assign', {
    params: { id },
    body: { technicianId },
  })
  await office.goto(`/admin/jobs/${id}`)
  await office.getByRole('button', { name: 'Actions' }).click()
  await office.getByRole('menuitem', { name: 'Start Service' }).click()
  await dialog.getByRole('button', { name: 'Start Service' }).click()
  await expect(dialog).toHaveCount(0)
  await office.getByRole('button', { name: 'Add an extra or add-on' }).click()
  await office.getByLabel('Service type').selectOption({ label: 'Other' })
  await office.getByLabel('Description').fill('Air filter')
  await office.getByLabel('Price each').fill('10.99')
  // The form shows the new price while the request is still pending.
  const added = office.waitForResponse(
    (response) =>
      response.request().method() === 'POST' && response.url().endsWith(`/api/jobs/${id}/extras`),
  )
  await office.getByRole('button', { name: 'Add extra' }).click()
  await added
  await expect(office.getByRole('region', { name: 'Price' })).toContainText('$140.98')
  await call(office.request, 'PATCH /api/jobs/{id}/status', {
    params: { id },
    body: { status: 'completed' },
  })
  const payment = office.getByRole('region', { name: 'Payment' })
  await expect(payment).toContainText('$140.98')
  await expect(payment.getByRole('button', { name: /^Refund / })).toBeVisible()

  await customer.goto(`/orders?visit=${id}`)
  await customer.getByRole('button', { name: 'Give a tip' }).click()
  const tip = customer.getByRole('dialog', { name: 'A tip for Pat?' })
  await tip.getByRole('radio', { name: '20 %' }).check({ force: true })
  await tip.getByRole('button', { name: 'Give a tip of $28.20' }).click()
  await expect(
    customer.getByText(/^Thank you! Your tip of \$28\.20 goes to /).first(),
  ).toBeVisible()

  await payment
    .getByRole('button', { name: /^Refund .*FQ-/ })
    .first()
    .click()
  await dialog.getByLabel('Amount').fill('40.98')
  await dialog.getByLabel('Reason').selectOption('Customer Complaint')
  await dialog.getByRole('button', { name: 'Refund $40.98' }).click()
  await office.getByRole('button', { name: 'Yes, refund $40.98' }).click()
  await expect(office.getByText('Refunded $40.98', { exact: true })).toBeVisible()
  await customer.goto(`/receipt/${id}`)
  await expect(customer.getByText('$128.20').first()).toBeVisible()

  await production.restart({ NODE_OPTIONS: '--import ./e2e/day-later.ts' })
  await office.goto('/admin/close')
  await office.getByRole('button', { name: 'Previous day' }).click()
  const money = office.getByRole('region', { name: 'Money of the day' })
  for (const figure of [/Captured\s*\$140\.98/, /Refunded\s*\$40\.98/, /Tips\s*\$28\.20/])
    await expect(money).toContainText(figure)
  await office.getByRole('button', { name: /^Compare/ }).click()
  await expect(office.getByText('Both say the same.').first()).toBeVisible()
  await office.getByRole('button', { name: 'Sign off the day' }).click()
  await dialog.getByRole('button', { name: 'Sign off' }).click()
  await expect(office.getByText('Taken less refunds $100.00').first()).toBeVisible()
  await expectAccessible(office)
  await expectFits(office)
}

type VisitWork = {
  id: string
  technicianId: string
  /** Pages of the customer who booked and of the office. */
  customer: Page
  office: Page
}
