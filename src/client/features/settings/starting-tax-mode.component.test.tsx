import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import { defaultSettings } from '#shared/rules/settings.ts'
import type { TaxMode } from '#shared/rules/sales-tax.ts'
import { BusinessTaxMode } from './starting-tax-mode.tsx'

const save = 'PUT /api/admin/settings'

const show = (address: string, current: TaxMode = 'everything') =>
  showPage(<BusinessTaxMode current={current} version={4} />, {
    answers: {
      'GET /api/admin/core-spots': [{ address, isActive: true }] as never,
      [save]: { ...defaultSettings, taxMode: 'none', version: 5 },
    },
  })

test('the value of a state is shown with source and date, and taken over only when pressed', async () => {
  const { server } = await show('Austin, TX 78701')
  await expect
    .element(page.getByText(/^Starting value for Texas: “nothing: prices are lump sums”\./))
    .toBeVisible()
  await expect
    .element(page.getByText(/Texas Tax Publication 94-113 \(2003\).*check with your accountant/))
    .toBeVisible()
  expect(server.asked(save)).toEqual([])
  await page.getByRole('button', { name: 'Use this value' }).click()
  await expect.element(page.getByText('Saved')).toBeVisible()
  expect(server.asked(save)).toMatchObject([{ body: { taxMode: 'none' } }])
})

test('a value that is used is not offered', async () => {
  await show('Austin, TX 78701', 'none')
  await expect.element(page.getByText('You use this value.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Use this value' })).not.toBeInTheDocument()
})

test('a state without a known source has no value', async () => {
  const { server } = await show('Reno, NV 89501')
  await expect.poll(() => server.asked('GET /api/admin/core-spots').length).toBeGreaterThan(0)
  await expect.element(page.getByText(/Starting value/)).not.toBeInTheDocument()
})
