import { maxTaxRateBp } from '#shared/rules/sales-tax.ts'

/** Look of a field for a sales tax rate in percent. */
export const rateInput = {
  type: 'number',
  inputMode: 'decimal',
  min: 0,
  max: maxTaxRateBp / 100,
  step: 0.01,
  after: '%',
} as const
