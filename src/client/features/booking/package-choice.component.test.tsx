import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { aPackage, aVehicle } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { PackageChoice } from './package-choice.tsx'

const synthetic = aPackage()
const conventional = aPackage({ name: 'Conventional', basePrice: 79, oilType: 'conventional' })

const diesel = aPackage({ name: 'Diesel', oilType: 'diesel_full_synthetic' })

test('the chosen package shows its price; the others come when it is to be changed', async () => {
  const choose = vi.fn<(id: string) => void>()
  await showPage(
    <PackageChoice
      vehicle={aVehicle()}
      packages={[conventional, synthetic, diesel]}
      chosen={synthetic}
      onChoose={choose}
    />,
  )
  await expect.element(page.getByText('$129.99')).toBeVisible()
  await page.getByRole('button', { name: 'Change' }).click()
  await expect.element(page.getByRole('radio', { name: /Full Synthetic/ })).toBeChecked()
  await page.getByRole('radio', { name: /Conventional/ }).click()
  expect(choose).toHaveBeenCalledExactlyOnceWith(conventional.id)
  const other = page.getByRole('radio', { name: /Diesel/ })
  await expect.element(other).toBeDisabled()
  await expect.element(other).toHaveAccessibleDescription('Not for this engine')
})

test('a car that no package fits is told what to do', async () => {
  await showPage(
    <PackageChoice vehicle={aVehicle()} packages={[]} chosen={undefined} onChoose={() => {}} />,
  )
  await expect.element(page.getByText(/Please contact us/)).toBeVisible()
})
