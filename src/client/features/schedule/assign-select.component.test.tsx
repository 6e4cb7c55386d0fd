import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, aTechnician } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { AssignSelect } from './assign-select.tsx'

test('an unavailable technician is listed with the reason, and cannot be selected', async () => {
  const job = aJob({ technicianId: null, technician: null, status: 'scheduled' })
  const { scheduledDate: day } = job
  const technicians = [
    aTechnician({ id: 'free', firstName: 'Ann', lastName: 'Free' }),
    aTechnician({ id: 'busy', firstName: 'Ben', lastName: 'Busy' }),
    aTechnician({
      id: 'off',
      firstName: 'Cem',
      lastName: 'Off',
      daysOff: [{ id: 'd', from: day, to: day, reason: '' }],
    }),
  ]
  const other = aJob({ id: 'other', technicianId: 'busy', status: 'assigned' })
  await showPage(<AssignSelect job={job} technicians={technicians} jobs={[job, other]} />, {})
  const option = (name: string | RegExp) => page.getByRole('option', { name })
  await expect.element(option('Ann Free')).toBeEnabled()
  await expect.element(option('Ben Busy already has a visit at that time.')).toBeDisabled()
  await expect.element(option(/^Cem Off is off on /)).toBeDisabled()
})
