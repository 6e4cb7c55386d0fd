import { expectSound } from './accessible.ts'
import { fillIn, press, see } from './actions.ts'
import { call, signInAs } from './calls.ts'
import { openLoaded } from './screens.ts'
import { expect, test } from './server.ts'
import { changeSettings } from './visits.ts'

test('the second of two tabs shows who saved a setting first', async ({ page, context }) => {
  await signInAs(page.request, 'admin')
  const second = await context.newPage()
  const dialog = page.getByRole('dialog', { name: 'Fees' })
  for (const one of [page, second]) {
    await openLoaded(one, '/admin/settings?tab=system')
    await press(one, 'Edit fees')
  }
  await fillIn(dialog, { 'For cancelling late': '30' })
  const other = second.getByRole('dialog', { name: 'Fees' })
  await fillIn(other, { 'For cancelling late': '35' }, 'Save')
  await expect(other).toBeHidden()

  await press(dialog, 'Save')
  await see(dialog, /changed this to \$35\.00 at .*Save again/)
  await expect(dialog.getByLabel('For cancelling late')).toHaveValue(/30/)
  await expectSound(page)
  const fee = async () => (await call(page.request, 'GET /api/admin/settings')).cancelFeeCents
  expect(await fee()).toBe(3500)
  await press(dialog, 'Save')
  await expect(dialog).toBeHidden()
  expect(await fee()).toBe(3000)

  // A dialog does not overwrite other settings that changed while it was open.
  await press(page, 'Edit fees')
  await fillIn(dialog, { 'For a visit that could not be done, at most': '10' })
  await changeSettings(page.request, { cancelFeeCents: 4000 })
  await press(dialog, 'Save')
  await expect(dialog).toBeHidden()
  expect(await call(page.request, 'GET /api/admin/settings')).toMatchObject({
    cancelFeeCents: 4000,
    notDoneFeeCents: 1000,
  })
})
