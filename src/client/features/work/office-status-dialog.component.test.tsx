import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aBusiness, aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import OfficeStatusDialog from './office-status-dialog.tsx'

const set = 'PATCH /api/jobs/{id}/status'

test.each([
  ['assigned', '2026-05-07', 'This visit is booked for Thu, May 7, in 3 days.', 'Start anyway'],
  [
    'in_progress',
    '2026-05-05',
    'This visit is booked for tomorrow, Tue, May 5.',
    'Complete anyway',
  ],
] as const)('%s on %s warns before it is done', async (status, scheduledDate, words, button) => {
  const job = aJob({ status, scheduledDate })
  const { server } = await showPage(<OfficeStatusDialog job={job} onClose={() => {}} />, {
    person: aPerson({ role: 'admin' }),
    business: aBusiness({ today: '2026-05-04' }),
    answers: {
      [set]: job,
      'GET /api/jobs/{id}/extras': [],
      'GET /api/jobs/{id}/addons': [],
    },
  })
  await expect.element(page.getByText(words)).toBeVisible()
  expect(server.asked(set)).toEqual([])
  await page.getByRole('button', { name: button }).click()
  await expect.poll(() => server.asked(set)).toHaveLength(1)
})

test('a visit of today is started without a warning', async () => {
  await showPage(
    <OfficeStatusDialog
      job={aJob({ status: 'assigned', scheduledDate: '2026-05-04' })}
      onClose={() => {}}
    />,
    { business: aBusiness({ today: '2026-05-04' }) },
  )
  await expect.element(page.getByRole('button', { name: 'Start Service' })).toBeVisible()
  await expect.element(page.getByText(/This visit is booked for/)).not.toBeInTheDocument()
})
