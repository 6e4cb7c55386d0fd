import { expectSound } from './accessible.ts'
import { openAs, press, see, the } from './actions.ts'
import { customerList, exportEverything } from './customer-list.ts'
import { expect, test } from './server.ts'

// Each row is committed before the next one.
const slow = { timeout: 60_000 }

for (const [where, width] of Object.entries({ phone: 320, desk: 1280 }))
  test(`the office imports its customers and exports everything, on a ${where}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    test.setTimeout(180_000)
    await openAs(page, 'admin', '/admin/settings')
    await press(page, the.link('Import & export'))
    await expect(page).toHaveURL('/admin/data')
    await expect(
      page.getByText('Nothing was imported yet').or(page.getByText('.csv')).first(),
    ).toBeVisible()

    // The preview comes first: three rows are invalid.
    await page.getByLabel('CSV file').setInputFiles(customerList(where))
    await see(page, '3 rows with cells left out')
    await expect(
      page.getByRole('region', { name: 'Problems' }).getByText('Invalid email address'),
    ).toHaveCount(3)
    await expectSound(page, { dark: true })
    await press(page, 'Import 200 rows')
    const made = page.getByRole('listitem').filter({ hasText: `${where}.csv` })
    await expect(made).toContainText(
      '200 new customers · 200 new cars · 3 rows with cells left out',
      slow,
    )
    await expectSound(page)

    await exportEverything(page)

    await press(made, 'Undo')
    await press(page, 'Undo import')
    await expect(made).toContainText('Removed: 200 customers, 200 cars.', slow)
  })
