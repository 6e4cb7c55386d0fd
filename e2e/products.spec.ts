import type { Page } from '@playwright/test'
import { expectAccessible, expectSound } from './accessible.ts'
import { addCar, call, enterAs, homeAddress, openPlaces, signUp } from './calls.ts'
import { expectFits } from './fits.ts'
import { expect, test } from './server.ts'

const widths = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } }

for (const [name, viewport] of Object.entries(widths))
  test(`the office sells a package, counts its shelf and corrects an engine, on a ${name}`, async ({
    page,
    request: customer,
  }) => {
    await page.setViewportSize(viewport)
    await enterAs(page.request, 'admin')
    const offer = `Winter ${name}`
    const dialog = page.getByRole('dialog')
    const said = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

    // A product on the shelf, and a package that uses it.
    await page.goto('/')
    if (name === 'phone') await page.getByRole('button', { name: 'Menu' }).click()
    const products = page.getByRole(name === 'phone' ? 'menuitem' : 'link', { name: 'Products' })
    // A link lists low stock too, as soon as it is known.
    await (
      name === 'phone'
        ? products
        : page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' })
    ).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Product Management')
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Products & Add-ons' }).click()
    await page.getByRole('button', { name: 'Add Product' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Please enter a SKU')).toBeVisible()
    await dialog.getByLabel('Name').fill(`Oil of ${offer}`)
    await dialog.getByLabel('Price').fill('8.50')
    await dialog.getByLabel('SKU').fill(`W-${name}`)
    await dialog.getByLabel('Stock quantity').fill('14')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await said('Product saved successfully')
    await expectFits(page)

    await page.getByRole('tab', { name: 'Service Packages' }).click()
    await page.getByRole('button', { name: 'Add Package' }).click()
    await dialog.getByLabel('Name').fill(offer)
    await dialog.getByLabel('Base price').fill('99.50')
    await dialog.getByLabel('Oil type').selectOption({ label: 'Full Synthetic' })
    await dialog.getByLabel('Features').fill('One\nTwo\n\nThree\nFour\nFive')
    await dialog.getByRole('button', { name: 'Add a product' }).click()
    await dialog.getByLabel('Product').selectOption({ label: `Oil of ${offer}` })
    await dialog.getByLabel('for each quart of the engine').check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await said('Service package saved successfully')
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: offer }) })
    await expect(card.getByText('+2 more...')).toBeVisible()
    await expect(card.getByText('Four')).toHaveCount(0)
    await expectFits(page)

    // A visit is booked at the old price; the new one is previewed before saving.
    const packages = await call(customer, 'GET /api/service-packages')
    const servicePackageId = packages.find((one) => one.name === offer)?.id ?? ''
    await signUp(customer, 'customer')
    const { id: vehicleId } = await addCar(customer)
    const place = (await openPlaces(customer)).at(-1)
    const job = await call(customer, 'POST /api/jobs', {
      body: {
        vehicleId,
        servicePackageId,
        seenPrice: '99.50',
        scheduledDate: place?.date,
        scheduledTime: place?.time,
        serviceAddress: homeAddress,
      },
    })
    await card.getByRole('button', { name: `Change the price of ${offer}` }).click()
    const save = dialog.getByRole('button', { name: 'Save' })
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('textbox', { name: 'Price' }).fill('109.50')
    const changes = dialog.getByRole('region', { name: 'What changes' })
    await expect(changes.getByText('1 visit that is booked keeps its price.')).toBeVisible()
    await expect(changes.getByText('$109.50', { exact: true })).toBeVisible()
    await expect(changes.getByText('$131.48', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Sell for $109.50' }).click()
    await said(`${offer} costs $109.50 from the next booking on.`)
    await expect(card.getByText('$109.50', { exact: true })).toBeVisible()
    await card.getByRole('button', { name: `Change the price of ${offer}` }).click()
    await expect(dialog.getByText('$99.50 → $109.50')).toBeVisible()
    await page.keyboard.press('Escape')
    expect(
      (await call(customer, 'GET /api/jobs/{id}', { params: { id: job.id } })).totalAmount,
    ).toBe('99.50')

    // The completed visit deducts its products from the shelf, on the open screen.
    await page.getByRole('tab', { name: 'Products & Add-ons' }).click()
    const row = page.getByRole('row', { name: new RegExp(`Oil of ${offer}`) })
    await expect(row.getByText('14', { exact: true })).toBeVisible()
    for (const status of ['in_progress', 'completed'])
      await call(page.request, 'PATCH /api/jobs/{id}/status', {
        params: { id: job.id },
        body: { status },
      })
    await expect(row.getByText('9', { exact: true })).toBeVisible()
    await expect(row.getByText('Low stock')).toBeVisible()
    await row.getByRole('button', { name: `Count Oil of ${offer}` }).click()
    await expect(dialog.getByRole('link', { name: job.number })).toBeVisible()
    await dialog.getByLabel('Counted').fill('33')
    await dialog.getByLabel('Reason').fill('Delivery')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save count' }).click()
    await expect(row.getByText('33', { exact: true })).toBeVisible()
    await expect(row.getByText('Low stock')).toHaveCount(0)

    await deactivate(page, offer)
    await correctEngine(page, name === 'phone' ? 'S2000' : 'Rogue')
  })

/** A package used by visits is deactivated and restored. */
async function deactivate(page: Page, offer: string): Promise<void> {
  await page.getByRole('tab', { name: 'Service Packages' }).click()
  await page.getByRole('button', { name: `Delete ${offer}`, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^1 visit was booked with it/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Take off sale' }).click()
  await expect(page.getByText(`${offer} is off sale now.`, { exact: false }).first()).toBeVisible()
  const onSale = async () =>
    (await call(page.request, 'GET /api/service-packages')).some(({ name }) => name === offer)
  expect(await onSale()).toBe(false)
  await page.getByRole('button', { name: `Bring back ${offer}` }).click()
  await expect(page.getByRole('button', { name: `Delete ${offer}`, exact: true })).toBeVisible()
  expect(await onSale()).toBe(true)
}

/** A corrected engine says so, with its old data; undo restores that data. */
async function correctEngine(page: Page, model: string): Promise<void> {
  await page.getByRole('tab', { name: 'Engines' }).click()
  await page.getByRole('searchbox', { name: 'Search make, model or year' }).fill(model)
  const row = page.getByRole('row', { name: new RegExp(model) }).first()
  await row.getByRole('button', { name: /^Correct / }).click()
  const dialog = page.getByRole('dialog')
  const before = await dialog.getByLabel('Quarts with a filter').inputValue()
  await dialog.getByLabel('Quarts with a filter').fill('6.6')
  await dialog.getByLabel('Source').fill('The dipstick')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByLabel('Which engines').selectOption('corrected')
  await expect(row.getByText('6.6', { exact: true })).toBeVisible()
  await expect(row.getByText('Corrected by us')).toBeVisible()
  await expect(row.getByText('Well known: The dipstick')).toBeVisible()
  await expectSound(page)
  await row.getByRole('button', { name: /^Undo for / }).click()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The data counts again', { exact: true })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.getByLabel('Which engines').selectOption('')
  await expect(row.getByText(before, { exact: true })).toBeVisible()
}
