import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { VisitWork } from './visit-work.tsx'

const show = (job: Job) =>
  showPage(<VisitWork job={job} />, {
    person: aPerson({ role: 'admin' }),
    answers: { 'GET /api/jobs/{id}/photos': [] },
  })
const headings = page.getByRole('heading', { level: 2 })

test.each(['scheduled', 'assigned', 'cancelled'] as const)(
  'a %s visit without any work shows one line',
  async (status) => {
    await show(aJob({ status }))
    await expect.element(page.getByText('The work: nothing yet')).toBeVisible()
    expect(headings.elements()).toEqual([])
  },
)

test('a visit that has not started shows only its existing data', async () => {
  await show(aJob({ status: 'cancelled', technicianNotes: 'The gate is locked' }))
  await expect.element(page.getByText('The gate is locked')).toBeVisible()
  expect(headings.elements()).toHaveLength(1)
})

test('a started visit shows everything', async () => {
  await show(aJob({ status: 'in_progress' }))
  await expect.element(page.getByText('No photos were taken.').first()).toBeVisible()
  expect(headings.elements()).toHaveLength(4)
})
