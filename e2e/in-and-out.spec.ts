import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectSound } from './accessible.ts'
import { enterAs } from './calls.ts'
import { expect, test } from './server.ts'

test('on a phone the office imports its customers and exports everything', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 720 })
  await inAndOut(page, 'phone')
})

test('on a desk the office imports its customers and exports everything', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await inAndOut(page, 'desk')
})

// Each row is committed before the next one.
const slow = { timeout: 60_000 }

async function inAndOut(page: Page, where: string) {
  test.setTimeout(180_000)
  await enterAs(page.request, 'admin')
  await page.goto('/admin/settings')
  await page.getByRole('link', { name: 'In and out' }).click()
  await expect(page).toHaveURL('/admin/data')
  await expect(
    page.getByText('Nothing was imported yet').or(page.getByText('.csv')).first(),
  ).toBeVisible()

  // The preview comes first: three rows are invalid.
  await page.getByLabel('CSV file').setInputFiles({
    name: `${where}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(customersOf(where)),
  })
  await expect(page.getByText('3 rows will be left out')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Problems' }).getByText('Invalid email address'),
  ).toHaveCount(3)
  await expectSound(page, { dark: true })
  await page.getByRole('button', { name: 'Import 197 rows' }).click()
  const made = page.getByRole('listitem').filter({ hasText: `${where}.csv` })
  await expect(made).toContainText('197 new customers · 197 new cars · 3 rows left out', slow)
  await expectSound(page)

  // Everything as one archive.
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export all data' }).click()
  const archive = await readFile(await (await saved).path())
  expect(archive.subarray(0, 2).toString()).toBe('PK')
  expect(archive.includes('people.csv')).toBe(true)

  // The import is undone.
  await made.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(made).toContainText('Removed: 197 customers, 197 cars.', slow)
}

const customersOf = (where: string) =>
  [
    'First name;Last name;Email;Phone;ZIP;Year;Make;Model;Plate',
    ...Array.from({ length: 200 }, (_, n) =>
      [
        `Person${n}`,
        'Miller',
        n % 70 === 9 ? 'nobody' : `${where}${n}@example.com`,
        '',
        '78701',
        '2018',
        'Honda',
        'Civic',
        `${where.toUpperCase()}${n}`,
      ].join(';'),
    ),
  ].join('\r\n')
