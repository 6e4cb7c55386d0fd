import { randomUUID } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { happened } from '#server/events/happened.ts'
import { setFee } from '#server/features/payments/actions/set-fee.ts'
import { Conflict, Forbidden, Invalid } from '#server/http/errors.ts'
import { type ExtraRow, extraRows, isFeeRequest } from '#server/reads/extras.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import { loadJob } from '#server/reads/visits.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { extraThen } from '../extra-rows.ts'
import { moneyForFee, ofWhat } from '../fees.ts'
import { priceOf } from './add-extra.ts'

const longestDescription = 200

/** Asks the customer for more than the agreed fee, in the current transaction: charged only if they approve this extra. */
export async function requestFee(
  person: Person,
  job: JobRow,
  { cents, reason }: { cents: number; reason: string },
): Promise<void> {
  if (job.needsConfirmation)
    throw new Invalid(phrase('A request that was not confirmed costs nothing.'))
  const [row] = await db()
    .insert(jobLines)
    .values({
      jobId: job.id,
      source: 'extra',
      kind: 'fee',
      serviceType: 'other',
      description: reason.slice(0, longestDescription),
      quantity: 1,
      ...priceOf(cents / 100, 1),
      taxable: false,
      approval: 'waiting',
      estimateId: randomUUID(),
      addedBy: person.id,
      createdAt: now(),
    })
    .returning()
  if (!row) throw new Error('The request was not stored.')
  const { id: extraId, description, totalCents } = row
  const lines = [{ extraId, serviceType: 'other', description, totalCents }]
  const data = { lines, forFee: true } as const
  await happened({ event: 'extra_approval', job, by: person.id, data })
}

/** Withdraws unanswered requests, in the current transaction. */
export async function withdrawFeeRequests(person: Person, job: JobRow): Promise<void> {
  const waiting = (await extraRows(job.id)).filter(
    (row) => row.approval === 'waiting' && isFeeRequest(job, row),
  )
  if (waiting.length === 0) return
  const ids = waiting.map(({ id }) => id)
  await db().delete(jobLines).where(inArray(jobLines.id, ids))
  for (const row of waiting) {
    const data = { extraId: row.id, ...extraThen(row) }
    await happened({ event: 'extra_removed', job, by: person.id, data })
  }
}

/** Throws Forbidden for the office, which cannot approve its own charge; Conflict if the extra is not a fee request. */
export function assertMayAnswerFee(person: Person, job: JobRow, row: ExtraRow): void {
  if (!isFeeRequest(job, row))
    throw new Conflict(phrase('The visit is over, so this is left out. Nothing is charged for it.'))
  if (person.role === 'admin')
    throw new Forbidden(phrase('Only the customer can approve more than the agreed fee.'))
}

/** Raises the fee by an approved request, in the current transaction. */
export async function addApprovedFee(person: Person, job: JobRow, row: ExtraRow): Promise<void> {
  const feeCents = (job.feeCents ?? 0) + row.totalCents
  await setFee(job.id, feeCents)
  const after = await loadJob(person, job.id)
  const data = {
    feeCents,
    reason: row.description,
    ...ofWhat(after),
    ...(await moneyForFee(after)),
  }
  await happened({ event: 'fee_decided', job: after, by: person.id, data })
}
