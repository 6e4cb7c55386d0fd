import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { extraInOwnEnglish } from '#server/base/owner-spanish.ts'
import { db, transaction } from '#server/database/database.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict } from '#server/http/errors.ts'
import type { JobExtra } from '#shared/contract/charges.ts'
import { correctionNeedsApproval, type ExtraType } from '#shared/rules/extras.ts'
import type { Person } from '#shared/rules/roles.ts'
import { changeActiveJob } from './change-job.ts'
import {
  chargeOf,
  extraThen,
  extrasLimit,
  lineOfExtra,
  minusCharge,
  noCharge,
  ownExtra,
  withExtras,
} from '../extra-rows.ts'
import { wasRemoved } from '../queries.ts'
import { type ExtraRow, extraRows, toExtra } from '#server/reads/extras.ts'
import { isOutdated, timeOfStep } from '#server/reads/time-of-step.ts'
import { askFor, estimateFor, priceOf } from './add-extra.ts'
import { lockOpenJob } from './lock-open-job.ts'

type Correction = {
  serviceType?: ExtraType
  description?: string
  unitPrice?: string | number
  quantity?: number
  /** Chosen by the device, for one that is asked again. */
  estimateId?: string
}

/**
 * Corrects an extra and the job's total; the customer is asked again above the limit, and if they had answered. A correction made
 * before the latest one only goes to the history. Throws NotFound, Forbidden for another person's, Conflict once the work is
 * over, Invalid for an unrealistic price.
 */
export async function correctExtra(
  person: Person,
  { id: jobId, extraId }: { id: string; extraId: string },
  correction: Correction,
): Promise<JobExtra> {
  return transaction(async () => {
    const job = await lockOpenJob(person, jobId)
    const rows = await extraRows(jobId)
    const before = ownExtra(person, rows, extraId)
    const { serviceType, quantity, ...corrected } = { ...before, ...correction }
    const description = extraInOwnEnglish(corrected.description)
    const price = priceOf(correction.unitPrice ?? before.unitCents / 100, quantity)
    const then = { ...extraThen(before), serviceType, description, totalCents: price.totalCents }
    if (quantity === before.quantity && isDeepStrictEqual(then, extraThen(before)))
      return toExtra(person, job, before)
    const { at } = await timeOfStep(jobId, 'extra_corrected')
    if (await isOutdated(jobId, 'extra_corrected', at, { extraId })) {
      const data = { extraId, from: extraThen(before), to: then, late: true } as const
      await happened({ event: 'extra_corrected', job, by: person.id, at, data })
      return toExtra(person, job, before)
    }
    const others = rows.filter(({ id }) => id !== extraId)
    const limit = { before, others, aboveCents: extrasLimit(job) }
    const asks = correctionNeedsApproval(price.totalCents, limit)
    const [stored] = await db()
      .update(jobLines)
      .set({
        ...(serviceType !== before.serviceType && lineOfExtra(job, serviceType)),
        taxable: before.taxable,
        description,
        quantity,
        ...price,
        approval: asks ? 'waiting' : 'not_needed',
        estimateId: asks ? await estimateOf(before, others, correction.estimateId) : null,
      })
      .where(and(eq(jobLines.id, extraId), eq(jobLines.approval, before.approval)))
      .returning()
    if (!stored) throw new Conflict()
    const after = { ...stored, serviceType }
    const data = { extraId, from: extraThen(before), to: extraThen(after) }
    await happened({ event: 'extra_corrected', job, by: person.id, at, data })
    if (asks) await askFor(person, job, { at, rows: [after] })
    await changeActiveJob(job, withExtras(minusCharge(chargeOf(after), chargeOf(before))))
    return toExtra(person, job, after)
  })
}

/** A line that still waits stays in its estimate; one that was answered is asked with the visit's unanswered one. */
const estimateOf = async (before: ExtraRow, others: readonly ExtraRow[], chosen?: string) =>
  (before.approval === 'waiting' && before.estimateId) || estimateFor(before.jobId, others, chosen)

/**
 * Removes an extra from a job and its total; the history keeps it. Removing it again does nothing. Throws NotFound, Forbidden for another person's, Conflict when the work is over.
 */
export async function removeExtra(
  person: Person,
  { id: jobId, extraId }: { id: string; extraId: string },
): Promise<void> {
  await transaction(async () => {
    const job = await lockOpenJob(person, jobId)
    const rows = await extraRows(jobId)
    // Removed on another device too: there is nothing left to do.
    if (rows.every(({ id }) => id !== extraId) && (await wasRemoved(jobId, extraId))) return
    const extra = ownExtra(person, rows, extraId)
    const { at } = await timeOfStep(jobId, 'extra_removed')
    await db().delete(jobLines).where(eq(jobLines.id, extraId))
    const data = { extraId, ...extraThen(extra) }
    await happened({ event: 'extra_removed', job, by: person.id, at, data })
    await changeActiveJob(job, withExtras(minusCharge(noCharge, chargeOf(extra))))
  })
}
