import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import { ConfirmRequest } from './confirm-request.tsx'

const request = aJob({ needsConfirmation: true, status: 'scheduled' })
const customer = { ...request.customer, name: 'Ann Lee', phone: '+15125550142' }

test.each([
  [undefined, 'The customer has been notified.'],
  [true, 'Ann Lee has no e-mail and no texts: please call them, (512) 555-0142.'],
])('a request is confirmed; unreachable %s: %s', async (isUnreached, said) => {
  await showPage(<ConfirmRequest job={request} />, {
    person: aPerson({ role: 'admin' }),
    answers: {
      'POST /api/jobs/{id}/confirm': {
        ...request,
        needsConfirmation: false,
        customer: { ...customer, isUnreached },
      },
    },
  })
  await page.getByRole('button', { name: 'Confirm FQ-1042' }).click()
  await expect.element(page.getByText(said)).toBeVisible()
})

test('a request no technician can reach in time is confirmed when the office insists', async () => {
  const confirm = 'POST /api/jobs/{id}/confirm'
  const words = 'No technician can be there in time.'
  const { server } = await showPage(<ConfirmRequest job={request} />, {
    person: aPerson({ role: 'admin' }),
    answers: { [confirm]: refusal('conflict', words, { reason: 'travel' }) },
  })
  await page.getByRole('button', { name: 'Confirm FQ-1042' }).click()
  await expect.element(page.getByText(words)).toBeVisible()
  server.answer({ [confirm]: { ...request, needsConfirmation: false } })
  await page.getByRole('button', { name: 'Plan it anyway' }).click()
  await expect.element(page.getByText('FQ-1042 is confirmed')).toBeVisible()
  expect(server.asked(confirm).at(-1)?.body).toEqual({ beyondRoad: true })
})
