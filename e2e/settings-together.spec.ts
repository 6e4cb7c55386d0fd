import { expectAccessible } from './accessible.ts'
import { call, enterAs } from './calls.ts'
import { expectFits } from './fits.ts'
import { untilLoaded } from './screens.ts'
import { expect, test } from './server.ts'

test('of two tabs that change the same setting, the second shows who saved first and can continue', async ({
  page,
  context,
}) => {
  await enterAs(page.request, 'admin')
  const second = await context.newPage()
  const dialog = page.getByRole('dialog', { name: 'Fees' })
  for (const one of [page, second]) {
    await one.goto('/admin/settings?tab=system')
    await untilLoaded(one)
    await one.getByRole('button', { name: 'Edit fees' }).click()
  }
  await dialog.getByLabel('For cancelling late').fill('30')
  const other = second.getByRole('dialog', { name: 'Fees' })
  await other.getByLabel('For cancelling late').fill('25')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other).toBeHidden()

  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/changed this to \$25\.00 at .*Save once more/)).toBeVisible()
  await expect(dialog.getByLabel('For cancelling late')).toHaveValue(/30/)
  await expectFits(page)
  await expectAccessible(page)
  const fee = async () => (await call(page.request, 'GET /api/admin/settings')).cancelFeeCents
  expect(await fee()).toBe(2500)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await fee()).toBe(3000)

  // A dialog does not overwrite other settings that changed while it was open.
  await page.getByRole('button', { name: 'Edit fees' }).click()
  await dialog.getByLabel('For a visit that could not be done, at most').fill('10')
  await call(page.request, 'PUT /api/admin/settings', { body: { cancelFeeCents: 4000 } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await call(page.request, 'GET /api/admin/settings')).toMatchObject({
    cancelFeeCents: 4000,
    notDoneFeeCents: 1000,
  })
})
