import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aBusiness, aJob } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import CancelJobDialog from './cancel-job-dialog.tsx'

const cancel = 'POST /api/jobs/{id}/cancel'
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const held = { heldAmount: '129.99', status: 'assigned' } as const
const business = aBusiness({ cancelFeeCents: 2500, cancelFeeWithinHours: 24 })

async function ask(startsInHours: number, policy = business) {
  const job = aJob({ ...held, startsAt: inHours(startsInHours) })
  const { server } = await showPage(<CancelJobDialog job={job} onClose={() => {}} />, {
    business: policy,
    answers: { [cancel]: { ...job, status: 'cancelled' } },
  })
  return server
}

test('what a late cancellation costs is said before, and sent as what was said', async () => {
  const server = await ask(5)
  await expect.element(page.getByText('Cancelling now costs $25.00.')).toBeVisible()
  await expect.element(page.getByText(/the rest is released/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel visit' }).click()
  await expect.poll(() => server.asked(cancel)[0]?.body).toEqual({ seenFee: '25.00' })
})

test.each([
  [30, business],
  [5, aBusiness()],
])('%i hours before, where it costs nothing, no fee is named', async (hours, policy) => {
  const server = await ask(hours, policy)
  await expect.element(page.getByText(/nothing is charged/)).toBeVisible()
  await expect.element(page.getByText(/costs/)).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Cancel visit' }).click()
  await expect.poll(() => server.asked(cancel)[0]?.body).toEqual({ seenFee: '0.00' })
})
