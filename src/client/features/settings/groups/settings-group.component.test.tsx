import { usesNothing } from '#shared/rules/uses.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import { defaultSettings, settingCards } from '#shared/rules/settings.ts'
import { SettingsGroup } from './settings-group.tsx'

test('clearing a number reports it as required at its field', async () => {
  const group = settingCards('system', { cardPayments: true, uses: usesNothing }).find(
    ({ id }) => id === 'area',
  )!
  const settings = { ...defaultSettings, version: 1 }
  const { server } = await showPage(<SettingsGroup group={group} settings={settings} />, {
    answers: { 'GET /api/admin/settings/changes': [], 'GET /api/admin/settings': settings },
  })
  const save = page.getByRole('button', { name: /^Save/ })
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  const field = page.getByLabelText('Minimum bookings per area')
  await field.fill('')
  await save.click()
  await expect.element(page.getByText('Please enter a whole number from 1 to 10.')).toBeVisible()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  expect(server.asked('PUT /api/admin/settings')).toEqual([])
})
