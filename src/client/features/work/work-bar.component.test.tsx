import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readSessionStore, setStoreOwner, writeSessionStore } from '#client/app/session-store.ts'
import { aBusiness, aJob, anExtra, aPerson } from '#client/testing/test-data.ts'
import { emptyOutbox } from '#client/testing/test-outbox.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import { extraDraft, measurementsDraft } from './drafts.ts'
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

test('completing saves typed readings first, and asks about a typed extra', async () => {
  await emptyOutbox()
  setStoreOwner(person.id)
  writeSessionStore(measurementsDraft(job.id), { odometerMiles: 81_000 })
  const extra = { serviceType: 'other', description: 'Wiper blade', unitPrice: '24.95' }
  writeSessionStore(extraDraft(job.id), extra)
  const measurements = 'PUT /api/jobs/{id}/measurements'
  const completion = 'PATCH /api/jobs/{id}/status'
  const extras = 'POST /api/jobs/{id}/extras'
  const { server } = await showPage(<WorkBar job={job} unsavedNotes="" />, {
    person,
    answers: {
      'GET /api/jobs/{id}': job,
      'GET /api/jobs/{id}/extras': [],
      [measurements]: refusal('invalid', 'That is fewer miles than before.'),
      [completion]: { ...job, status: 'completed' },
      [extras]: anExtra({ description: 'Wiper blade' }),
    },
  })
  await page.getByRole('button', { name: 'Complete Service & Charge Customer' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toMatchTextContent('Also saves what you typed: 81,000 mi')
  await expect.element(dialog).toMatchTextContent(/typed but not added: Wiper blade, 1 × \$24\.95/)
  await dialog.getByRole('button', { name: 'Add extra' }).click()
  await expect.poll(() => server.asked(extras).length).toBe(1)
  await expect.element(dialog).not.toMatchTextContent(/typed but not added/)
  const complete = dialog.getByRole('button', { name: 'Complete & charge' })
  await complete.click()
  await expect.element(page.getByText(/That is fewer miles than before/).first()).toBeVisible()
  expect(server.asked(completion)).toEqual([])
  server.answer({ [measurements]: { ...job, odometerMiles: 81_000 } })
  await complete.click()
  await expect.poll(() => server.asked(completion).length).toBe(1)
  expect(server.asked(measurements).at(-1)?.body).toEqual({ odometerMiles: 81_000 })
  expect(readSessionStore(measurementsDraft(job.id))).toBe(null)
})
