import { and, eq } from 'drizzle-orm'
import { extraInOwnEnglish } from '#server/base/owner-spanish.ts'
import { db, transaction } from '#server/database/database.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { happened } from '#server/events/happened.ts'
import { settleStock } from '#server/features/catalog/actions/settle-stock.ts'
import { followCost } from '#server/features/payments/actions/follow-cost.ts'
import { costOf } from '#server/reads/costs.ts'
import { Conflict } from '#server/http/errors.ts'
import type { JobExtra } from '#shared/contract/charges.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { needsPayment } from '#shared/rules/payments.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { chargeOf, lineOfExtra, taxRateOf, withExtras } from '../extra-rows.ts'
import { toExtra } from '#server/reads/extras.ts'
import { importedConflict, loadJob } from '#server/reads/visits.ts'
import { addExtra, priceOf } from './add-extra.ts'
import { settleLines } from './settle-lines.ts'

type NewExtra = Parameters<typeof addExtra>[2]

/**
 * Charges an extra for the office. On a finished visit it is billed at once and the customer notified; before that it is an
 * ordinary extra. Throws NotFound, Conflict for a cancelled visit, Invalid for an unrealistic price.
 */
export async function billExtra(person: Person, id: string, extra: NewExtra): Promise<JobExtra> {
  const before = await loadJob(person, id)
  if (before.status !== 'completed') return addExtra(person, id, extra)
  if (before.importedService !== null) throw importedConflict()
  const { serviceType, quantity = 1, id: extraId } = extra
  const description = extraInOwnEnglish(extra.description)
  const { unitCents, totalCents } = priceOf(extra.unitPrice, quantity)
  const line = lineOfExtra(before, serviceType)
  const charge = chargeOf({ ...line, totalCents, approval: 'not_needed' })
  return transaction(async () => {
    const [changed] = await db()
      .update(jobs)
      .set(withExtras(charge))
      .where(and(eq(jobs.id, id), eq(jobs.status, 'completed')))
      .returning({ id: jobs.id })
    if (!changed) throw new Conflict()
    const [row] = await db()
      .insert(jobLines)
      .values({
        ...(extraId && { id: extraId }),
        jobId: id,
        addedBy: person.id,
        ...line,
        description,
        unitCents,
        quantity,
        totalCents,
        approval: 'not_needed',
      })
      .onConflictDoNothing()
      .returning()
    if (!row) throw new Conflict(phrase('This extra was already added.'))
    const job = await loadJob(person, id)
    const owed = needsPayment(job.payState) && { owedCents: centsFromDecimal(costOf(job).due) ?? 0 }
    const data = { serviceType, description, totalCents, ...taxRateOf(job, row), ...owed }
    await happened({ event: 'extra_billed', job, by: person.id, data })
    await followCost(id)
    await settleLines(person, id)
    await settleStock(id, person.id)
    return toExtra(person, job, { ...row, serviceType })
  })
}
