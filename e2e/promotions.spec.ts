import { expectAccessible, expectSound } from './accessible.ts'
import { fillIn, openPage, press, see, the, widths } from './actions.ts'
import { signInAs, signUp } from './calls.ts'
import { expectFits } from './fits.ts'
import { expect, test } from './server.ts'
import { freeTimes } from './steps.ts'
import { bookOpenPlace } from './visits.ts'

for (const [name, viewport] of Object.entries(widths))
  test(`a promotion code discounts a booking, on a ${name}`, async ({ page, newPage }) => {
    await page.setViewportSize(viewport)
    await signInAs(page.request, 'admin')
    const code = `SPRING-${name.toUpperCase()}`
    const dialog = page.getByRole('dialog')

    await page.goto('/admin/products')
    await press(page, the.link('Promotion codes'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Promotion codes')
    await expectAccessible(page)
    await press(page, the.first(the.button('Add code')))
    await fillIn(dialog, {
      Code: code.toLowerCase(),
      Reason: 'Spring mailing',
      'Percent off': '10',
      'Uses in all': '1',
    })
    await expectAccessible(page)
    await press(dialog, 'Save')
    await see(page, the.text('The code is saved'))
    await expectFits(page)

    // An earlier visit, so that the address is known.
    const mine = await newPage(null, { viewport })
    await signUp(mine.request, 'customer')
    await bookOpenPlace(mine.request, -1)
    await mine.goto('/booking')
    const day = mine.getByRole('group', { name: 'Which day?' })
    await expect(day.getByRole('radio').first()).toBeAttached()
    await freeTimes(mine).first().click()
    await press(mine, 'Have a code?')
    const field = mine.getByLabel('Promotion code')
    await field.fill('SPRIGN')
    await press(mine, 'Apply')
    await expect(mine.getByText('We do not know this code.', { exact: false })).toBeVisible()
    await expectSound(mine)
    await field.fill(code.toLowerCase())
    await press(mine, 'Apply')
    await see(mine, the.text(`Code ${code}`))
    await expectSound(mine)
    await press(mine, 'Submit Booking')
    await see(mine, the.heading("You're Booked!"))
    await openPage(mine, '/orders', the.first(`Code ${code}`))

    // The open list updates live.
    const row = page.getByRole('row', { name: new RegExp(code) })
    await see(row, '1 of 1', 'Used up')
    await press(row, `Switch off ${code}`)
    await press(dialog, 'Switch off')
    await see(page, the.text(`${code} is switched off now.`))
  })
