import { extraInOwnEnglish } from '#server/base/owner-spanish.ts'
import { db, transaction } from '#server/database/database.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import type { JobExtra } from '#shared/contract/charges.ts'
import {
  type ExtraType,
  isWithinExtraLimit,
  needsApproval,
  extraTooExpensive,
} from '#shared/rules/extras.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { changeActiveJob } from './change-job.ts'
import { chargeOf, extrasLimit, lineOfExtra, taxRateOf, withExtras } from '../extra-rows.ts'
import { extraRows, toExtra } from '#server/reads/extras.ts'
import { timeOfStep } from '#server/reads/time-of-step.ts'
import { lockOpenJob } from './lock-open-job.ts'

type NewExtra = {
  serviceType: ExtraType
  description: string
  unitPrice: string | number
  quantity?: number
  id?: string
}

/**
 * Adds an extra and raises the job's total; if unapproved extras exceed the operator's limit, the customer is asked first.
 * Throws NotFound, Conflict when the work is over or the id is taken, Invalid for an unrealistic price.
 */
export async function addExtra(person: Person, jobId: string, extra: NewExtra): Promise<JobExtra> {
  const { serviceType, quantity = 1, id } = extra
  const description = extraInOwnEnglish(extra.description)
  const price = priceOf(extra.unitPrice, quantity)
  return transaction(async () => {
    // Of two concurrent extras, the second counts the first.
    const job = await lockOpenJob(person, jobId)
    const { at, receivedAt } = await timeOfStep(jobId, 'extra_added')
    const asks = needsApproval(price.totalCents, {
      others: await extraRows(jobId),
      aboveCents: extrasLimit(job),
    })
    const approval = asks ? 'waiting' : 'not_needed'
    const [row] = await db()
      .insert(jobLines)
      .values({
        ...(id && { id }),
        jobId,
        ...lineOfExtra(job, serviceType),
        description,
        quantity,
        ...price,
        approval,
        addedBy: person.id,
        createdAt: at,
        receivedAt,
      })
      .onConflictDoNothing()
      .returning()
    if (!row) throw new Conflict(phrase('This extra was already added.'))
    if (!asks) await changeActiveJob(job, withExtras(chargeOf(row)))
    const { totalCents } = price
    const data = { extraId: row.id, serviceType, description, totalCents, ...taxRateOf(job, row) }
    await happened({
      event: asks ? 'extra_approval' : 'extra_added',
      job,
      by: person.id,
      at,
      data,
    })
    return toExtra(person, job, { ...row, serviceType })
  })
}

/** Unit price and total in cents. Throws Invalid above the limit for an extra. */
export function priceOf(unitPrice: string | number, quantity: number) {
  const unitCents = centsFromDecimal(unitPrice) ?? NaN
  const totalCents = unitCents * quantity
  if (!isWithinExtraLimit(totalCents)) throw new Invalid(phrase(extraTooExpensive))
  return { unitCents, totalCents }
}
