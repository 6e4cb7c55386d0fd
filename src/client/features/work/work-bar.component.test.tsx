import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readSessionStore, setStoreOwner, writeSessionStore } from '#client/app/session-store.ts'
import { aBusiness, aJob, anExtra, aPerson } from '#client/testing/test-data.ts'
import { emptyOutbox } from '#client/testing/test-outbox.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import { extraDraft, measurementsDraft } from './drafts.ts'
import { MeasurementsCard } from './measurements-card.tsx'
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

test.each([
  ['a whole extra', { serviceType: 'other', description: 'Wiper', unitPrice: '24.95' }],
  ['half an extra', { serviceType: 'other', description: 'Wiper', unitPrice: '' }],
])('%s that is typed and not added is decided before completing', async (_, extra) => {
  await emptyOutbox()
  setStoreOwner(person.id)
  writeSessionStore(extraDraft(job.id), extra)
  const completion = 'PATCH /api/jobs/{id}/status'
  const { server } = await showPage(<WorkBar job={job} unsavedNotes="" />, {
    person,
    answers: {
      'GET /api/jobs/{id}': job,
      'GET /api/jobs/{id}/extras': [],
      [completion]: { ...job, status: 'completed' },
    },
  })
  await page.getByRole('button', { name: 'Complete Service & Charge Customer' }).click()
  const dialog = page.getByRole('dialog')
  const complete = dialog.getByRole('button', { name: 'Complete & charge' })
  await expect.element(complete).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('button', { name: 'Leave it out' }).click()
  await complete.click()
  await expect.poll(() => server.asked(completion).length).toBe(1)
  expect(readSessionStore(extraDraft(job.id))).toBe(null)
})

test('ending a visit as not done saves typed readings first', async () => {
  await emptyOutbox()
  setStoreOwner(person.id)
  writeSessionStore(measurementsDraft(job.id), { odometerMiles: 81_000 })
  const measurements = 'PUT /api/jobs/{id}/measurements'
  const ending = 'POST /api/jobs/{id}/not-done'
  const { server } = await showPage(<WorkBar job={job} unsavedNotes="" />, {
    person,
    answers: {
      'GET /api/jobs/{id}': job,
      'GET /api/jobs/{id}/extras': [],
      [measurements]: { ...job, odometerMiles: 81_000 },
      [ending]: { ...job, status: 'cancelled', outcome: 'not_done' },
    },
  })
  await page.getByRole('button', { name: 'Could not be done…' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toMatchTextContent('Also saves what you typed: 81,000 mi')
  await dialog.getByLabelText('Reason').selectOptions('The car could not be reached')
  await dialog.getByRole('button', { name: 'End the visit' }).click()
  await expect.poll(() => server.asked(ending).length).toBe(1)
  expect(server.asked(measurements).map(({ body }) => body)).toEqual([{ odometerMiles: 81_000 }])
  expect(readSessionStore(measurementsDraft(job.id))).toBe(null)
})

test('a payment to the technician is recorded with the completion, where the office allows it', async () => {
  await emptyOutbox()
  const due = { ...job, cost: { ...job.cost, due: '129.99' } }
  const completion = 'PATCH /api/jobs/{id}/status'
  const { server } = await showPage(<WorkBar job={due} unsavedNotes="" />, {
    person,
    business: aBusiness({ techniciansRecordPayments: true, takesCash: true, takesChecks: true }),
    answers: {
      'GET /api/jobs/{id}': due,
      'GET /api/jobs/{id}/extras': [],
      [completion]: { ...due, status: 'completed' },
    },
  })
  await page.getByRole('button', { name: 'Complete Service & Charge Customer' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByLabelText('Amount paid to you')).not.toBeInTheDocument()
  const way = dialog.getByLabelText('Did the customer pay you?')
  await expect.element(way).not.toMatchTextContent('Paid at the card terminal')
  await way.selectOptions('check')
  const amount = dialog.getByLabelText('Amount paid to you')
  await expect.element(amount).toHaveValue('129.99')
  await amount.fill('200')
  await dialog.getByLabelText(/^Check number/).fill('1042')
  await dialog.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect.element(amount).toHaveAccessibleDescription('Only $129.99 is due for this visit.')
  await amount.fill('100')
  await dialog.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect.poll(() => server.asked(completion).length).toBe(1)
  expect(server.asked(completion)[0]?.body).toEqual({
    status: 'completed',
    received: { method: 'check', amount: '100', reference: '1042' },
  })
})

test('completing saves readings as they are typed, and mentions invalid ones', async () => {
  await emptyOutbox()
  setStoreOwner(person.id)
  writeSessionStore(measurementsDraft(job.id), null)
  const screen = (
    <>
      <MeasurementsCard job={job} locked={false} />
      <WorkBar job={job} unsavedNotes="" />
    </>
  )
  await showPage(screen, {
    person,
    answers: { 'GET /api/jobs/{id}': job, 'GET /api/jobs/{id}/extras': [] },
  })
  const dialog = page.getByRole('dialog')
  const open = () =>
    page.getByRole('button', { name: 'Complete Service & Charge Customer' }).click()
  await page.getByLabelText('Odometer').fill('81000')
  await open()
  await expect.element(dialog).toMatchTextContent('Also saves what you typed: 81,000 mi')
  await dialog.getByRole('button', { name: 'Not yet' }).click()
  await page.getByLabelText('New oil').fill('900')
  await open()
  await expect
    .element(dialog)
    .toMatchTextContent(/measurements you typed are not valid and will not be saved/)
  writeSessionStore(measurementsDraft(job.id), null)
})
