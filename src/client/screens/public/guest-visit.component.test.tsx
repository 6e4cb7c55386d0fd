import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Route } from 'wouter'
import { queryClient } from '#client/app/queries.ts'
import { aJob } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import GuestVisit from './guest-visit.tsx'

test('a guest’s page names what failed, closes the cancel dialog with the visit, and shows nothing of an erased one', async () => {
  const job = aJob({ status: 'scheduled' })
  const { server } = await showPage(<Route path="/guest/:token" component={GuestVisit} />, {
    at: '/guest/secret',
    person: null,
    answers: {
      'GET /api/jobs/customer': () => [job],
      'GET /api/jobs/{id}/extras': () => [],
      'GET /api/waitlist': () => [],
      'GET /api/payments/due/{jobId}': refusal('internal', 'Something broke.'),
      'GET /api/jobs/{id}/communications': () => [],
    },
  })
  await expect.element(page.getByText('The payment could not be loaded')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel visit' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  server.answer({ 'GET /api/jobs/customer': () => [{ ...job, status: 'cancelled' }] })
  await queryClient.invalidateQueries()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  server.answer({ 'GET /api/jobs/customer': refusal('not_found', 'Not found.') })
  await queryClient.invalidateQueries()
  await expect.element(page.getByText('This link does not open a visit')).toBeVisible()
  await expect.element(page.getByText(job.serviceAddress)).not.toBeInTheDocument()
})
