import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aPackage } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { defaultSettings } from '#shared/rules/settings.ts'
import { SpanishTexts } from './spanish-texts.tsx'

const settings = {
  ...defaultSettings,
  version: 3,
  tagline: '',
  ownSpanish: { Gold: 'Oro', Shiny: 'Brillante' },
}

test('the Spanish is written below each English text, and blank removes it', async () => {
  const gold = { ...aPackage(), name: 'Gold', description: 'Shiny', features: ['One', 'Two'] }
  const { server } = await showPage(<SpanishTexts />, {
    answers: {
      'GET /api/admin/settings': settings,
      'GET /api/admin/settings/changes': [],
      'GET /api/admin/products': [],
      'GET /api/admin/service-packages': [{ ...gold, products: [], version: 1 }],
      'PUT /api/admin/settings': settings,
    },
  })
  await expect.element(page.getByText('2 texts without Spanish')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Gold' }).click()
  await expect.element(page.getByLabelText('Gold (optional)')).toHaveValue('Oro')
  await page.getByLabelText('One (optional)').fill(' Uno ')
  await page.getByLabelText('Shiny (optional)').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.asked('PUT /api/admin/settings').map(({ body }) => body))
    .toEqual([{ ownSpanish: { Gold: 'Oro', One: 'Uno' } }])
})
