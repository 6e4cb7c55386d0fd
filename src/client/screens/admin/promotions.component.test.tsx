import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aPackage, newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal } from '#client/testing/test-server.ts'
import type { Promotion } from '#shared/contract/promotions.ts'
import Promotions from './promotions.tsx'

const list = 'GET /api/admin/promotions'

const aPromotion = (part: Partial<Promotion> = {}): Promotion => ({
  id: newId(),
  code: 'SPRING',
  reason: 'Spring mailing',
  percent: 20,
  cap: '30.00',
  off: null,
  visitsFrom: null,
  visitsUntil: null,
  maxUses: null,
  maxUsesPerCustomer: null,
  firstVisitOnly: false,
  packageIds: [],
  isActive: true,
  uses: 0,
  given: '0.00',
  state: 'current',
  version: 1,
  ...part,
})

const show = (answers: Answers = {}) =>
  showPage(<Promotions />, {
    at: '/admin/promotions',
    answers: { [list]: [], 'GET /api/admin/service-packages': [], ...answers },
  })

const dialog = () => page.getByRole('dialog')

test('without codes it explains what to do', async () => {
  await show()
  await expect.element(page.getByText('No promotion codes yet')).toBeVisible()
})

test("a row shows a code's discount, its visits, its uses and whether it is still valid", async () => {
  await show({
    [list]: [
      aPromotion({ visitsUntil: '2026-12-31', uses: 3, maxUses: 50, given: '61.50' }),
      aPromotion({ code: 'FALL', percent: null, cap: null, off: '10.00', state: 'over' }),
    ],
  })
  for (const words of ['20%, at most $30.00', 'until Thu, Dec 31, 2026', '3 of 50', '$61.50'])
    await expect.element(page.getByText(words, { exact: true })).toBeVisible()
  await expect.element(page.getByText('$10.00', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Over', { exact: true })).toBeVisible()
})

test('a new code takes a percentage or an amount, and sends the selected one', async () => {
  const diesel = { ...aPackage({ name: 'Diesel' }), products: [], version: 1 }
  const { server } = await show({
    'GET /api/admin/service-packages': [diesel],
    'POST /api/admin/promotions': aPromotion(),
  })
  await page.getByRole('button', { name: 'Add code' }).first().click()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect
    .element(dialog().getByText('Please enter a whole number from 1 to 100'))
    .toBeVisible()
  await dialog().getByLabelText('Code').fill('welcome 10')
  await dialog().getByLabelText('Reason').fill('New neighbors')
  await dialog().getByLabelText('Takes off').selectOptions('An amount')
  await dialog().getByLabelText('Amount off').fill('10')
  await dialog().getByLabelText('Diesel').click()
  await dialog()
    .getByRole('switch', { name: /First visit only/ })
    .click()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('The code is saved')).toBeVisible()
  expect(server.asked('POST /api/admin/promotions').map(({ body }) => body)).toEqual([
    {
      code: 'WELCOME10',
      reason: 'New neighbors',
      off: '10',
      visitsFrom: null,
      visitsUntil: null,
      maxUses: null,
      maxUsesPerCustomer: null,
      firstVisitOnly: true,
      packageIds: [diesel.id],
      isActive: true,
    },
  ])
})

test('a conflicting change is adopted and shown', async () => {
  const code = aPromotion()
  const message =
    'Ada Lane has changed this in the meantime: Percent off: 20 → 25. Please check it again.'
  await show({
    [list]: [code],
    'GET /api/admin/promotions/{id}': { ...code, history: [] },
    'PATCH /api/admin/promotions/{id}': refusal('conflict', message, {
      reason: 'changed',
      by: 'Ada Lane',
      now: { ...code, percent: 25, version: 2 },
    }),
  })
  await page.getByRole('button', { name: 'Edit SPRING' }).click()
  await dialog().getByLabelText('Reason').fill('Mine')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog().getByText(message)).toBeVisible()
  await expect.element(dialog().getByLabelText('Percent off')).toHaveValue('25')
  await expect.element(dialog().getByLabelText('Reason')).toHaveValue('Mine')
})

test('a code used by visits is switched off, and on again', async () => {
  const { server } = await show({
    [list]: [
      aPromotion({ uses: 1 }),
      aPromotion({ code: 'FALL', isActive: false, state: 'off', version: 4 }),
    ],
    'DELETE /api/admin/promotions/{id}': { success: true, deleted: false },
    'PATCH /api/admin/promotions/{id}': aPromotion(),
  })
  await page.getByRole('button', { name: 'Switch off SPRING' }).click()
  await expect.element(dialog().getByText(/1 visit has it and keeps it/)).toBeVisible()
  await dialog().getByRole('button', { name: 'Switch off' }).click()
  await expect.element(page.getByText('SPRING is switched off now.')).toBeVisible()
  await page.getByRole('button', { name: 'Switch on FALL' }).click()
  await expect.element(page.getByText('FALL can be used again.')).toBeVisible()
  expect(server.asked('PATCH /api/admin/promotions/{id}').map(({ body }) => body)).toEqual([
    { isActive: true },
  ])
})
