import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aBusiness, aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import CarsHere from './cars-here.tsx'

const person = aPerson({ role: 'technician' })
const today = '2026-11-24'
const notDone = 'POST /api/jobs/{id}/not-done'

const car = (unitNumber: string, part: Parameters<typeof aJob>[0] = {}) => {
  const job = aJob({
    status: 'assigned',
    technicianId: person.id,
    scheduledDate: today,
    serviceAddress: '1 Yard Rd, Austin TX 78701',
    ...part,
  })
  return { ...job, vehicle: { ...job.vehicle, unitNumber } }
}

const show = (shown: ReturnType<typeof car>, all: ReturnType<typeof car>[]) =>
  showPage(<CarsHere job={shown} />, {
    person,
    business: aBusiness({ today }),
    answers: {
      'GET /api/jobs/technician': all,
      [notDone]: { ...shown, status: 'cancelled', outcome: 'not_done' },
    },
  })

test('after a car the next one of the yard is one tap away', async () => {
  const done = car('V-01', { status: 'completed' })
  const next = car('V-02')
  await show(done, [done, next])
  await expect.element(page.getByText('1 of 2 cars are done')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: /^Next car: V-02/ }))
    .toHaveAttribute('href', `/job/${next.id}`)
})

test('a car that is not on the lot is skipped with that reason', async () => {
  const first = car('V-01', { status: 'in_progress' })
  const missing = car('V-02')
  const { server } = await show(first, [first, missing])
  await page.getByRole('button', { name: /^Skip/ }).click()
  await expect.element(page.getByLabelText('Reason')).toHaveValue('not_on_lot')
  await userEvent.click(page.getByRole('button', { name: 'End the visit' }))
  await expect
    .poll(() => server.asked(notDone)[0]?.body)
    .toEqual({
      reason: 'not_on_lot',
      note: '',
    })
})

test('a single car shows no list', async () => {
  const only = car('V-01')
  await show(only, [only, car('V-09', { serviceAddress: '9 Other Rd' })])
  await expect.element(page.getByText('Cars at this address')).not.toBeInTheDocument()
})
