import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { defaultSettings } from '#shared/rules/settings.ts'
import { LaterRates } from './later-rates.tsx'

const plan = 'PATCH /api/admin/tax-rate'
const nothing = { zipCodes: 0, customers: 0, visitsAhead: 0 }
const downtown = {
  id: newId(),
  name: 'Downtown',
  address: 'Austin, TX 78701',
  latitude: 30.26,
  longitude: -97.74,
  radiusMiles: 10,
  taxRateBp: 900,
  isActive: true,
  version: 7,
  coverage: { ...nothing, only: nothing, others: 0 },
  taxRateChanges: [{ from: '2099-03-01', rateBp: null }],
}

const show = () =>
  showPage(<LaterRates />, {
    answers: {
      'GET /api/admin/settings': {
        ...defaultSettings,
        salesTaxRateBp: 825,
        salesTaxRateChanges: [
          { from: '2099-01-01', value: 850 },
          { from: '2099-02-01', value: 875 },
        ],
        version: 4,
      },
      'GET /api/admin/core-spots': [downtown],
      [plan]: { rateBp: 825, changes: [] },
    },
  })

test('cancelling a planned rate asks first, then plans the rate before it', async () => {
  const { server } = await show()
  await page.getByRole('button', { name: /^Cancel: 8\.75% from/ }).click()
  expect(server.asked(plan)).toEqual([])
  await page.getByRole('button', { name: 'Cancel the change' }).click()
  await expect.element(page.getByText('Change cancelled')).toBeVisible()
  expect(server.asked(plan)).toMatchObject([{ body: { from: '2099-02-01', rateBp: 850 } }])
  await page.getByRole('button', { name: /^Cancel: Downtown: general rate from/ }).click()
  await page.getByRole('button', { name: 'Cancel the change' }).click()
  await expect
    .poll(() => server.asked(plan).at(-1))
    .toMatchObject({ body: { from: '2099-03-01', rateBp: 900, coreSpotId: downtown.id } })
})

test('a rate is planned for a core spot from a day on', async () => {
  const { server } = await show()
  await page.getByRole('button', { name: 'Plan a rate' }).click()
  await page.getByLabelText('Where').selectOptions('Downtown')
  await page.getByLabelText('Sales tax rate').fill('9.25')
  await page.getByLabelText('For visits from').fill('2099-06-01')
  await page.getByRole('button', { name: 'Plan', exact: true }).click()
  await expect
    .poll(() => server.asked(plan))
    .toMatchObject([{ body: { rateBp: 925, from: '2099-06-01', coreSpotId: downtown.id } }])
})
