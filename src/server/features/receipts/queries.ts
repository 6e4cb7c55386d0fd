import { and, asc, eq, ne } from 'drizzle-orm'
import { db, queryRow, queryRows } from '#server/database/database.ts'
import { paymentAdjustments } from '#server/database/tables/payment-adjustments.ts'
import { paymentRefunds } from '#server/database/tables/payment-refunds.ts'
import { extrasOf, loadJob } from '#server/features/jobs/queries.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { Conflict } from '#server/http/errors.ts'
import type { Receipt } from '#shared/contract/receipts.ts'
import { isCharged } from '#shared/rules/extras.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { centsFromDollars, decimalFromCents } from '#shared/rules/money.ts'
import { dueCents, hasReceipt } from '#shared/rules/payments.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import { adjustmentsOf, type HoldStatus } from '#shared/rules/receipts.ts'
import type { Person } from '#shared/rules/roles.ts'
import { slotLabel } from '#shared/rules/slots.ts'
import { phrase } from '#shared/texts/t.ts'

type Line = { kind: 'package' | 'addon' | 'extra'; name: string; quantity: number; unit: number }

/**
 * The receipt of a visit. Throws NotFound for somebody else's, Conflict until it is completed, or cancelled after
 * money was taken.
 */
export async function receiptFor(person: Person, id: string): Promise<Receipt> {
  const job = await loadJob(person, id, mayManageBooking)
  if (!hasReceipt(job.status, job.payState))
    throw new Conflict(phrase('Your receipt will be here once the service is completed.'))
  const { cancelledAt, adjustmentCents } = await factsOf(id)
  const lines: Line[] = [
    { kind: 'package', name: job.packageName, quantity: 1, unit: job.packageCents },
    ...job.addons.map(({ name, cents }) => ({
      kind: 'addon' as const,
      name,
      quantity: 1,
      unit: cents,
    })),
    ...(await extrasOf(person, id))
      .filter(isCharged)
      .map(({ description, quantity, unitPrice }) => ({
        kind: 'extra' as const,
        name: description,
        quantity,
        unit: centsFromDollars(unitPrice),
      })),
  ]
  const linesCents = sum(lines.map(({ quantity, unit }) => quantity * unit))
  const due = dueCents(job, adjustmentCents)
  const moved = await adjustmentRows(id)
  const adjustments = adjustmentsOf({ linesCents, dueCents: due, moved, cancelledAt })
  const [holds, charges, refunds] = [await holdsOf(id), await chargesOf(id), await refundsOf(id)]
  const charged = sum(charges.map(({ cents }) => cents))
  const refunded = sum(refunds.map(({ cents }) => cents))
  const paid = charged - refunded
  const { brandName, supportEmail, supportPhone, timeZone } = currentSettings()
  const { year, make, model, licensePlate } = job.vehicle
  return {
    jobId: id,
    number: jobNumber(job.number),
    status: job.status,
    paymentState: job.payState,
    business: { name: brandName, email: supportEmail, phone: supportPhone, timeZone },
    customerName: job.customerName,
    vehicle: { year, make, model, licensePlate },
    serviceAddress: job.serviceAddress,
    scheduledDate: job.serviceDate,
    scheduledTime: slotLabel(job.slot),
    bookedAt: job.createdAt.toISOString(),
    completedAt: job.completedAt?.toISOString() ?? null,
    cancelledAt: cancelledAt?.toISOString() ?? null,
    lines: lines.map(({ unit, ...line }) => ({
      ...line,
      unitPrice: decimalFromCents(unit),
      amount: decimalFromCents(line.quantity * unit),
    })),
    subtotal: decimalFromCents(linesCents),
    adjustments: adjustments.map(({ kind, cents, at }) => ({
      kind,
      amount: decimalFromCents(cents),
      at: at?.toISOString() ?? null,
    })),
    total: decimalFromCents(due),
    holds: holds.map(({ status, ...hold }) => ({ ...moment(hold), status })),
    charges: charges.map(({ brand, last4, ...charge }) => ({
      ...moment(charge),
      card: brand && last4 ? { brand, last4 } : null,
    })),
    refunds: refunds.map(({ status, ...refund }) => ({
      ...moment(refund),
      status: status === 'pending' ? status : 'completed',
    })),
    charged: decimalFromCents(charged),
    refunded: decimalFromCents(refunded),
    paid: decimalFromCents(paid),
    balance: decimalFromCents(due - paid),
  }
}

const moment = ({ cents, at }: { cents: number; at: Date }) => ({
  amount: decimalFromCents(cents),
  at: at.toISOString(),
})

async function factsOf(jobId: string) {
  const row = await queryRow<{ cancelledAt: Date | null; adjustmentCents: number }>(
    {
      name: 'receipt-facts',
      text: `select j.cancelled_at as "cancelledAt", m.adjustment_cents as "adjustmentCents"
        from jobs j join payment_accounts m on m.job_id = j.id where j.id = $1`,
    },
    [jobId],
  )
  if (!row) throw new Error(`Job ${jobId} has no payment case.`)
  return row
}

function adjustmentRows(jobId: string) {
  const { reason, fromCents, toCents, createdAt } = paymentAdjustments
  return db()
    .select({ reason, fromCents, toCents, at: createdAt })
    .from(paymentAdjustments)
    .where(eq(paymentAdjustments.jobId, jobId))
    .orderBy(asc(createdAt), asc(paymentAdjustments.id))
}

/** Holds with the amount that was reserved at first: a row itself says what it was brought to before the capture. */
function holdsOf(jobId: string) {
  return queryRows<{ cents: number; at: Date; status: HoldStatus }>(
    {
      name: 'receipt-holds',
      text: `select h.created_at as at, h.status, coalesce((
          select placed.cents from payment_operations change
          join payment_operations placed on placed.job_id = change.job_id and placed.kind = 'hold'
            and placed.status = 'done' and placed.created_at < change.created_at
          where change.job_id = h.job_id and change.payment_id = h.payment_id
            and change.kind = 'change' and change.status = 'done'
          order by placed.created_at desc limit 1), h.cents) as cents
        from payment_holds h where h.job_id = $1 order by h.created_at, h.payment_id`,
    },
    [jobId],
  )
}

/** Charges with their card: as the network named it, else the stored card that the captured hold was placed on. */
function chargesOf(jobId: string) {
  return queryRows<{ cents: number; at: Date; brand: string | null; last4: string | null }>(
    {
      name: 'receipt-charges',
      text: `select m.captured_cents as cents, m.created_at as at,
          case when m.card_last4 is not null then m.card_brand else c.brand end as brand,
          coalesce(m.card_last4, c.last4) as last4
        from payment_captures m
        left join payment_holds h on h.payment_id = m.payment_id
        left join payment_accounts p on p.job_id = m.job_id and h.payment_id is not null
        left join payment_cards c on c.id = p.card_id
        where m.job_id = $1 order by m.created_at, m.payment_id`,
    },
    [jobId],
  )
}

/** Refunds that are done or pending; a failed one gave nothing back. */
function refundsOf(jobId: string) {
  const { cents, createdAt, status } = paymentRefunds
  return db()
    .select({ cents, at: createdAt, status })
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.jobId, jobId), ne(status, 'failed')))
    .orderBy(asc(createdAt), asc(paymentRefunds.refundId))
}

const sum = (cents: readonly number[]) => cents.reduce((total, value) => total + value, 0)
