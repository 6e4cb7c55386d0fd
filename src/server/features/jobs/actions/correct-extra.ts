import { and, eq } from 'drizzle-orm'
import { extraInOwnEnglish } from '#server/base/owner-spanish.ts'
import { db, transaction } from '#server/database/database.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict } from '#server/http/errors.ts'
import type { JobExtra } from '#shared/contract/charges.ts'
import {
  type ExtraType,
  extrasAfterCorrection,
  isAnswered,
  extrasAfterRemoval,
} from '#shared/rules/extras.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { changeActiveJob } from './change-job.ts'
import {
  chargeOf,
  extraThen,
  extrasLimit,
  lineOfExtra,
  minusCharge,
  ownExtra,
  plusCharge,
  taxRateOf,
  withExtras,
} from '../extra-rows.ts'
import { wasRemoved } from '../queries.ts'
import { extraRows, toExtra } from '#server/reads/extras.ts'
import { isOutdated, timeOfStep } from '#server/reads/time-of-step.ts'
import { priceOf } from './add-extra.ts'
import { dropNeedlessRequests } from './drop-needless-requests.ts'
import { lockOpenJob } from './lock-open-job.ts'

type Correction = {
  serviceType?: ExtraType
  description?: string
  unitPrice?: string | number
  quantity?: number
}

/**
 * Corrects an extra and the job's total; above the limit the customer is asked again. A correction made before the latest one
 * only goes to the history. Throws NotFound, Forbidden for another
 * person's, Conflict once the customer has answered or the work is over, Invalid for an unrealistic price.
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
    if (isAnswered(before)) throw answered(before.approval === 'approved')
    const { serviceType, quantity, ...corrected } = { ...before, ...correction }
    const description = extraInOwnEnglish(corrected.description)
    const price = priceOf(correction.unitPrice ?? before.unitCents / 100, quantity)
    const { totalCents } = price
    const { at } = await timeOfStep(jobId, 'extra_corrected')
    if (await isOutdated(jobId, 'extra_corrected', at, { extraId })) {
      const unused = { ...extraThen(before), serviceType, description, totalCents }
      const data = { extraId, from: extraThen(before), to: unused, late: true } as const
      await happened({ event: 'extra_corrected', job, by: person.id, at, data })
      return toExtra(person, job, before)
    }
    const aboveCents = extrasLimit(job)
    const all = extrasAfterCorrection(rows, { before, totalCents, aboveCents })
    const asks = all.find(({ id }) => id === extraId)?.approval === 'waiting'
    const approval = asks ? 'waiting' : 'not_needed'
    const [stored] = await db()
      .update(jobLines)
      .set({
        ...lineOfExtra(job, serviceType),
        taxable: before.taxable,
        description,
        quantity,
        ...price,
        approval,
      })
      .where(and(eq(jobLines.id, extraId), eq(jobLines.approval, before.approval)))
      .returning()
    if (!stored) throw new Conflict()
    const after = { ...stored, serviceType }
    const common = { job, by: person.id, at }
    const data = { extraId, from: extraThen(before), to: extraThen(after) }
    await happened({ event: 'extra_corrected', ...common, data })
    const asked = {
      extraId,
      serviceType,
      description,
      totalCents: after.totalCents,
      ...taxRateOf(job, after),
    }
    if (asks) await happened({ event: 'extra_approval', ...common, data: asked })
    const others = all.filter(({ id }) => id !== extraId)
    const freed = await dropNeedlessRequests(rows, others, common)
    const more = plusCharge(minusCharge(chargeOf(after), chargeOf(before)), freed)
    await changeActiveJob(job, withExtras(more))
    return toExtra(person, job, after)
  })
}

const answered = (approved: boolean) =>
  new Conflict(
    approved
      ? phrase('The customer has agreed to this as it is. Remove it and add another one.')
      : phrase('The customer has declined this. Add another one if you need to.'),
  )

/**
 * Removes an extra from a job and its total; the history keeps it. Other extras may need no approval without it. Removing it again does nothing. Throws
 * NotFound, Forbidden for another person's, Conflict when the work is over.
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
    const common = { job, by: person.id, at }
    const data = { extraId, ...extraThen(extra) }
    await happened({ event: 'extra_removed', ...common, data })
    const aboveCents = extrasLimit(job)
    const left = extrasAfterRemoval(rows, { removed: extra, aboveCents })
    const dropped = await dropNeedlessRequests(rows, left, common)
    await changeActiveJob(job, withExtras(minusCharge(dropped, chargeOf(extra))))
  })
}
