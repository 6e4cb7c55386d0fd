import type { Cost } from '#shared/contract/costs.ts'
import type { Addon } from '#shared/contract/catalog.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { type ExtraType, kindOfExtra } from '#shared/rules/extras.ts'
import { isTaxed, kindOfAddon } from '#shared/rules/lines.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import { bpFromPercent, salesTaxOn } from '#shared/rules/sales-tax.ts'

const cents = (amount: string) => centsFromDecimal(amount) ?? 0

/** The job with additional cents of extras, estimated on this device as if all extras were parts. */
export const withExtraCharge = (job: Job, more: number, serviceType?: ExtraType): Job =>
  withCharge(job, 'extrasAmount', {
    more,
    isTaxed: taxRateOfLine(job.cost, { serviceType }) !== undefined,
  })

type LineKind = { serviceType?: ExtraType | undefined; product?: Addon | undefined }

/** The sales tax rate of a new line in percent, if it is taxed: of a product as in the catalog, else as extras are. */
export function taxRateOfLine(
  { salesTax }: Pick<Cost, 'salesTax'>,
  { serviceType, product }: LineKind,
): string | undefined {
  if (!salesTax) return undefined
  const { mode = 'everything', onExtras, rate } = salesTax
  const line = product
    ? { kind: kindOfAddon(product.category), taxable: product.taxable }
    : { kind: serviceType ? kindOfExtra(serviceType) : 'part', taxable: onExtras }
  return isTaxed(mode, line) ? rate : undefined
}

/** Additional cents; `isTaxed` adds sales tax where the visit has any. */
type Charge = { more: number; isTaxed: boolean }

/** The job with additional cents of extras or add-ons, and their sales tax. */
export function withCharge(
  job: Job,
  name: 'extrasAmount' | 'addonsAmount',
  { more, isTaxed }: Charge,
): Job {
  const raised = (amount: string, by = more) => decimalFromCents(cents(amount) + by)
  const { cost } = job
  const quoted = name === 'addonsAmount' ? raised(cost.quoted) : cost.quoted
  const lines = raised(cost.lines)
  const taxed = withMoreTaxed({ ...cost, lines }, isTaxed ? more : 0)
  const [amount, due] = [cost.amount, cost.due].map((sum) => raised(sum, more + taxed.moreTax))
  return {
    ...job,
    [name]: raised(job[name]),
    finalAmount: amount ?? '',
    cost: { ...taxed.cost, quoted, amount: amount ?? '', due: due ?? '' },
  }
}

/** The cost with additional taxable cents. */
function withMoreTaxed(cost: Cost, more: number): { cost: Cost; moreTax: number } {
  const { salesTax } = cost
  if (!salesTax) return { cost, moreTax: 0 }
  const taxRateBp = bpFromPercent(salesTax.rate) ?? 0
  const before = cents(salesTax.taxable)
  const tax = salesTaxOn({ taxableCents: before + more, taxRateBp })
  const moreTax = tax - salesTaxOn({ taxableCents: before, taxRateBp })
  const line = {
    kind: 'sales_tax' as const,
    amount: decimalFromCents(tax),
    at: null,
    rate: salesTax.rate,
  }
  return {
    cost: {
      ...cost,
      adjustments: [
        ...(tax > 0 ? [line] : []),
        ...cost.adjustments.filter(({ kind }) => kind !== 'sales_tax'),
      ],
      salesTax: {
        ...salesTax,
        taxable: decimalFromCents(before + more),
        amount: decimalFromCents(cents(salesTax.amount) + moreTax),
      },
    },
    moreTax,
  }
}
