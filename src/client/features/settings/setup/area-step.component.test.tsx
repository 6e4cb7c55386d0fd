import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import { defaultSettings } from '#shared/rules/settings.ts'
import { AreaStep } from './area-step.tsx'

test('an unknown ZIP code does not ask for fields missing here', async () => {
  const onNext = vi.fn<() => void>()
  const message = 'We do not know where 00000 is. Please enter latitude and longitude yourself.'
  await showPage(<AreaStep onNext={onNext} confirmed={[]} />, {
    answers: {
      'GET /api/admin/core-spots': [],
      'GET /api/admin/settings': { ...defaultSettings, version: 1 },
      'GET /api/admin/core-spots/place': refusal('invalid', message, {
        fields: [{ path: 'address', message }],
      }),
    },
  })
  const zip = page.getByLabelText('ZIP code')
  await zip.fill('00000')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect
    .element(zip)
    .toHaveAccessibleDescription(
      'We do not know where this is. Please check it, or enter a ZIP code nearby.',
    )
  expect(onNext).not.toHaveBeenCalled()
})
