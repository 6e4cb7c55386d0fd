import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, aPerson, newId } from '#client/testing/test-data.ts'
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

test('the oil used is chosen among the products of the catalog, and saved at once', async () => {
  await emptyOutbox()
  const [planned, other, filter] = [newId(), newId(), newId()]
  const job = aJob({
    status: 'in_progress',
    technicianId: person.id,
    productChoices: [
      {
        category: 'oil',
        plannedId: planned,
        usedId: planned,
        choices: [
          { id: planned, name: 'House 5W-30' },
          { id: other, name: 'Other 0W-20' },
        ],
      },
      {
        category: 'filter',
        plannedId: filter,
        usedId: filter,
        choices: [{ id: filter, name: 'F' }],
      },
    ],
  })
  const { server } = await showPage(<MeasurementsCard job={job} locked={false} />, {
    person,
    answers: { [measurements]: job },
  })
  const oil = page.getByLabelText('Oil used')
  await expect.element(oil).toHaveValue(planned)
  await oil.selectOptions('Other 0W-20')
  await expect
    .poll(() => server.asked(measurements).map(({ body }) => body))
    .toEqual([{ usedProducts: [other, filter] }])
})
