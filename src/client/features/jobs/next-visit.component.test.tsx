import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aBusiness, aJob } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { NextVisit } from './next-visit.tsx'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

test.each([
  ['today, two hours ago', '2026-05-04', 2, 'Running late'],
  ['yesterday', '2026-05-03', 20, 'Not recorded yet. If no one came, please contact us.'],
])('an unfinished visit of %s is not “on the way”', async (_, scheduledDate, hours, words) => {
  const job = aJob({
    status: 'assigned',
    communicationActive: true,
    scheduledDate,
    startsAt: hoursAgo(hours),
  })
  await showPage(<NextVisit job={job} actions={null} />, {
    business: aBusiness({ today: '2026-05-04' }),
  })
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(page.getByText(/on the way/)).not.toBeInTheDocument()
})
