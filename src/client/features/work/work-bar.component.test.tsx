import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aBusiness, aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { WorkBar } from './work-bar.tsx'

const person = aPerson({ role: 'technician' })
const job = aJob({ status: 'in_progress', technicianId: person.id })

test.each([
  [true, 'Complete Service & Charge Customer', 'Complete & charge'],
  [false, 'Complete Service', 'Complete'],
])('completing charges the customer if cards are on (%s)', async (cardPayments, name, sure) => {
  await showPage(<WorkBar job={job} unsavedNotes="" />, {
    person,
    business: aBusiness({ cardPayments }),
    answers: { 'GET /api/jobs/{id}': job, 'GET /api/jobs/{id}/extras': [] },
  })
  await page.getByRole('button', { name, exact: true }).click()
  await expect.element(page.getByRole('button', { name: sure, exact: true })).toBeVisible()
})

test('a visit on invoice charges no card', async () => {
  const onInvoice = { ...job, paymentState: 'on_invoice' as const }
  await showPage(<WorkBar job={onInvoice} unsavedNotes="" />, {
    person,
    answers: { 'GET /api/jobs/{id}': onInvoice, 'GET /api/jobs/{id}/extras': [] },
  })
  await page.getByRole('button', { name: 'Complete Service', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Complete', exact: true })).toBeVisible()
})
