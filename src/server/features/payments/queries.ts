import { queryRow, queryRows } from '#server/database/database.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Payment, PaymentDue } from '#shared/contract/payments.ts'
import { jobNumber, type JobStatus } from '#shared/rules/jobs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import {
  dueCents,
  refundableCents,
  type PaymentState,
  savesCard,
  scheduledHoldAt,
  shownPaymentStatus,
} from '#shared/rules/payments.ts'
import { wordStored } from '#shared/texts/stored-phrases.ts'
import { phrase } from '#shared/texts/t.ts'

/** One payment as lists, pages and exports need it. */
export type PaymentRow = {
  jobId: string
  number: number
  customerName: string
  status: JobStatus
  startsAt: Date
  packageCents: number
  addonsCents: number
  extrasCents: number
  adjustmentCents: number
  state: PaymentState
  heldCents: number
  capturedCents: number
  refundedCents: number
  /** What is to be known about its state, see `storePhrases`. */
  note: string
  /** What the network says that nobody has looked at yet, the same way. */
  problems: { id: string; detail: string; stuckCents: number | null }[]
  /** What the network may still give back. */
  returnableCents: number
  createdAt: Date
  holdExpiresAt: Date | null
  cardBrand: string | null
  cardLast4: string | null
}

/** Rows of payments from `from`, a relation with the columns of `payment_accounts` that holds a few rows at most. */
export const selectPayments = (from: string, more = '') => `
  select ${more} m.job_id as "jobId", j.number, trim(u.first_name || ' ' || u.last_name) as "customerName",
    j.status, j.starts_at as "startsAt", j.package_cents as "packageCents",
    j.addons_cents as "addonsCents", j.extras_cents as "extrasCents",
    m.adjustment_cents as "adjustmentCents", m.state, m.held_cents as "heldCents",
    m.captured_cents as "capturedCents", m.refunded_cents as "refundedCents", m.note,
    (select coalesce(json_agg(json_build_object('id', d.id, 'detail', d.detail,
        'stuckCents', d.stuck_cents) order by d.created_at), '[]') from payment_discrepancies d
      where d.job_id = m.job_id and d.resolved_at is null) as problems,
    (select coalesce(sum(p.captured_cents - p.refunded_cents), 0)::int from payment_captures p
      where p.job_id = m.job_id and not p.refund_blocked) as "returnableCents",
    m.created_at as "createdAt",
    h.expires_at as "holdExpiresAt", c.brand as "cardBrand", c.last4 as "cardLast4"
  from ${from} m
  join jobs j on j.id = m.job_id
  join users u on u.id = j.customer_id
  left join payment_holds h on h.job_id = m.job_id and h.status = 'open'
  left join payment_cards c on c.id = m.card_id`

/** The payment of a job, or NotFound. Whose job it is, the caller has checked. */
export async function paymentOf(jobId: string): Promise<PaymentRow> {
  const text = `${selectPayments('payment_accounts')} where m.job_id = $1`
  const row = await queryRow<PaymentRow>({ name: 'payment-of-job', text }, [jobId])
  if (!row) throw new NotFound(phrase('Job not found.'))
  return row
}

/** What its customer still has to pay for a job now, in cents; 0 without one. */
export async function owedFor(jobId: string | null): Promise<number> {
  if (!jobId) return 0
  const text = `${selectPayments('payment_accounts')} where m.job_id = $1`
  const row = await queryRow<PaymentRow>({ name: 'payment-of-job', text }, [jobId])
  return row ? missingCents(row) : 0
}

/** Visits whose saved card will be held, the next one first. */
export async function scheduledHolds(): Promise<
  { jobId: string; jobNumber: string; amount: string; holdAt: string }[]
> {
  const text = `${selectPayments('payment_accounts')}
    where m.state in ('card_saved', 'expired') and m.card_id is not null
    order by j.starts_at, j.id limit 1000`
  const rows = await queryRows<PaymentRow>({ name: 'scheduled-holds', text })
  return rows.map((row) => ({
    jobId: row.jobId,
    jobNumber: jobNumber(row.number),
    amount: decimalFromCents(missingCents(row)),
    holdAt: scheduledHoldAt(row.startsAt).toISOString(),
  }))
}

const dueOf = (row: PaymentRow) => dueCents(row, row.adjustmentCents)
const missingCents = (row: PaymentRow) =>
  Math.max(0, dueOf(row) - row.capturedCents + row.refundedCents)

export function toPayment(row: PaymentRow): Payment {
  return {
    id: row.jobId,
    jobId: row.jobId,
    jobNumber: jobNumber(row.number),
    customerName: row.customerName,
    amount: decimalFromCents(dueOf(row)),
    capturedAmount: decimalFromCents(row.capturedCents),
    heldAmount: decimalFromCents(row.heldCents),
    refundedAmount: decimalFromCents(row.refundedCents),
    status: shownPaymentStatus[row.state],
    state: row.state,
    refundableAmount: decimalFromCents(refundableOf(row)),
    problems: row.problems.map(({ id, detail, stuckCents }) => ({
      id,
      text: wordStored(detail),
      stuckAmount: stuckCents === null ? null : decimalFromCents(stuckCents),
    })),
    notes: [row.note, ...row.problems.map(({ detail }) => detail)]
      .map(wordStored)
      .filter(Boolean)
      .join('; '),
    createdAt: row.createdAt.toISOString(),
  }
}

/** What the office may refund of a completed payment: no more than it costs now, and than the network gives back. */
const refundableOf = (row: PaymentRow): number =>
  refundableCents({
    state: row.state,
    amountCents: dueOf(row),
    paidCents: row.capturedCents - row.refundedCents,
    returnableCents: row.returnableCents,
  })

export function toPaymentDue(row: PaymentRow, now: Date): PaymentDue {
  const { cardBrand: brand, cardLast4: last4 } = row
  return {
    jobId: row.jobId,
    amount: decimalFromCents(missingCents(row)),
    state: row.state,
    status: shownPaymentStatus[row.state],
    heldAmount: row.heldCents > 0 ? decimalFromCents(row.heldCents) : null,
    holdExpiresAt: row.holdExpiresAt?.toISOString() ?? null,
    card: brand && last4 ? { brand, last4 } : null,
    savesCard: savesCard(row.startsAt, now),
  }
}
