import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aVehicle, newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import type { DeletedVehicle } from '#shared/contract/recovery.ts'
import VehicleRecovery from './vehicle-recovery.tsx'

const recover = 'PUT /api/admin/vehicles/{id}/recover'
const vehicle = aVehicle({ make: 'Honda', model: 'Fit', year: '2009' })
const deleted: DeletedVehicle = {
  ...vehicle,
  deletedAt: '2026-11-11T15:00:00.000Z',
  customer: { id: newId(), name: 'Noah Castillo', email: null, phone: '' },
  jobCount: 0,
  lastServiceDate: null,
}

test('a double click restores a car once, without reporting a failure', async () => {
  const { server } = await showPage(<VehicleRecovery />, {
    answers: { 'GET /api/admin/deleted-vehicles': [deleted], [recover]: vehicle },
  })
  await page.getByRole('button', { name: 'Recover Vehicle: 2009 Honda Fit' }).dblClick()
  await expect.element(page.getByText('Vehicle Recovered')).toBeVisible()
  expect(server.asked(recover)).toHaveLength(1)
})

test('a car that could not be restored can be retried', async () => {
  const { server } = await showPage(<VehicleRecovery />, {
    answers: {
      'GET /api/admin/deleted-vehicles': [deleted],
      [recover]: refusal('internal', 'Something went wrong'),
    },
  })
  const button = page.getByRole('button', { name: 'Recover Vehicle: 2009 Honda Fit' })
  await button.click()
  await expect.element(page.getByText('Recovery Failed')).toBeVisible()
  server.answer({ [recover]: vehicle })
  await button.click()
  await expect.element(page.getByText('Vehicle Recovered')).toBeVisible()
  expect(server.asked(recover)).toHaveLength(2)
})
