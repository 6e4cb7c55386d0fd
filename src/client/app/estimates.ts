import type { JobExtra } from '#shared/contract/charges.ts'
import type { Cost } from '#shared/contract/costs.ts'
import type { AnswerForm } from '#shared/contract/estimates.ts'
import { centsToApprove } from '#shared/rules/approvals.ts'
import { centsFromDecimal, centsFromDollars } from '#shared/rules/money.ts'
import { bpFromPercent } from '#shared/rules/sales-tax.ts'

/** What lines add to the price of a visit with this cost, sales tax included, in cents. */
export const centsOfLines = (
  lines: readonly Pick<JobExtra, 'totalPrice' | 'taxRate'>[],
  { salesTax }: Pick<Cost, 'salesTax'>,
): number =>
  centsToApprove(
    lines.map(({ totalPrice, taxRate }) => ({
      totalCents: centsFromDollars(totalPrice),
      taxable: taxRate !== undefined,
    })),
    {
      taxableCents: centsFromDecimal(salesTax?.taxable ?? '0.00') ?? 0,
      taxRateBp: (salesTax && bpFromPercent(salesTax.rate)) ?? null,
    },
  )

/** Lines as they are on the screen. The server refuses an answer to others. */
export const seenLines = (lines: readonly JobExtra[]): NonNullable<AnswerForm['seen']> =>
  lines.map(({ id, description, quantity, totalPrice }) => ({
    id,
    description,
    quantity,
    totalPrice,
  }))
