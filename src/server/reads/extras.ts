import { and, asc, eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { extraInOwnWords } from '#server/base/owner-spanish.ts'
import { db } from '#server/database/database.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import type { JobExtra } from '#shared/contract/charges.ts'
import { centsToApprove } from '#shared/rules/approvals.ts'
import type { ExtraType } from '#shared/rules/extras.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { mayCorrectCharge, mayKnowCustomer, mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { percentFromBp } from '#shared/rules/sales-tax.ts'
import type { JobRow } from './job-row.ts'
import { loadJob } from './visits.ts'

/** A line that is an extra. */
export type ExtraRow = typeof jobLines.$inferSelect & { serviceType: ExtraType }

/** Extra charges of a visit in the order they were added. */
export async function extraRows(jobId: string): Promise<ExtraRow[]> {
  const rows = await db()
    .select()
    .from(jobLines)
    .where(and(eq(jobLines.jobId, jobId), eq(jobLines.source, 'extra')))
    .orderBy(asc(jobLines.createdAt), asc(jobLines.position), asc(jobLines.id))
  return rows as ExtraRow[]
}

/** Tax rate of an extra and, while it waits, its price with tax; empty if untaxed. */
function taxOf({ taxRateBp, taxableCents }: JobRow, row: ExtraRow) {
  if (!row.taxable || !taxRateBp) return {}
  const more = () => decimalFromCents(centsToApprove([row], { taxRateBp, taxableCents }))
  return {
    taxRate: percentFromBp(taxRateBp),
    ...(row.approval === 'waiting' && { withTax: more() }),
  }
}

/** Whether an extra asks the customer of a cancelled visit for more than the fee they agreed to when booking. */
export const isFeeRequest = (
  { status, cancelledAt }: Pick<JobRow, 'status' | 'cancelledAt'>,
  { createdAt }: Pick<ExtraRow, 'createdAt'>,
): boolean => status === 'cancelled' && cancelledAt !== null && createdAt > cancelledAt

/** The customer's answer; a question that ended with the visit is left out. */
export const answerTo = (
  job: Pick<JobRow, 'status' | 'cancelledAt'>,
  row: Pick<ExtraRow, 'approval' | 'createdAt'>,
): ExtraRow['approval'] =>
  row.approval === 'waiting' && !isActiveJob(job.status) && !isFeeRequest(job, row)
    ? 'left_out'
    : row.approval

/** An extra as this person sees it. */
export function toExtra(person: Person, job: JobRow, row: ExtraRow): JobExtra {
  const open = isActiveJob(job.status)
  const own = open && mayWorkOnJob(person, job) && mayCorrectCharge(person, row.addedBy)
  return {
    id: row.id,
    serviceType: row.serviceType,
    // Free text, which may name the customer.
    description: mayKnowCustomer(person, job, now()) ? extraInOwnWords(row.description) : '',
    unitPrice: row.unitCents / 100,
    quantity: row.quantity,
    totalPrice: row.totalCents / 100,
    ...taxOf(job, row),
    approval: answerTo(job, row),
    ...(row.estimateId && { estimateId: row.estimateId }),
    ...(row.offered && { offered: true as const }),
    ...(row.offered && row.productId && { productId: row.productId }),
    ...(row.findingItemId && { findingItemId: row.findingItemId }),
    ...(row.repeats && { repeats: row.repeats }),
    ...(isFeeRequest(job, row) && { forFee: true as const }),
    correctable: own,
    removable: own,
    addedAt: row.createdAt.toISOString(),
    addedReceivedAt: (row.receivedAt ?? row.createdAt).toISOString(),
  }
}

/** Extra charges of a job that this person may see, in the order they were added. Throws NotFound. */
export async function extrasOf(person: Person, id: string): Promise<JobExtra[]> {
  const job = await loadJob(person, id)
  return (await extraRows(id)).map((row) => toExtra(person, job, row))
}
