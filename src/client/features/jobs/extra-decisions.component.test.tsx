import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, anExtra, newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import { ExtraDecisions } from './extra-requests.tsx'

const extras = 'GET /api/jobs/{id}/extras'
const decision = 'POST /api/jobs/{id}/extras/{extraId}/decision'
const job = aJob({ status: 'in_progress', technicianId: newId() })
const battery = anExtra({ totalPrice: 150, unitPrice: 150, approval: 'waiting' })

test('a customer approves the version they see', async () => {
  const answers = { [extras]: [battery], [decision]: { ...battery, approval: 'approved' as const } }
  const { server } = await showPage(<ExtraDecisions job={job} />, { answers })
  const question = page.getByText('Your technician asks: New battery for $150.00?')
  await expect.element(question).toBeVisible()
  server.answer({ [extras]: [{ ...battery, approval: 'approved' }] })
  await page.getByRole('button', { name: 'Approve $150.00' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(server.asked(decision)[0]?.body).toEqual({
    approved: true,
    seen: { description: 'New battery', totalPrice: 150 },
  })
})

test('a corrected extra is shown again, with the reason', async () => {
  const answers = {
    [extras]: [battery],
    [decision]: refusal('conflict', 'Your technician has changed this in the meantime.'),
  }
  const { server } = await showPage(<ExtraDecisions job={job} />, { answers })
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
  })
  const { server } = await showPage(
    <ExtraDecisions job={{ ...job, status: 'cancelled' }} withPast />,
    { answers: { [extras]: [fee], [decision]: { ...fee, approval: 'approved' } } },
  )
  await expect.element(page.getByText('We ask for $15.00 more: We came twice')).toBeVisible()
  await expect.element(page.getByText('We charge it only if you agree.')).toBeVisible()
  await expect.element(page.getByText(/technician/)).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Approve $15.00' }).click()
  await expect.poll(() => server.asked(decision)[0]?.body.approved).toBe(true)
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
  const wiper = anExtra({ description: 'Wiper', totalPrice: 30, approval: 'waiting' })
  const { server } = await showPage(<ExtraDecisions job={job} />, {
    answers: { [extras]: [battery, wiper], [decision]: { ...battery, approval: 'declined' } },
  })
  await expect.element(page.getByText('Your technician asks: Wiper for $30.00?')).toBeVisible()
  server.answer({
    [extras]: [
      { ...battery, approval: 'declined' },
      { ...wiper, approval: 'not_needed' },
    ],
  })
  await page.getByRole('button', { name: 'Decline' }).first().click()
  await expect.element(page.getByText('No answer needed: Wiper for $30.00')).toBeVisible()
  await expect.element(page.getByText(/so it is charged/)).toBeVisible()
})
