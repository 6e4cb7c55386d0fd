import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aPackage, newId } from '#client/testing/test-data.ts'
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
      'GET /api/admin/inspection-templates': [],
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

test('what customers read of inspections and receipts is there too', async () => {
  const item = {
    kind: 'check',
    watchAt: null,
    failAt: null,
    watchAdvice: '',
    failAdvice: '',
  } as const
  const template = {
    id: newId(),
    version: 1,
    name: 'Standard',
    isActive: true,
    savedAt: '2026-05-04T12:00:00.000Z',
    groups: [
      {
        id: 'wipers',
        title: 'Wipers',
        items: [{ ...item, id: 'front', label: 'Front wipers', failAdvice: 'Replace them.' }],
      },
    ],
  }
  await showPage(<SpanishTexts />, {
    answers: {
      'GET /api/admin/settings': {
        ...settings,
        receiptProfile: { state: 'CA', since: '2026-05-04T12:00:00.000Z' },
        receiptWarranty: 'Twelve months.',
      },
      'GET /api/admin/settings/changes': [],
      'GET /api/admin/products': [],
      'GET /api/admin/service-packages': [],
      'GET /api/admin/inspection-templates': [template],
    },
  })
  await page.getByRole('button', { name: 'Edit Standard: Wipers' }).click()
  await expect.element(page.getByLabelText('Front wipers (optional)')).toBeVisible()
  await expect.element(page.getByLabelText('Replace them. (optional)')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Edit Receipts' }).click()
  await expect.element(page.getByLabelText('Twelve months. (optional)')).toBeVisible()
})
