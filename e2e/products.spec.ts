import type { Page } from '@playwright/test'
import { expectAccessible, expectSound } from './accessible.ts'
import { expectOff, fillIn, press, see, seeNone, the, widths } from './actions.ts'
import { bookTime, call, signInAs, signUp } from './calls.ts'
import { expectFits } from './fits.ts'
import { expect, test } from './server.ts'
import { complete, jobOf, anOpenTime } from './visits.ts'

for (const [name, viewport] of Object.entries(widths))
  test(`a package sells, its shelf is counted, on a ${name}`, async ({
    page,
    request: customer,
  }) => {
    await page.setViewportSize(viewport)
    await signInAs(page.request, 'admin')
    const offer = `Winter ${name}`
    const dialog = page.getByRole('dialog')
    const said = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

    // A product on the shelf, and a package that uses it.
    await page.goto('/')
    if (name === 'phone') await press(page, 'Menu')
    // A link lists low stock too, as soon as it is known.
    if (name === 'phone') await press(page, the.menuItem('Products'))
    else await press(page.getByRole('navigation', { name: 'Main' }), the.link('Products'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Product Management')
    await expectAccessible(page)
    await press(page, the.tab('Products & Add-ons'), 'Add Product')
    await press(dialog, 'Save')
    await see(dialog, 'Please enter a SKU')
    await fillIn(dialog, {
      Name: `Oil of ${offer}`,
      Price: '8.50',
      SKU: `W-${name}`,
      'Stock quantity': '14',
    })
    await expectAccessible(page)
    await press(dialog, 'Save')
    await said('Product saved successfully')
    await expectFits(page)

    await press(page, the.tab('Service Packages'), 'Add Package')
    await fillIn(
      dialog,
      {
        Name: offer,
        'Base price': '99.50',
        'Oil type': { label: 'Full Synthetic' },
        Features: 'One\nTwo\n\nThree\nFour\nFive',
      },
      'Add a product',
    )
    await fillIn(dialog, {
      Product: { label: `Oil of ${offer}` },
      'for each quart of the engine': true,
    })
    await expectAccessible(page)
    await press(dialog, 'Save')
    await said('Service package saved successfully')
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: offer }) })
    await see(card, '+2 more...')
    await seeNone(card, 'Four')
    await expectFits(page)

    // A visit is booked at the old price; the new one is previewed before saving.
    const packages = await call(customer, 'GET /api/service-packages')
    const servicePackageId = packages.find((one) => one.name === offer)?.id ?? ''
    await signUp(customer, 'customer')
    const job = await bookTime(customer, await anOpenTime(customer, -1), {
      servicePackageId,
      seenPrice: '99.50',
    })
    await press(card, `Change the price of ${offer}`)
    const save = dialog.getByRole('button', { name: 'Save' })
    await expectOff(save)
    await dialog.getByRole('textbox', { name: 'Price' }).fill('109.50')
    const changes = dialog.getByRole('region', { name: 'What changes' })
    await see(changes, '1 visit that is booked keeps its price.', the.text('$109.50'))
    await see(changes, the.text('$131.48'))
    await expectAccessible(page)
    await press(dialog, 'Sell for $109.50')
    await said(`${offer} costs $109.50 from the next booking on.`)
    await see(card, the.text('$109.50'))
    await press(card, `Change the price of ${offer}`)
    await see(dialog, '$99.50 → $109.50')
    await page.keyboard.press('Escape')
    expect((await jobOf(customer, job.id)).totalAmount).toBe('99.50')

    // The completed visit deducts its products from the shelf, on the open screen.
    await press(page, the.tab('Products & Add-ons'))
    const row = page.getByRole('row', { name: new RegExp(`Oil of ${offer}`) })
    await see(row, the.text('14'))
    await complete(page.request, job.id)
    await see(row, the.text('9'), 'Low stock')
    await press(row, `Count Oil of ${offer}`)
    await see(dialog, the.link(job.number))
    await fillIn(dialog, { Counted: '33', Reason: 'Delivery' })
    await expectAccessible(page)
    await press(dialog, 'Save count')
    await see(row, the.text('33'))
    await seeNone(row, 'Low stock')

    await deactivate(page, offer)
    await correctEngine(page, name === 'phone' ? 'S2000' : 'Rogue')
  })

/** A package used by visits is deactivated and restored. */
async function deactivate(page: Page, offer: string): Promise<void> {
  await press(page, the.tab('Service Packages'), the.button(`Delete ${offer}`, { exact: true }))
  const dialog = page.getByRole('dialog')
  await see(dialog, /^1 visit was booked with it/)
  await press(dialog, 'Take off sale')
  await expect(page.getByText(`${offer} is off sale now.`, { exact: false }).first()).toBeVisible()
  const onSale = async () =>
    (await call(page.request, 'GET /api/service-packages')).some(({ name }) => name === offer)
  expect(await onSale()).toBe(false)
  await press(page, `Bring back ${offer}`)
  await see(page, the.button(`Delete ${offer}`, { exact: true }))
  expect(await onSale()).toBe(true)
}

/** A corrected engine is marked and shows its old data; undo restores it. */
async function correctEngine(page: Page, model: string): Promise<void> {
  await press(page, the.tab('Engines'))
  await page.getByRole('searchbox', { name: 'Search make, model or year' }).fill(model)
  const row = page.getByRole('row', { name: new RegExp(model) }).first()
  await press(row, /^Correct /)
  const dialog = page.getByRole('dialog')
  const before = await dialog.getByLabel('Quarts with a filter').inputValue()
  await fillIn(dialog, { 'Quarts with a filter': '6.6', Source: 'The dipstick' })
  await expectAccessible(page)
  await press(dialog, 'Save')
  await expect(dialog).toHaveCount(0)
  await fillIn(page, { 'Which engines': 'corrected' })
  await see(row, the.text('6.6'), 'Corrected by us', 'Well known: The dipstick')
  await expectSound(page)
  await press(row, /^Undo for /)
  await press(dialog, 'Undo')
  await see(page, the.text('The built-in data is used again'))
  await expect(dialog).toHaveCount(0)
  await fillIn(page, { 'Which engines': '' })
  await see(row, the.text(before))
}
