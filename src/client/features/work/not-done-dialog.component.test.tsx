import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aBusiness, aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { WorkBar } from './work-bar.tsx'

const person = aPerson({ role: 'technician' })
const today = '2026-11-24'
const job = aJob({ status: 'assigned', technicianId: person.id, scheduledDate: today })
const notDone = 'POST /api/jobs/{id}/not-done'
const opener = page.getByRole('button', { name: 'Could not be done…' })

const show = (shown = job, timeZone = 'America/Chicago') =>
  showPage(<WorkBar job={shown} unsavedNotes="" />, {
    person,
    business: aBusiness({ today, timeZone }),
    answers: {
      'GET /api/jobs/{id}': shown,
      'GET /api/jobs/{id}/extras': [],
      'GET /api/jobs/technician': [shown],
      [notDone]: { ...shown, status: 'cancelled', outcome: 'not_done' },
    },
  })

test('a visit is ended with a reason and a note', async () => {
  const { server } = await show()
  await opener.click()
  const end = page.getByRole('button', { name: 'End the visit' })
  await end.click()
  const reason = page.getByLabelText('Reason')
  await expect.element(reason).toHaveAccessibleDescription('Choose a reason first')
  await userEvent.selectOptions(reason, 'The car could not be reached')
  await page.getByLabelText(/What happened/).fill('The gate is locked')
  await end.click()
  await expect.element(page.getByText('Visit ended as not done')).toBeVisible()
  expect(server.asked(notDone)[0]?.body).toEqual({
    reason: 'no_access',
    note: 'The gate is locked',
  })
})

test.each([
  [undefined, 'The customer and the office are notified.'],
  [true, 'The office is notified, and has to call the customer, who gets no e-mails or texts.'],
])('it shows who is notified; customer unreachable: %s', async (isUnreached, expected) => {
  await show({ ...job, customer: { ...job.customer, isUnreached } })
  await opener.click()
  await userEvent.selectOptions(page.getByLabelText('Reason'), 'The car could not be reached')
  await page.getByRole('button', { name: 'End the visit' }).click()
  await expect.element(page.getByText(expected)).toBeVisible()
})

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test("before the visit's day, or while it is unassigned, it cannot be ended", async () => {
  await show(aJob({ ...job, startsAt: inHours(30) }))
  await expect.element(page.getByRole('button', { name: 'Start Service' })).toBeVisible()
  await expect.element(opener).not.toBeInTheDocument()
})

test('a visit started before its day can be ended', async () => {
  await show(aJob({ ...job, status: 'in_progress', startsAt: inHours(30) }))
  await opener.click()
  await expect.element(page.getByRole('button', { name: 'End the visit' })).toBeVisible()
})

test('a visit that has not begun has no no-show', async () => {
  // Later the same day, whatever time it is at the business.
  const startsAt = inHours(0.5)
  const timeZone = `Etc/GMT${new Date().getUTCHours() < 12 ? '-' : '+'}6`
  const { server } = await show(aJob({ ...job, startsAt }), timeZone)
  await opener.click()
  const reason = page.getByLabelText('Reason')
  await userEvent.selectOptions(reason, 'No one was there')
  const end = page.getByRole('button', { name: 'End the visit' })
  await expect.element(end).toHaveAccessibleDescription(/no one has missed it yet\. Please wait/)
  expect(server.asked(notDone)).toEqual([])
  await userEvent.selectOptions(reason, 'It was not safe to work there')
  await end.click()
  await expect.poll(() => server.asked(notDone).length).toBe(1)
})
