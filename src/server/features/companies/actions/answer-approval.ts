import { and, eq, isNull } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { companyApprovals } from '#server/database/tables/company-approvals.ts'
import { happened } from '#server/events/happened.ts'
import { cancelBooking } from '#server/features/booking/actions/cancel-booking.ts'
import { Conflict } from '#server/http/errors.ts'
import { type ActingFor, companyFor } from '#server/reads/companies.ts'
import { personName } from '#server/reads/people.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import { mayApprove } from '#shared/rules/companies.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase, t } from '#shared/texts/t.ts'
import { visitFor } from '../queries/company-visits.ts'

/** Approves or declines a visit as a member or the office. Throws NotFound, Conflict once it is answered or over. */
export async function answerApproval(
  person: Person,
  companyId: string,
  jobId: string,
  approved: boolean,
): Promise<void> {
  const acting = await companyFor(person, companyId, mayApprove)
  await answer(person, acting, await visitFor(person, acting, jobId), approved)
}

async function answer(
  person: Person,
  { company }: ActingFor,
  job: JobRow,
  approved: boolean,
): Promise<void> {
  await transaction(async () => {
    const answered = isActiveJob(job.status)
      ? await db()
          .update(companyApprovals)
          .set({ answeredAt: now(), answeredBy: person.id, approved })
          .where(and(eq(companyApprovals.jobId, job.id), isNull(companyApprovals.answeredAt)))
          .returning({ jobId: companyApprovals.jobId })
      : []
    if (answered.length === 0)
      throw new Conflict(phrase('This visit no longer waits for an answer.'))
    // Like the office, so without a fee: it never was to take place without approval.
    if (!approved)
      await cancelBooking({ ...person, role: 'admin' }, job.id, {
        reason: t('Not approved by the company'),
      })
    await happened({
      event: 'company_approval_answered',
      by: person.id,
      personId: company.accountId,
      data: { jobId: job.id, company: await personName(company.accountId), approved },
    })
  })
}
