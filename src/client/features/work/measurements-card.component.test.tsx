import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, aPerson } from '#client/testing/test-data.ts'
import { emptyOutbox } from '#client/testing/test-outbox.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import { MeasurementsCard } from './measurements-card.tsx'

const measurements = 'PUT /api/jobs/{id}/measurements'
const person = aPerson({ role: 'technician' })
const lastReading = { date: '2026-01-05', miles: 45_200 }

test.each([
  ['known here', lastReading, 0],
  ['known only to the server', undefined, 1],
])('miles of ten times a reading %s are read back first', async (_, known, askedBefore) => {
  await emptyOutbox()
  const job = aJob({
    status: 'in_progress',
    technicianId: person.id,
    ...(known && { lastReading: known }),
  })
  const details = { reason: 'confirm', before: lastReading }
  const { server } = await showPage(<MeasurementsCard job={job} locked={false} />, {
    person,
    answers: { [measurements]: refusal('conflict', 'Ten times as many.', details) },
  })
  const miles = page.getByRole('textbox', { name: 'Odometer' })
  const save = page.getByRole('button', { name: 'Save measurements' })
  await miles.fill('452000')
  await save.click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toMatchTextContent(/Really 452,000 mi\?.*It read 45,200 mi/)
  await dialog.getByRole('button', { name: 'Correct it' }).click()
  expect(server.asked(measurements)).toHaveLength(askedBefore)
  await save.click()
  await expect.element(dialog).toMatchTextContent(/Really 452,000 mi/)
  server.answer({ [measurements]: { ...job, odometerMiles: 452_000 } })
  await dialog.getByRole('button', { name: 'Yes, 452,000 mi' }).click()
  await expect
    .poll(() => server.asked(measurements).at(-1)?.body)
    .toEqual({ odometerMiles: 452_000, confirmed: true })
})
