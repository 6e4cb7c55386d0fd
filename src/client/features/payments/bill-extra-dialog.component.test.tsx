import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aPerson, newId, aPayment } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import type { JobExtra } from '#shared/contract/charges.ts'
import BillExtraDialog from './bill-extra-dialog.tsx'

const charged: JobExtra = {
  id: newId(),
  serviceType: 'other',
  description: 'Drain plug',
  unitPrice: 15,
  quantity: 1,
  totalPrice: 15,
  approval: 'not_needed',
  correctable: true,
  removable: true,
  addedAt: '2026-05-04T12:00:00.000Z',
  addedReceivedAt: '2026-05-04T12:00:00.000Z',
}

async function bill(payment: ReturnType<typeof aPayment>) {
  await showPage(<BillExtraDialog payment={payment} onClose={() => {}} />, {
    person: aPerson({ role: 'admin' }),
    answers: { 'POST /api/jobs/{id}/extras': charged },
  })
  const told = page.getByText(/^Dana Reyes is notified/)
  const call = page.getByText(/Dana Reyes has no e-mail and no texts: please call them/)
  return { told, call, charge: page.getByRole('button', { name: 'Charge $15.00' }) }
}

async function fill() {
  await page.getByLabelText('What for').fill('Drain plug')
  await page.getByLabelText('Price').fill('15')
}

test('a reachable customer will be notified', async () => {
  const { told, charge } = await bill(aPayment())
  await expect.element(told).toBeVisible()
  await fill()
  await charge.click()
  await expect.element(page.getByText('The customer was notified.')).toBeVisible()
})

test('an unreachable customer must be called', async () => {
  const { told, call, charge } = await bill(aPayment({ callAt: '+15125550142' }))
  await expect.element(call).toBeVisible()
  await expect.element(told).not.toBeInTheDocument()
  await fill()
  await charge.click()
  await expect.element(page.getByText('Extra added')).toBeVisible()
  await expect.element(call).toBeVisible()
  await expect.element(page.getByText('The customer was notified.')).not.toBeInTheDocument()
})
