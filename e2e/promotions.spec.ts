import { expectAccessible, expectSound } from './accessible.ts'
import { addCar, call, enterAs, homeAddress, openPlaces, signUp } from './calls.ts'
import { expectFits } from './fits.ts'
import { expect, test } from './server.ts'

const widths = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } }

for (const [name, viewport] of Object.entries(widths))
  test(`the office creates a code, a customer books with it, and the office sees the discounts, on a ${name}`, async ({
    page,
    browser,
    baseURL,
    request: customer,
  }) => {
    await page.setViewportSize(viewport)
    await enterAs(page.request, 'admin')
    const code = `SPRING-${name.toUpperCase()}`
    const dialog = page.getByRole('dialog')

    await page.goto('/admin/products')
    await page.getByRole('link', { name: 'Promotion codes' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Promotion codes')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add code' }).first().click()
    await dialog.getByLabel('Code').fill(code.toLowerCase())
    await dialog.getByLabel('Reason').fill('Spring mailing')
    await dialog.getByLabel('Percent off').fill('10')
    await dialog.getByLabel('Uses in all').fill('1')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The code is saved', { exact: true })).toBeVisible()
    await expectFits(page)

    // An earlier visit, so that the address is known.
    await signUp(customer, 'customer')
    const { id: vehicleId } = await addCar(customer)
    const places = await openPlaces(customer)
    const place = places.at(-1)
    await call(customer, 'POST /api/jobs', {
      body: {
        vehicleId,
        scheduledDate: place?.date,
        scheduledTime: place?.time,
        serviceAddress: homeAddress,
      },
    })
    const context = await browser.newContext({
      viewport,
      ...(baseURL && { baseURL }),
      storageState: await customer.storageState(),
    })
    const mine = await context.newPage()
    await mine.goto('/booking')
    const day = mine.getByRole('group', { name: 'Which day?' })
    await expect(day.getByRole('radio').first()).toBeAttached()
    await mine
      .getByRole('group', { name: 'What time?' })
      .getByRole('radio')
      .and(mine.locator(':enabled'))
      .first()
      .click()
    await mine.getByRole('button', { name: 'Have a code?' }).click()
    const field = mine.getByLabel('Promotion code')
    await field.fill('SPRIGN')
    await mine.getByRole('button', { name: 'Apply' }).click()
    await expect(mine.getByText('We do not know this code.', { exact: false })).toBeVisible()
    await expectSound(mine)
    await field.fill(code.toLowerCase())
    await mine.getByRole('button', { name: 'Apply' }).click()
    await expect(mine.getByText(`Code ${code}`, { exact: true })).toBeVisible()
    await expectSound(mine)
    await mine.getByRole('button', { name: 'Submit Booking' }).click()
    await expect(mine.getByRole('heading', { name: "You're Booked!" })).toBeVisible()
    await mine.goto('/orders')
    await expect(mine.getByText(`Code ${code}`).first()).toBeVisible()
    await context.close()

    // The open list updates live.
    const row = page.getByRole('row', { name: new RegExp(code) })
    await expect(row.getByText('1 of 1')).toBeVisible()
    await expect(row.getByText('Used up')).toBeVisible()
    await row.getByRole('button', { name: `Switch off ${code}` }).click()
    await dialog.getByRole('button', { name: 'Switch off' }).click()
    await expect(page.getByText(`${code} is switched off now.`, { exact: true })).toBeVisible()
  })
