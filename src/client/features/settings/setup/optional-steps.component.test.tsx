import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import { defaultSettings } from '#shared/rules/settings.ts'
import { ImportStep, StockStep, TaxStep } from './steps.tsx'

const put = 'PUT /api/admin/settings'
const settings = { ...defaultSettings, version: 4 }
const answers = { 'GET /api/admin/settings': settings, [put]: settings }
const button = (name: string) => page.getByRole('button', { name })

test('a sales tax rate is required, and turns the tax on', async () => {
  const onNext = vi.fn<() => void>()
  const { server } = await showPage(<TaxStep onNext={onNext} confirmed={['hours']} />, { answers })
  const rate = page.getByLabelText('Sales tax rate')
  await button('Save and continue').click()
  await expect.element(rate).toHaveAccessibleDescription(/Please enter a percentage/)
  expect(server.asked(put)).toEqual([])
  await rate.fill('8.25')
  await button('Save and continue').click()
  await expect.poll(() => onNext.mock.calls.length).toBe(1)
  expect(server.asked(put)[0]?.body).toEqual({
    salesTaxEnabled: true,
    salesTaxRateBp: 825,
    confirmedSteps: ['hours', 'tax'],
  })
})

test.each([
  ['We charge no sales tax', TaxStep, { salesTaxEnabled: false, confirmedSteps: ['tax'] }],
  ['We don’t track stock', StockStep, { confirmedSteps: ['stock'] }],
  ['We start without a list', ImportStep, { confirmedSteps: ['import'] }],
])('"%s" completes its step', async (name, Step, body) => {
  const onNext = vi.fn<() => void>()
  const { server } = await showPage(<Step onNext={onNext} confirmed={[]} isDone={false} />, {
    answers,
  })
  await expect.poll(() => server.asked('GET /api/admin/settings').length).toBeGreaterThan(0)
  await button(name).click()
  await expect.poll(() => onNext.mock.calls.length).toBe(1)
  expect(server.asked(put)[0]?.body).toEqual(body)
})

test('a completed step is not asked again whether it is needed', async () => {
  await showPage(<StockStep onNext={() => {}} confirmed={[]} isDone />, { answers })
  await expect.element(button('Continue')).toBeVisible()
  await expect.element(button('We don’t track stock')).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Count products' })).toBeVisible()
})
