import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, aPerson, newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { TechnicianCard } from './technician-card.tsx'

const ana = { id: newId(), name: 'Ana Lopez', phone: '' }
const visit = aJob({ status: 'assigned', technicianId: ana.id, technician: ana })
const route = 'PUT /api/jobs/{id}/lock'
const show = (job: typeof visit) =>
  showPage(<TechnicianCard job={job} />, {
    person: aPerson({ role: 'admin' }),
    answers: {
      'GET /api/admin/technicians': [],
      'GET /api/admin/board': [],
      [route]: { ...job, technicianLock: 'office' },
    },
  })

test('locks a visit to its technician', async () => {
  const { server } = await show(visit)
  await expect.element(page.getByRole('combobox')).toBeVisible()
  await page.getByRole('button', { name: 'Lock to its technician' }).click()
  await expect.element(page.getByText('FQ-1042 is locked to its technician')).toBeVisible()
  expect(server.asked(route)).toMatchObject([{ body: { locked: true } }])
})

test('a locked visit shows its lock, offers no other technician, and can be unlocked', async () => {
  const { server } = await show({ ...visit, technicianLock: 'office' })
  await expect.element(page.getByText('Locked to Ana Lopez and its time')).toBeVisible()
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Remove the lock' }).click()
  await expect.poll(() => server.asked(route)).toMatchObject([{ body: { locked: false } }])
})

test('a promise is shown, and the office may still reassign, lock or remove it', async () => {
  const { server } = await show({ ...visit, technicianLock: 'promise' })
  await expect.element(page.getByText('Promised: Ana Lopez comes')).toBeVisible()
  await expect.element(page.getByRole('combobox')).toBeVisible()
  await page.getByRole('button', { name: 'Lock to its technician' }).click()
  await page.getByRole('button', { name: 'Remove the promise' }).click()
  await expect
    .poll(() => server.asked(route).map(({ body }) => body))
    .toEqual([{ locked: true }, { locked: false }])
})
