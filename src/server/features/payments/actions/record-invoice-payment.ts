import { randomUUID } from 'node:crypto'
import { transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { loadJob } from '#server/reads/visits.ts'
import { Conflict } from '#server/http/errors.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { hasInvoice } from '#shared/rules/payments.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { changePaymentAccount } from '../change-payment-account.ts'
import { bill } from '../orchestrator/claim-operation.ts'
import { dueOf, type LedgerEntry, type PaymentAccount } from '../orchestrator/payment-account.ts'

type Wanted = {
  /** `taken_back`: recorded by mistake, or did not go through. */
  kind: 'received' | 'taken_back'
  cents: number
  /** How it was paid, or why it is taken back. */
  note: string
  /** The paid amount shown to the person. */
  seenCents: number
}

/**
 * Records a payment of a visit's invoice, or takes back a recorded one. Throws NotFound, and Conflict for a visit without an
 * invoice, for more than is open or recorded, and when the recorded amount has changed since the person saw it, as with a
 * repeat.
 */
export async function recordInvoicePayment(
  person: Person,
  jobId: string,
  { kind, cents, note, seenCents }: Wanted,
): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, jobId, mayManageBooking)
    if (!hasInvoice(job.status, job.payState))
      throw new Conflict(phrase('This visit has no invoice.'))
    await changePaymentAccount(jobId, (before) => {
      assertOpen(before, { kind, cents, seenCents })
      const paid = before.invoicePaidCents + (kind === 'received' ? cents : -cents)
      const change = bill({ ...before, invoicePaidCents: paid })
      return { ...change, entries: [entryOf(kind, cents), ...change.entries] }
    })
    const event = kind === 'received' ? 'invoice_paid' : 'invoice_payment_undone'
    await happened({ event, job, by: person.id, data: { cents, note } })
  })
}

const entryOf = (kind: Wanted['kind'], cents: number): LedgerEntry =>
  kind === 'received'
    ? {
        ref: `invoice-paid:${randomUUID()}`,
        debit: 'bank',
        credit: 'receivable',
        cents,
        memo: 'Received on an invoice',
      }
    : {
        ref: `invoice-unpaid:${randomUUID()}`,
        debit: 'receivable',
        credit: 'bank',
        cents,
        memo: 'Payment of an invoice taken back',
      }

function assertOpen(
  account: PaymentAccount,
  { kind, cents, seenCents }: Omit<Wanted, 'note'>,
): void {
  const paidCents = account.invoicePaidCents
  if (paidCents !== seenCents)
    throw new Conflict(
      phrase('{amount} has been recorded as paid in the meantime. Please check it again.', {
        amount: formatCents(paidCents),
      }),
      { reason: 'changed_meanwhile', paidAmount: decimalFromCents(paidCents) },
    )
  const most = kind === 'received' ? Math.max(0, dueOf(account) - paidCents) : paidCents
  if (cents <= most) return
  throw new Conflict(
    kind === 'received'
      ? phrase('Only {amount} of this invoice is open.', { amount: formatCents(most) })
      : phrase('Only {amount} is recorded as paid.', { amount: formatCents(most) }),
  )
}
