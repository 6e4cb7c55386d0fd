import { sql } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobExtras } from '#server/database/tables/job-extras.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { happened } from '#server/events/happened.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { Invalid } from '#server/http/errors.ts'
import type { JobExtra } from '#shared/contract/jobs.ts'
import { type ExtraType, highestExtraCents, needsApproval } from '#shared/rules/extras.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { changeActiveJob } from '../change-job.ts'
import { loadJob, toExtra } from '../queries.ts'

type NewExtra = {
  serviceType: ExtraType
  description: string
  unitPrice: string | number
  quantity?: number
}

/**
 * Charges an extra and raises the job's total with it; above the operator's limit the customer is asked first.
 * Throws NotFound, Conflict once the work is over, Invalid for a price beyond any real one.
 */
export async function addExtra(person: Person, id: string, extra: NewExtra): Promise<JobExtra> {
  const { serviceType, description, quantity = 1 } = extra
  const unitCents = centsFromDecimal(extra.unitPrice) ?? NaN
  const totalCents = unitCents * quantity
  if (!(totalCents <= highestExtraCents))
    throw new Invalid(
      phrase('An extra may cost at most {amount}.', { amount: formatCents(highestExtraCents) }),
    )
  return transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
    const asks = needsApproval(totalCents, currentSettings().extraApprovalAboveCents)
    const charged = asks ? 0 : totalCents
    await changeActiveJob(job, { extrasCents: sql`${jobs.extrasCents} + ${charged}` })
    const approval = asks ? 'waiting' : 'not_needed'
    const [row] = await db()
      .insert(jobExtras)
      .values({ jobId: id, serviceType, description, unitCents, quantity, totalCents, approval })
      .returning()
    if (!row) throw new Error('The extra was not stored.')
    await happened(
      asks
        ? {
            event: 'extra_approval',
            job,
            by: person.id,
            data: { serviceType, description, totalCents },
          }
        : { event: 'extra_added', job, by: person.id, data: { serviceType, totalCents } },
    )
    return toExtra(row)
  })
}
