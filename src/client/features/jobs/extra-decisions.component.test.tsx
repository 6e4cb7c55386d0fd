import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, anApproval, anExtra, aPerson, newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import { ExtraDecisions } from './extra-requests.tsx'

const extras = 'GET /api/jobs/{id}/extras'
const answer = 'POST /api/estimates/{id}/answer'
const person = aPerson({ firstName: 'Dana', lastName: 'Reyes' })
const job = aJob({ status: 'in_progress', technicianId: newId() })
const estimateId = newId()
const battery = anExtra({ totalPrice: 150, unitPrice: 150, approval: 'waiting', estimateId })
const wiper = anExtra({
  description: 'Wiper',
  unitPrice: 15,
  quantity: 2,
  totalPrice: 30,
  approval: 'waiting',
  estimateId,
})

test('a customer approves the version they see, with the sentence beside the button', async () => {
  const answers = { [extras]: [battery], [answer]: anApproval() }
  const { server } = await showPage(<ExtraDecisions job={job} />, { answers, person })
  const question = page.getByText('Your technician asks: New battery for $150.00?')
  await expect.element(question).toBeVisible()
  await expect.element(page.getByText('I approve these charges: $150.00 in all.')).toBeVisible()
  server.answer({ [extras]: [{ ...battery, approval: 'approved' }] })
  await page.getByRole('button', { name: 'Approve $150.00' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(server.asked(answer)[0]).toMatchObject({
    params: { id: estimateId },
    body: {
      approved: [battery.id],
      method: 'link',
      person: 'Dana Reyes',
      seen: [{ id: battery.id, description: 'New battery', quantity: 1, totalPrice: 150 }],
    },
  })
})

test('several lines of one estimate are on one card, answered one by one or together', async () => {
  const salesTax = { rate: '8.25', amount: '10.72', taxable: '129.99', onExtras: true }
  const taxed = { ...wiper, taxRate: '8.25', withTax: '32.48' }
  const { server } = await showPage(
    <ExtraDecisions job={{ ...job, cost: { ...job.cost, salesTax } }} />,
    { answers: { [extras]: [battery, taxed], [answer]: anApproval() }, person },
  )
  await expect.element(page.getByText('Your technician asks about 2 extras')).toBeVisible()
  await expect.element(page.getByText('2 × $15.00 · $30.00 plus 8.25% sales tax.')).toBeVisible()
  // The page asks again right after the answer.
  server.answer({ [extras]: [{ ...battery, approval: 'approved' }, taxed] })
  await page.getByRole('button', { name: 'Approve all $182.48' }).click()
  await expect
    .poll(() => server.asked(answer)[0]?.body)
    .toMatchObject({ approved: [battery.id, wiper.id], seen: [{}, { quantity: 2 }] })
  await expect
    .element(page.getByText('Your technician asks about 2 extras'))
    .not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect.poll(() => server.asked(answer)[1]?.body).toMatchObject({ declined: [wiper.id] })
})

test('a customer whose name is unknown is asked for it', async () => {
  const { server } = await showPage(<ExtraDecisions job={job} />, {
    answers: { [extras]: [battery], [answer]: anApproval() },
    person: aPerson({ firstName: '', lastName: '' }),
  })
  const approve = page.getByRole('button', { name: 'Approve $150.00' })
  await expect.element(approve).toHaveAccessibleDescription('Please enter your name first.')
  await page.getByLabelText('Your name').fill('Dana Reyes')
  await approve.click()
  await expect.poll(() => server.asked(answer)[0]?.body.person).toBe('Dana Reyes')
})

test('a corrected extra is shown again, with the reason', async () => {
  const answers = {
    [extras]: [battery],
    [answer]: refusal('conflict', 'Your technician has changed this in the meantime.'),
  }
  const { server } = await showPage(<ExtraDecisions job={job} />, { answers, person })
  await expect.element(page.getByRole('button', { name: 'Approve $150.00' })).toBeVisible()
  server.answer({ [extras]: [{ ...battery, totalPrice: 180 }] })
  await page.getByRole('button', { name: 'Approve $150.00' }).click()
  await expect
    .element(page.getByText('Your technician has changed this in the meantime.'))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Approve $180.00' })).toBeVisible()
})

test('more than the agreed fee of a cancelled visit is asked for, by the business', async () => {
  const fee = anExtra({
    description: 'We came twice',
    totalPrice: 15,
    approval: 'waiting',
    forFee: true,
    estimateId,
  })
  const { server } = await showPage(
    <ExtraDecisions job={{ ...job, status: 'cancelled' }} withPast />,
    { answers: { [extras]: [fee], [answer]: anApproval() }, person },
  )
  await expect.element(page.getByText('We ask for $15.00 more: We came twice')).toBeVisible()
  await expect.element(page.getByText('We charge it only if you agree.')).toBeVisible()
  await expect.element(page.getByText(/technician/)).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Approve $15.00' }).click()
  await expect.poll(() => server.asked(answer)[0]?.body.approved).toEqual([fee.id])
})

test('after the visit it lists omitted extras, and asks nothing', async () => {
  const over = { ...job, status: 'completed' as const }
  await showPage(<ExtraDecisions job={over} withPast />, {
    answers: { [extras]: [{ ...battery, approval: 'left_out' }] },
  })
  await expect.element(page.getByText('Left out: New battery for $150.00')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Decline' })).not.toBeInTheDocument()
})

test('an extra whose approval became unnecessary shows that in place', async () => {
  const cheap = { ...wiper, estimateId: newId() }
  const { server } = await showPage(<ExtraDecisions job={job} />, {
    answers: { [extras]: [battery, cheap], [answer]: anApproval() },
    person,
  })
  await expect.element(page.getByText('Your technician asks: Wiper for $30.00?')).toBeVisible()
  server.answer({
    [extras]: [
      { ...battery, approval: 'declined' },
      { ...cheap, approval: 'not_needed' },
    ],
  })
  await page.getByRole('button', { name: 'Decline' }).first().click()
  await expect.element(page.getByText('No answer needed: Wiper for $30.00')).toBeVisible()
  await expect.element(page.getByText(/so it is charged/)).toBeVisible()
})
