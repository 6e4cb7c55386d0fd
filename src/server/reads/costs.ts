import { currentSettings } from '#server/base/current-settings.ts'
import { queryRow, queryRows } from '#server/database/database.ts'
import { selectList } from '#server/database/statement.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { owedSql, unpaidSql } from '#server/database/tables/payment-accounts.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Cost } from '#shared/contract/costs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { percentFromBp, type TaxMode } from '#shared/rules/sales-tax.ts'
import {
  type CostFacts,
  type AmountChange,
  type VisitCost,
  visitCost,
} from '#shared/rules/visit-cost.ts'
import { phrase } from '#shared/texts/t.ts'

export type CostRow = Omit<CostFacts, 'moved'> & {
  taxMode: TaxMode
  moved: (Omit<AmountChange, 'at'> & { at: string })[]
}

/** The columns of `jobs` in a CostRow; the rest comes from the payment account. */
export const costColumnsOfJobs = [
  'status',
  'outcome',
  'cancelledAt',
  'packageCents',
  'addonsCents',
  'extrasCents',
  'taxableCents',
  'taxRateBp',
  'taxMode',
  'importedService',
] as const satisfies (keyof CostRow)[]

/** The columns of a CostRow, from `jobs` as `j` and `payment_accounts` as `m`. */
export const costColumns = `
  ${selectList(jobs, 'j', costColumnsOfJobs)},
  coalesce(m.adjustment_cents, 0) as adjustment_cents, coalesce(m.fee_cents, 0) as fee_cents,
  coalesce(m.tip_given_cents, 0) as tip_given_cents, coalesce(m.tip_cents, 0) as tip_cents,
  coalesce(m.tip_disputed_cents, 0) as tip_disputed_cents, coalesce(m.tip_lost_cents, 0) as tip_lost_cents,
  coalesce(m.tip_recovered_cents, 0) as tip_recovered_cents,
  coalesce(m.held_cents, 0) as held_cents,
  coalesce(m.captured_cents, 0) as captured_cents, coalesce(m.refunded_cents, 0) as refunded_cents,
  coalesce(m.disputed_cents, 0) as disputed_cents, coalesce(m.lost_cents, 0) as lost_cents,
  coalesce(m.recorded_cents, 0) as recorded_cents, coalesce(m.recovered_cents, 0) as recovered_cents,
  (select coalesce(json_agg(json_build_object('reason', a.reason, 'fromCents', a.from_cents,
      'toCents', a.to_cents, 'words', a.words, 'at', a.created_at) order by a.created_at, a.id), '[]')
    from payment_adjustments a where a.job_id = j.id and a.kind <> 'tip_refund') as moved`

/** SQL: the unpaid part of a visit's cost in cents, from `payment_accounts` as `m`; negative when overpaid. */
export const unpaidColumn = unpaidSql('m.')

/** SQL: recorded money to give back in cents, from `payment_accounts` as `m`, as `visitCost` has it; negative when less was paid. */
export const toReturnColumn = `(m.captured_cents - m.refunded_cents + m.recorded_cents
  - m.amount_cents - m.lost_cents
  - greatest(0, m.captured_cents - m.refunded_cents - m.lost_cents))`

/** SQL: whether a visit that is over is still unpaid, from `payment_accounts` as `m`. */
export const isOwed = owedSql('m.')

/** SQL: whether the office has recorded money to give back, from `payment_accounts` as `m`; what cards paid is refunded to them. */
export const isToReturn = `(m.recorded_cents > 0 and ${toReturnColumn} > 0)`

/** SQL: whether money is reserved on a card for a visit not over, from `payment_accounts` as `m`. */
export const isReserved = `(m.held_cents > 0 and not m.visit_over)`

/** SQL: what a visit not over still costs above the hold in cents, from `payment_accounts` as `m`. */
export const laterColumn = `(${unpaidColumn} - m.held_cents)`

/** SQL: whether a visit not over is still to be paid and not all of it is held, from `payment_accounts` as `m`. */
export const isLater = `(not m.visit_over and ${laterColumn} > 0)`

export const visitCostOf = (row: CostRow) =>
  visitCost({
    ...row,
    moved: row.moved.map(({ at, ...one }) => ({ ...one, at: new Date(at) })),
  })

const changeOnWire = ({ kind, cents, at, words, rateBp }: VisitCost['adjustments'][number]) => ({
  kind,
  words,
  ...(rateBp && { rate: percentFromBp(rateBp) }),
  amount: decimalFromCents(cents),
  at: at?.toISOString() ?? null,
})

/** A visit's cost and the state of its money, in wire format. */
export function costOf(row: CostRow): Cost {
  const cost = visitCostOf(row)
  return {
    quoted: decimalFromCents(cost.quotedCents),
    lines: decimalFromCents(cost.linesCents),
    ...(cost.feesAndDiscounts.length > 0 && {
      feesAndDiscounts: cost.feesAndDiscounts.map(changeOnWire),
    }),
    adjustments: cost.adjustments.map(changeOnWire),
    fee: decimalFromCents(cost.feeCents),
    amount: decimalFromCents(cost.amountCents),
    ...(cost.salesTax && {
      salesTax: {
        rate: percentFromBp(cost.salesTax.rateBp),
        amount: decimalFromCents(cost.salesTax.cents),
        taxable: decimalFromCents(row.taxableCents),
        onExtras: currentSettings().extrasTaxable,
        mode: row.taxMode,
      },
    }),
    held: decimalFromCents(cost.heldCents),
    charged: decimalFromCents(cost.chargedCents),
    refunded: decimalFromCents(cost.refundedCents),
    ...(cost.disputedCents > 0 && { disputed: decimalFromCents(cost.disputedCents) }),
    ...(cost.lostCents > 0 && { chargedBack: decimalFromCents(cost.lostCents) }),
    ...(cost.recoveredCents > 0 && { recovered: decimalFromCents(cost.recoveredCents) }),
    ...(cost.recordedCents !== 0 && { recorded: decimalFromCents(cost.recordedCents) }),
    paid: decimalFromCents(cost.paidCents),
    due: decimalFromCents(cost.dueCents),
    excess: decimalFromCents(cost.excessCents),
    ...(cost.toReturnCents > 0 && { toReturn: decimalFromCents(cost.toReturnCents) }),
    ...(cost.tipCents !== null && { tip: decimalFromCents(cost.tipCents) }),
    ...(cost.tipMissingCents > 0 && { tipMissing: decimalFromCents(cost.tipMissingCents) }),
  }
}

/** Costs of a customer's visits, by visit id. */
export async function costsOfCustomer(customerId: string): Promise<Map<string, Cost>> {
  const text = `select j.id, ${costColumns} from jobs j left join payment_accounts m on m.job_id = j.id
    where j.customer_id = $1`
  const rows = await queryRows<CostRow & { id: string }>({ name: 'costs-of-customer', text }, [
    customerId,
  ])
  return new Map(rows.map((row) => [row.id, costOf(row)]))
}

/** A visit's cost, read in the current transaction. Throws NotFound. */
export async function visitCostOfJob(jobId: string): Promise<VisitCost> {
  const row = await costRowOf(jobId)
  if (!row) throw new NotFound(phrase('Job not found.'))
  return visitCostOf(row)
}

async function costRowOf(jobId: string): Promise<CostRow | undefined> {
  const text = `select ${costColumns} from jobs j join payment_accounts m on m.job_id = j.id
    where j.id = $1`
  return queryRow<CostRow>({ name: 'cost-of-job', text }, [jobId])
}

/** The amount the customer owes for a job now, in cents; 0 without a job. */
export async function owedFor(jobId: string | null): Promise<number> {
  if (!jobId) return 0
  const row = await costRowOf(jobId)
  return row ? visitCostOf(row).dueCents : 0
}

const owed = {
  name: 'owed-by-customer',
  text: `select coalesce(sum(${unpaidColumn}), 0)::int as cents
    from payment_accounts m join jobs j on j.id = m.job_id where j.customer_id = $1 and ${isOwed}`,
}

const toReturn = {
  name: 'to-return-to-customer',
  text: `select coalesce(sum(${toReturnColumn}), 0)::int as cents
    from payment_accounts m join jobs j on j.id = m.job_id where j.customer_id = $1 and ${isToReturn}`,
}

/** Recorded money the business has to give back to a customer, in cents. */
export const toReturnTo = async (customerId: string): Promise<number> =>
  (await queryRow<{ cents: number }>(toReturn, [customerId]))?.cents ?? 0

/** The amount a customer owes for finished visits, in cents. */
export const owedBy = async (customerId: string): Promise<number> =>
  (await queryRow<{ cents: number }>(owed, [customerId]))?.cents ?? 0
