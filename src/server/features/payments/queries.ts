import { services } from '#server/adapters/services.ts'
import { businessToday } from '#server/base/business-time.ts'
import { queryRow, queryRows } from '#server/database/database.ts'
import type { PaymentPurpose } from '#server/database/tables/payment-records.ts'
import { isUnreachedBy } from '#server/reads/job-row.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Cost } from '#shared/contract/costs.ts'
import type { Payment, PaymentDue } from '#shared/contract/payments.ts'
import { daysBetween } from '#shared/rules/calendar.ts'
import { describeAdjustments } from '#shared/rules/cost-words.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import {
  refundableCents,
  type PaymentState,
  savesCard,
  scheduledHoldAt,
  shownPaymentStatus,
  storedCardTries,
} from '#shared/rules/payments.ts'
import type { DisputeState } from '#shared/rules/disputes.ts'
import type { RecordedMethod } from '#shared/rules/recorded-payments.ts'
import type { Wallet } from '#shared/rules/wallets.ts'
import {
  costColumns,
  costOf,
  type CostRow,
  isLater,
  isOwed,
  visitCostOf,
} from '#server/reads/costs.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { translateStored } from '#shared/texts/stored-phrases.ts'
import { phrase } from '#shared/texts/t.ts'

/** Whether visits can be paid by card here. */
export const takesCards = (): boolean => services().cards !== undefined

/** One payment as lists, pages and exports need it. */
export type PaymentRow = CostRow & {
  jobId: string
  number: number
  customerName: string
  /** Null once the customer is erased. */
  customerId: string | null
  customerPhone: string
  customerEmail: string | null
  customerTexts: boolean
  /** Business-local. */
  visitDate: string
  technicianName: string | null
  startsAt: Date
  state: PaymentState
  /** Details of its state, see `storePhrases`. */
  note: string
  /** The network's unresolved discrepancies, in the same form. */
  problems: { id: string; detail: string; stuckCents: number | null }[]
  /** Its disputes, oldest first. */
  disputes: { id: string; cents: number; state: DisputeState; respondBy: string | null }[]
  /** The amount the network may still refund. */
  returnableCents: number
  /** The tip less refunds, and the part that the network can still refund. */
  tipPaidCents: number
  tipReturnableCents: number
  /** Payments without the card network, oldest first. */
  recorded: {
    id: string
    method: RecordedMethod
    cents: number
    reference: string
    receivedOn: string
    by: string
    takenBackAt: string | null
    takenBackReason: string
  }[]
  /** See `isOwed` and `isLater`. */
  isDue: boolean
  isLater: boolean
  /** Business-local; null if the payment has not followed the visit's end yet. */
  dueSince: string | null
  createdAt: Date
  holdExpiresAt: Date | null
  /** The stored card, and the one the amount is held on if none is stored. */
  cardBrand: string | null
  cardLast4: string | null
  heldOn: { brand: string | null; last4: string | null; wallet: Wallet } | null
  /** The card that paid for the visit last, where the network named it. */
  paidWith: { brand: string; last4: string; wallet: Wallet | null } | null
}

/** What the network can still refund of an unblocked payment; disputed and lost amounts are left out. */
const returnable = `greatest(0, p.captured_cents - p.refunded_cents - p.disputed_cents - p.lost_cents)`

/** Rows of payments from `from`, a relation with the columns of `payment_accounts` that holds a few rows at most. */
export const selectPayments = (from: string, more = '') => `
  select ${more} m.job_id, j.number, trim(u.first_name || ' ' || u.last_name) as customer_name,
    case when u.role = 'customer' and u.anonymized_at is null then u.id end as customer_id,
    u.phone as customer_phone, u.email as customer_email, u.sms_notifications as customer_texts,
    j.service_date::text as visit_date, trim(w.first_name || ' ' || w.last_name) as technician_name,
    ${costColumns}, j.starts_at, m.state, m.note,
    (select coalesce(json_agg(json_build_object('id', d.id, 'detail', d.detail,
        'stuckCents', d.stuck_cents) order by d.created_at), '[]') from payment_discrepancies d
      where d.job_id = m.job_id and d.resolved_at is null) as problems,
    (select coalesce(sum(${returnable}), 0)::int from payment_captures p
      where p.job_id = m.job_id and p.purpose = 'visit' and not p.refund_blocked) as returnable_cents,
    (select coalesce(sum(p.captured_cents - p.refunded_cents), 0)::int from payment_captures p
      where p.job_id = m.job_id and p.purpose = 'tip') as tip_paid_cents,
    (select coalesce(sum(${returnable}), 0)::int from payment_captures p
      where p.job_id = m.job_id and p.purpose = 'tip' and not p.refund_blocked) as tip_returnable_cents,
    (select coalesce(json_agg(json_build_object('id', d.dispute_id, 'cents', d.cents, 'state', d.state,
        'respondBy', d.respond_by) order by d.created_at), '[]') from payment_disputes d
      where d.job_id = m.job_id) as disputes,
    (select coalesce(json_agg(json_build_object('id', r.id, 'method', r.method, 'cents', r.cents,
        'reference', r.reference, 'receivedOn', r.received_on, 'takenBackAt', r.taken_back_at,
        'takenBackReason', r.taken_back_reason,
        'by', coalesce((select trim(b.first_name || ' ' || b.last_name) from users b where b.id = r.recorded_by), ''))
        order by r.created_at, r.id), '[]') from recorded_payments r where r.job_id = m.job_id) as recorded,
    ${isOwed} as is_due, ${isLater} as is_later, m.due_since::text, m.created_at,
    h.expires_at as hold_expires_at, c.brand as card_brand, c.last4 as card_last4,
    case when h.wallet is not null then json_build_object('brand', h.card_brand, 'last4', h.card_last4,
      'wallet', h.wallet) end as held_on,
    (select json_build_object('brand', p.card_brand, 'last4', p.card_last4, 'wallet', p.wallet)
      from payment_captures p where p.job_id = m.job_id and p.purpose = 'visit'
        and p.card_brand is not null and p.card_last4 is not null
      order by p.created_at desc limit 1) as paid_with
  from ${from} m
  join jobs j on j.id = m.job_id
  join users u on u.id = j.customer_id
  left join users w on w.id = j.technician_id
  left join payment_holds h on h.job_id = m.job_id and h.status = 'open'
  left join payment_cards c on c.id = m.card_id
    and (c.removed_at is null or m.state not in ('paid', 'refunded', 'voided'))`

/** The payment of a job; callers must check access. Throws NotFound. */
export async function paymentOf(jobId: string): Promise<PaymentRow> {
  const text = `${selectPayments('payment_accounts')} where m.job_id = $1`
  const row = await queryRow<PaymentRow>({ name: 'payment-of-job', text }, [jobId])
  if (!row) throw new NotFound(phrase('Job not found.'))
  return row
}

/** What was refunded of a job's visit and tip in the card network's dashboard, as far as it is booked. */
export async function refundedInDashboard(jobId: string): Promise<{ visit: string; tip: string }> {
  const rows = await queryRows<{ purpose: PaymentPurpose; cents: number }>(
    {
      name: 'refunded-in-dashboard',
      text: `select p.purpose, sum(r.cents)::int as cents from payment_refunds r
        join payment_captures p on p.payment_id = r.payment_id
        where r.job_id = $1 and r.origin = 'network' and r.status <> 'failed' group by p.purpose`,
    },
    [jobId],
  )
  const of = (purpose: PaymentPurpose) =>
    decimalFromCents(rows.find((row) => row.purpose === purpose)?.cents ?? 0)
  return { visit: of('visit'), tip: of('tip') }
}

/** Whether a job has a stored card that may still be charged. */
export async function hasUsableCard(jobId: string): Promise<boolean> {
  const text = `select 1 from payment_accounts
    where job_id = $1 and card_id is not null and card_tries < $2`
  const found = await queryRow({ name: 'usable-card', text }, [jobId, storedCardTries])
  return takesCards() && found !== undefined
}

/** Visits with a scheduled hold on a saved card, the next one first. */
export async function scheduledHolds(): Promise<
  { jobId: string; jobNumber: string; amount: string; holdAt: string }[]
> {
  const text = `${selectPayments('payment_accounts')}
    where m.state in ('card_saved', 'expired') and m.card_id is not null and j.status <> 'cancelled'
    order by j.starts_at, j.id limit 1000`
  const rows = await queryRows<PaymentRow>({ name: 'scheduled-holds', text })
  return rows.map((row) => ({
    jobId: row.jobId,
    jobNumber: jobNumber(row.number),
    amount: costOf(row).due,
    holdAt: scheduledHoldAt(row.startsAt).toISOString(),
  }))
}

export function toPayment(row: PaymentRow): Payment {
  const cost = costOf(row)
  const { givableCents, dueCents, heldCents } = visitCostOf(row)
  const laterCents = dueCents - heldCents
  return {
    id: row.jobId,
    jobId: row.jobId,
    jobNumber: jobNumber(row.number),
    visitDate: row.visitDate,
    customerName: row.customerName,
    customerId: row.customerId,
    ...(isUnreachedBy(row) && { callAt: row.customerPhone }),
    amount: cost.amount,
    capturedAmount: cost.charged,
    heldAmount: cost.held,
    card: row.paidWith ? named(row.paidWith) : namedCard(row),
    refundedAmount: cost.refunded,
    ...(row.isDue && { due: dueOf(row, cost) }),
    ...(row.isLater && { later: decimalFromCents(laterCents) }),
    ...(cost.recorded && { recordedAmount: cost.recorded }),
    ...(cost.toReturn && { toReturn: cost.toReturn }),
    ...(givableCents > 0 && { returnable: decimalFromCents(givableCents) }),
    recorded: row.recorded.map(({ cents, takenBackAt, takenBackReason: reason, ...one }) => ({
      ...one,
      amount: decimalFromCents(cents),
      takenBack: takenBackAt ? { reason, at: new Date(takenBackAt).toISOString() } : null,
    })),
    ...(cost.salesTax && { salesTax: cost.salesTax.amount }),
    ...tipOf(row),
    ...(row.disputes.length > 0 && {
      disputes: row.disputes.map(({ id, cents, state, respondBy }) => ({
        id,
        amount: decimalFromCents(cents),
        state,
        respondBy: respondBy && new Date(respondBy).toISOString(),
      })),
    }),
    status: shownPaymentStatus[row.state],
    state: row.state,
    refundableAmount: decimalFromCents(refundableOf(row)),
    problems: row.problems.map(({ id, detail, stuckCents }) => ({
      id,
      text: translateStored(detail),
      stuckAmount: stuckCents === null ? null : decimalFromCents(stuckCents),
    })),
    notes: [
      ...describeAdjustments(cost, formatAmount),
      ...[row.note, ...row.problems.map(({ detail }) => detail)].map(translateStored),
    ]
      .filter(Boolean)
      .join('; '),
    createdAt: row.createdAt.toISOString(),
  }
}

function dueOf({ dueSince, visitDate }: PaymentRow, { due }: Cost) {
  const since = dueSince ?? visitDate
  return { amount: due, since, days: Math.max(0, daysBetween(since, businessToday())) }
}

/** The amount the office may refund of a completed payment: at most its current cost, and what the network can return. */
function refundableOf(row: PaymentRow): number {
  const { amountCents, paidCents } = visitCostOf(row)
  return refundableCents({
    state: row.state,
    amountCents,
    paidCents,
    returnableCents: row.returnableCents,
  })
}

/** The tip as the office sees it; empty without one. */
function tipOf(row: PaymentRow): Pick<Payment, 'tip'> {
  const { tipGivenCents = 0, tipCents = 0, tipPaidCents, tipReturnableCents } = row
  if (tipGivenCents === 0) return {}
  return {
    tip: {
      amount: decimalFromCents(tipCents),
      refundedAmount: decimalFromCents(tipGivenCents - tipPaidCents),
      refundableAmount: decimalFromCents(
        refundableCents({
          state: 'paid',
          amountCents: tipCents,
          paidCents: tipPaidCents,
          returnableCents: tipReturnableCents,
        }),
      ),
    },
  }
}

/** The card the amount is held on, or else the one stored for the visit. */
const namedCard = ({ heldOn, cardBrand, cardLast4 }: PaymentRow) =>
  named(heldOn ?? { brand: cardBrand, last4: cardLast4, wallet: null })

type CardColumns = { brand: string | null; last4: string | null; wallet: Wallet | null }
const named = ({ brand, last4, wallet }: CardColumns): PaymentDue['card'] =>
  brand && last4 ? { brand, last4, ...(wallet && { wallet }) } : null

export function toPaymentDue(row: PaymentRow, now: Date): PaymentDue {
  return {
    jobId: row.jobId,
    amount: costOf(row).due,
    state: row.state,
    status: shownPaymentStatus[row.state],
    heldAmount: row.heldCents > 0 ? decimalFromCents(row.heldCents) : null,
    holdExpiresAt: row.holdExpiresAt?.toISOString() ?? null,
    card: namedCard(row),
    savesCard: savesCard(row.startsAt, now),
  }
}
