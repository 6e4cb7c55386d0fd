import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aBusiness, aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import CancelVisitDialog from './cancel-visit-dialog.tsx'

const person = aPerson({ role: 'admin' })
const cancel = 'POST /api/jobs/{id}/cancel'
const startsAt = new Date(Date.now() + 5 * 3_600_000).toISOString()
const job = aJob({ status: 'assigned', heldAmount: '129.99', startsAt })
const fee = page.getByLabelText(/^Fee/)

async function ask(cancelFee: string) {
  const late = { ...job, fees: { ...job.fees, cancelFee, cancelFreeUntil: job.createdAt } }
  const { server } = await showPage(<CancelVisitDialog job={late} onClose={() => {}} />, {
    person,
    business: aBusiness({ cancelFeeCents: 9900 }),
    answers: { [cancel]: { ...job, status: 'cancelled' } },
  })
  await page.getByLabelText('Reason').fill('Nobody answers')
  return server
}

test("the policy's fee is proposed, and can be waived", async () => {
  const server = await ask('25.00')
  await expect.element(fee).toHaveValue('25.00')
  await expect.element(page.getByText(/taken from the \$129\.99 on the card/)).toBeVisible()
  await fee.fill('0')
  await expect.element(page.getByText(/\$129\.99 reserved on the card is released/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel visit' }).click()
  await expect
    .poll(() => server.asked(cancel)[0]?.body)
    .toEqual({ reason: 'Nobody answers', fee: '0' })
})

test('charging a fee asks once more, and the toast names it', async () => {
  const server = await ask('25.00')
  await fee.fill('19.50')
  await page.getByRole('button', { name: 'Cancel visit' }).click()
  await expect.element(page.getByText('Cancel FQ-1042 and charge $19.50?')).toBeVisible()
  expect(server.asked(cancel)).toEqual([])
  await page.getByRole('button', { name: 'Yes, charge $19.50' }).click()
  await expect.element(page.getByText('FQ-1042, with a fee of $19.50')).toBeVisible()
  expect(server.asked(cancel).map(({ body }) => body)).toEqual([
    { reason: 'Nobody answers', fee: '19.50' },
  ])
})

test('an unreachable customer must be called', async () => {
  const customer = { ...job.customer, name: 'Ann Lee', phone: '+15125550142', email: null }
  await showPage(
    <CancelVisitDialog
      job={{ ...job, customer: { ...customer, isUnreached: true } }}
      onClose={() => {}}
    />,
    { person },
  )
  await expect
    .element(
      page.getByText(/Ann Lee has no e-mail and no texts: please call them, \(512\) 555-0142\./),
    )
    .toBeVisible()
  await expect.element(page.getByText(/is notified/)).not.toBeInTheDocument()
})

test('without a policy there is no fee', async () => {
  const server = await ask('0.00')
  await expect.element(fee).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Cancel visit' }).click()
  await expect.poll(() => server.asked(cancel)[0]?.body).toEqual({ reason: 'Nobody answers' })
})
