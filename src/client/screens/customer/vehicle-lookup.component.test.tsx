import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import VehicleLookup from './vehicle-lookup.tsx'

test('the plate tab marks missing fields, including the state', async () => {
  await showPage(<VehicleLookup />)
  await page.getByRole('tab', { name: /plate/i }).click()
  await userEvent.type(page.getByLabelText('License plate'), 'abc 123')
  await page.getByRole('button', { name: 'Look Up Plate' }).click()
  const state = page.getByLabelText('State')
  await expect.element(state).toHaveAccessibleDescription('Choose the state')
  await expect.element(page.getByText('Enter the plate')).not.toBeInTheDocument()
  await userEvent.selectOptions(state, 'WY')
  await expect.element(page.getByText('Choose the state')).not.toBeInTheDocument()
})
