import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import type { CustomerDetails } from '#shared/contract/customers.ts'
import { CustomerTotals } from './facts-card.tsx'

const nextOn = (date: string) =>
  ({
    jobCount: 1,
    visitsAhead: 0,
    lastServiceDate: null,
    amountDue: '0.00',
    totalSpent: '0.00',
    nextService: { vehicleId: newId(), vehicle: '2019 Honda Civic', date, isDue: false },
  }) as unknown as CustomerDetails

const year = new Date().getFullYear()

test.each([
  [`${year}-06-15`, false],
  [`${year + 1}-06-15`, true],
])('the next service on %s shows its year: %s', async (date, isSaid) => {
  await showPage(<CustomerTotals customer={nextOn(date)} />)
  const shown = page.getByText(/Jun 15/)
  await expect.element(shown).toBeVisible()
  expect(shown.element().textContent.includes(date.slice(0, 4))).toBe(isSaid)
})

test('money lost in disputes is named beside the total', async () => {
  await showPage(<CustomerTotals customer={{ ...nextOn('2026-06-15'), chargedBack: '129.99' }} />)
  await expect.element(page.getByText('$129.99 lost in disputes')).toBeVisible()
})
