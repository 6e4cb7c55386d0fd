import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aBusiness, aJob } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import CancelJobDialog from './cancel-job-dialog.tsx'

const cancel = 'POST /api/jobs/{id}/cancel'
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const held = { heldAmount: '129.99', status: 'assigned' } as const

/** Opens the dialog of a visit that starts in this many hours, booked with this fee; today's policy differs. */
async function ask(startsInHours: number, cancelFee = '25.00', amount = '129.99') {
  const startsAt = inHours(startsInHours)
  const fees = { ...aJob().fees, cancelFee, cancelFreeUntil: inHours(startsInHours - 24) }
  const plain = aJob({ ...held, startsAt, fees })
  const job = { ...plain, cost: { ...plain.cost, amount } }
  const { server } = await showPage(<CancelJobDialog job={job} onClose={() => {}} />, {
    business: aBusiness({ cancelFeeCents: 9900, cancelFeeWithinHours: 96 }),
    answers: { [cancel]: { ...job, status: 'cancelled' } },
  })
  return server
}

test('the cost of a late cancellation is shown first, and sent as shown', async () => {
  const server = await ask(5)
  await expect.element(page.getByText('Cancelling now costs $25.00.')).toBeVisible()
  await expect.element(page.getByText(/the rest is released/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel visit' }).click()
  await expect.poll(() => server.asked(cancel)[0]?.body).toEqual({ seenFee: '25.00' })
})

test('a fee that changed in the meantime is shown, and confirmed again', async () => {
  const server = await ask(5)
  server.answer({
    [cancel]: refusal('conflict', 'Cancelling costs $40.00 now.', { reason: 'fee', fee: '40.00' }),
  })
  const button = page.getByRole('button', { name: 'Cancel visit' })
  await button.click()
  await expect.element(page.getByText('Cancelling now costs $40.00.')).toBeVisible()
  await expect.element(page.getByText(/^Nothing is cancelled yet\./)).toBeVisible()
  await button.click()
  await expect.poll(() => server.asked(cancel)[1]?.body).toEqual({ seenFee: '40.00' })
})

test.each([
  ['129.99', /taken from what is reserved on your card\./],
  ['200.00', /\$129\.99 of it is taken from what is reserved on your card, the rest is charged\./],
])('a fee of %s shows its source', async (fee, words) => {
  await ask(5, fee, '250.00')
  await expect.element(page.getByText(words)).toBeVisible()
})

test.each([
  [30, '25.00'],
  [5, '0.00'],
])('%i hours before, when cancelling is free, no fee is mentioned', async (hours, fee) => {
  const server = await ask(hours, fee)
  await expect.element(page.getByText(/nothing is charged/)).toBeVisible()
  await expect.element(page.getByText(/costs/)).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Cancel visit' }).click()
  await expect.poll(() => server.asked(cancel)[0]?.body).toEqual({ seenFee: '0.00' })
})

test.each([
  ['card_saved', /It is charged to the card that you saved\./],
  ['expired', /It is charged to the card that you saved\./],
  ['none', /We send you a link to pay it\./],
] as const)('with nothing reserved (%s) a fee shows how to pay it', async (paymentState, words) => {
  const fees = { ...aJob().fees, cancelFee: '25.00', cancelFreeUntil: inHours(-1) }
  const job = aJob({ status: 'assigned', startsAt: inHours(5), fees, paymentState })
  await showPage(<CancelJobDialog job={job} onClose={() => {}} />)
  await expect.element(page.getByText('Cancelling now costs $25.00.')).toBeVisible()
  await expect.element(page.getByText(words)).toBeVisible()
})

test.each([
  [-2, 'started two hours ago', 0],
  [48, 'is in two days', 1],
])('a free time is promised only while it is ahead (%i h: %s)', async (hours, _, promised) => {
  await ask(hours)
  await expect.element(page.getByText(/You can book again at any time\./)).toBeVisible()
  expect(page.getByText(/becomes available for someone else/).elements()).toHaveLength(promised)
})
