import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, aTechnician } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import VisitsOutsideHoursDialog from './visits-outside-hours-dialog.tsx'

const mornings = { from: '08:00', to: '12:00' }
const sam = aTechnician({
  firstName: 'Sam',
  lastName: 'Ortiz',
  // Tuesday mornings.
  workingHours: [null, mornings, null, null, null, null, null],
})
const tuesday = '2026-11-24'
const wednesday = '2026-11-25'

test('each visit now outside hours shows why, links to its page, and stays assigned', async () => {
  let closed = 0
  await showPage(
    <VisitsOutsideHoursDialog
      technician={sam}
      jobs={[
        aJob({ id: 'a', number: 'FQ-1042', scheduledDate: wednesday, technicianId: sam.id }),
        aJob({
          id: 'b',
          number: 'FQ-1043',
          scheduledDate: tuesday,
          scheduledTime: '1:00 PM - 2:00 PM',
          technicianId: sam.id,
        }),
      ]}
      onClose={() => closed++}
    />,
  )
  const dialog = page.getByRole('dialog', { name: '2 visits are outside now' })
  await expect.element(dialog).toBeVisible()
  await expect.element(dialog).toMatchTextContent(/Sam Ortiz keeps them until you move them/)
  const first = dialog.getByRole('listitem').nth(0)
  await expect.element(first).toMatchTextContent(/FQ-1042.*Sam Ortiz does not work on a Wednesday/)
  const second = dialog.getByRole('listitem').nth(1)
  await expect.element(second).toMatchTextContent(/FQ-1043.*from 8:00 AM to 12:00 PM/)
  await expect
    .element(second.getByRole('link', { name: 'FQ-1043' }))
    .toHaveAttribute('href', '/admin/jobs/b')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  expect(closed).toBe(1)
})

test('a single visit is worded in the singular', async () => {
  await showPage(
    <VisitsOutsideHoursDialog
      technician={sam}
      jobs={[aJob({ number: 'FQ-1042', scheduledDate: wednesday })]}
      onClose={() => {}}
    />,
  )
  await expect.element(page.getByRole('dialog', { name: '1 visit is outside now' })).toBeVisible()
})
