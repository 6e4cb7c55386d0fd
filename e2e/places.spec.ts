import { expectAccessible } from './accessible.ts'
import { addCar, signUp } from './calls.ts'
import { expect, test } from './server.ts'
import { answerOf } from './steps.ts'
import { holdToasts } from './toasts.ts'

test('a place is saved, chosen in one tap while booking, changed and removed', async ({ page }) => {
  await signUp(page.request, 'customer')
  await addCar(page.request)
  await holdToasts(page)
  await page.goto('/profile')
  const dialog = page.getByRole('dialog')
  const add = async (name: string, address: string) => {
    await page.getByRole('button', { name: 'Add a place' }).click()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Address').fill(address)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  }
  await add('Home', '500 Congress Ave, 78701')
  await add('Office', '1100 Guadalupe St, Austin, TX 78701')
  await expect(page.getByText('500 Congress Ave, Austin, TX 78701')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/booking')
  await answerOf(page, 'Where is the car?').click()
  await page.getByRole('button', { name: /^Office/ }).click()
  await expect(page.getByRole('textbox', { name: 'Street address' })).toHaveValue(
    '1100 Guadalupe St',
  )

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change Home' }).click()
  await dialog.getByLabel('Name').fill('Mom')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Remove Mom' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Change Mom' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Change Office' })).toBeVisible()
})
