import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, aTechnician } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import { DeleteTechnicianDialog } from './delete-technician-dialog.tsx'

const remove = 'DELETE /api/admin/technicians/{id}'
const technician = aTechnician({ firstName: 'Sam', lastName: 'Ortiz' })

test('locking out a technician at work needs a second confirmation that names the visit', async () => {
  const visits = [aJob({ number: 'FQ-1042', status: 'in_progress' })]
  const { server } = await showPage(
    <DeleteTechnicianDialog technician={technician} onClose={() => {}} />,
    {
      answers: {
        [remove]: ({ query }) =>
          query.underWay === 'keep'
            ? { success: true }
            : refusal('conflict', 'This technician has a job in progress.', {
                reason: 'under_way',
                visits,
              }),
      },
    },
  )
  await page.getByRole('button', { name: 'Delete technician' }).click()
  await expect.element(page.getByRole('status')).toMatchTextContent(/1 visit is under way/)
  await expect.element(page.getByRole('link', { name: 'FQ-1042' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out now and delete' }).click()
  await expect.element(page.getByText('Technician deleted', { exact: true })).toBeVisible()
  expect(server.asked(remove)).toHaveLength(2)
})
