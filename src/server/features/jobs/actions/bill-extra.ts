import { and, eq, sql } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobExtras } from '#server/database/tables/job-extras.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { happened } from '#server/events/happened.ts'
import { costOf } from '#server/features/payments/queries.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import type { JobExtra } from '#shared/contract/jobs.ts'
import { highestExtraCents } from '#shared/rules/extras.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { needsPayment } from '#shared/rules/payments.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { extrasOf, loadJob } from '../queries.ts'
import { addExtra } from './add-extra.ts'

type NewExtra = Parameters<typeof addExtra>[2]

/**
 * Charges an extra in the name of the office. On a visit that is done it is billed at once, and its customer told; before
 * that it is an extra like any other. Throws NotFound, Conflict for a cancelled visit, Invalid for a price beyond any real one.
 */
export async function billExtra(person: Person, id: string, extra: NewExtra): Promise<JobExtra> {
  const { status } = await loadJob(person, id)
  if (status !== 'completed') return addExtra(person, id, extra)
  const { serviceType, description, quantity = 1 } = extra
  const unitCents = centsFromDecimal(extra.unitPrice) ?? NaN
  const totalCents = unitCents * quantity
  if (!(totalCents <= highestExtraCents))
    throw new Invalid(
      phrase('An extra may cost at most {amount}.', { amount: formatCents(highestExtraCents) }),
    )
  return transaction(async () => {
    const [changed] = await db()
      .update(jobs)
      .set({ extrasCents: sql`${jobs.extrasCents} + ${totalCents}` })
      .where(and(eq(jobs.id, id), eq(jobs.status, 'completed')))
      .returning({ id: jobs.id })
    if (!changed) throw new Conflict()
    const [row] = await db()
      .insert(jobExtras)
      .values({
        jobId: id,
        serviceType,
        description,
        unitCents,
        quantity,
        totalCents,
        approval: 'not_needed',
      })
      .returning({ id: jobExtras.id })
    const job = await loadJob(person, id)
    const owed = needsPayment(job.payState) && { owedCents: centsFromDecimal(costOf(job).due) ?? 0 }
    const data = { serviceType, description, totalCents, ...owed }
    await happened({ event: 'extra_billed', job, by: person.id, data })
    const added = (await extrasOf(id)).find((one) => one.id === row?.id)
    if (!added) throw new Error('The extra was not stored.')
    return added
  })
}
