import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, aPerson, newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal } from '#client/testing/test-server.ts'
import ResendDialog from './resend-dialog.tsx'

const list = 'GET /api/jobs/{id}/messages'
const resend = 'POST /api/jobs/{id}/messages/{messageId}/resend'
const moved = { id: newId(), title: 'Moved', at: '2026-11-24T15:00:00.000Z' }
const job = aJob()

async function open(answers: Answers) {
  const onClose = vi.fn<() => void>()
  const shown = await showPage(<ResendDialog job={job} onClose={onClose} />, {
    person: aPerson({ role: 'admin' }),
    answers,
  })
  return { ...shown, onClose }
}

test("one of the customer's messages is sent again", async () => {
  const { server, onClose } = await open({ [list]: [moved], [resend]: { success: true } })
  await page.getByRole('button', { name: 'Send again: Moved' }).click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(server.asked(resend)).toMatchObject([{ params: { id: job.id, messageId: moved.id } }])
  await expect.element(page.getByText('Message sent again')).toBeVisible()
})

test('a refusal shows its reason', async () => {
  const said = 'This message was sent again a moment ago.'
  await open({ [list]: [moved], [resend]: refusal('conflict', said) })
  await page.getByRole('button', { name: 'Send again: Moved' }).click()
  await expect.element(page.getByText(said)).toBeVisible()
})

test('without resendable messages it shows a note', async () => {
  await open({ [list]: [] })
  await expect.element(page.getByText(/^No message to the customer/)).toBeVisible()
})
