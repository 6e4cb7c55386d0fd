import { expectAccessible } from './accessible.ts'
import { fillIn, holdToasts, press, see, seeNone, the } from './actions.ts'
import { expect, test } from './server.ts'
import { answerOf } from './steps.ts'
import { signUpWithCars } from './visits.ts'

test('a place is saved, chosen in one tap while booking, changed and removed', async ({ page }) => {
  await signUpWithCars(page.request, 'Camry')
  await holdToasts(page)
  await page.goto('/profile')
  const dialog = page.getByRole('dialog')
  const add = async (name: string, address: string) => {
    await press(page, 'Add a place')
    await fillIn(dialog, { Name: name, Address: address })
    await expectAccessible(page)
    await press(dialog, 'Save')
    await expect(dialog).toBeHidden()
  }
  await add('Home', '500 Congress Ave, 78701')
  await add('Office', '1100 Guadalupe St, Austin, TX 78701')
  await see(page, '500 Congress Ave, Austin, TX 78701')
  await expectAccessible(page)

  await page.goto('/booking')
  await answerOf(page, 'Where is the car?').click()
  await press(page, /^Office/)
  await expect(page.getByRole('textbox', { name: 'Street address' })).toHaveValue(
    '1100 Guadalupe St',
  )

  await page.goto('/profile')
  await press(page, 'Change Home')
  await fillIn(dialog, { Name: 'Mom' }, 'Save')
  await press(page, 'Remove Mom')
  await press(dialog, 'Remove')
  await seeNone(page, the.button('Change Mom'))
  await see(page, the.button('Change Office'))
})
