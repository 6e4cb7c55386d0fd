import type { Job } from '#shared/contract/jobs.ts'
import { expectAccessible, expectReadableColors } from './accessible.ts'
import { enterAs } from './calls.ts'
import { expectFits } from './fits.ts'
import { expect, test } from './server.ts'

test('from any page of the office a car is found by its plate, by keys alone', async ({ page }) => {
  await enterAs(page.request, 'admin')
  const week = await page.request.get('/api/jobs/today?range=week')
  const [visit] = (await week.json()) as Job[]
  const { licensePlate, make } = visit?.vehicle ?? { licensePlate: '', make: '' }
  await page.goto('/technicians')
  await expect(page.getByRole('button', { name: 'Find anything' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /^Name, phone/ })).toBeFocused()
  await page.keyboard.type(licensePlate.toLowerCase().replace(/\W/g, ''))
  const option = page.getByRole('group', { name: 'Cars' }).getByRole('option')
  await expect(option.first()).toContainText(make)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadableColors(page)
  await expectFits(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/job\//)
  await expect(page.getByText(licensePlate).first()).toBeVisible()
})
