import { eq } from 'drizzle-orm'
import { inOwnWords } from '#server/base/owner-spanish.ts'
import { db, queryRows } from '#server/database/database.ts'
import { readSignedToken, readUuid } from '#server/database/signed-token.ts'
import { companies } from '#server/database/tables/companies.ts'
import { companyApprovals } from '#server/database/tables/company-approvals.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { NotFound } from '#server/http/errors.ts'
import { approvalKey, companyFor } from '#server/reads/companies.ts'
import { costOf } from '#server/reads/costs.ts'
import { readJob } from '#server/reads/visits.ts'
import type { CompanyApproval } from '#shared/contract/companies.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { mayApprove } from '#shared/rules/companies.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import type { Person } from '#shared/rules/roles.ts'
import { shownSlot, type Slot } from '#shared/rules/slots.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { phrase } from '#shared/texts/t.ts'

type Linked = { person: Person; companyId: string; jobId: string }

/** The approver and the visit of a link. Throws NotFound for a guessed one, and for people who may approve no longer. */
export async function approvalOfLink(token: string): Promise<Linked> {
  const payload = await readSignedToken(approvalKey, token)
  const gone = () => new NotFound(phrase('This link has expired or is incomplete.'))
  if (payload?.length !== 32) throw gone()
  const { id: jobId, rest } = readUuid(payload)
  const person: Person = { id: readUuid(rest).id, role: 'customer', active: true }
  const [found] = await db()
    .select({ companyId: companies.id })
    .from(jobs)
    .innerJoin(companies, eq(companies.accountId, jobs.customerId))
    .where(eq(jobs.id, jobId))
  if (!found) throw gone()
  await companyFor(person, found.companyId, mayApprove)
  return { person, ...found, jobId }
}

/** The visit of a link as its approver sees it. */
export async function approvalFor(token: string): Promise<CompanyApproval> {
  const { jobId } = await approvalOfLink(token)
  const job = await readJob(jobId)
  const [approval] = await db()
    .select()
    .from(companyApprovals)
    .where(eq(companyApprovals.jobId, jobId))
  if (!job || !approval) throw new NotFound(phrase('This link has expired or is incomplete.'))
  return {
    company: job.customerName,
    unit: [job.vehicle.unitNumber, vehicleName(job.vehicle)].filter(Boolean).join(' · '),
    date: job.serviceDate,
    time: shownSlot(job.slot),
    serviceAddress: job.serviceAddress,
    packageName: inOwnWords(job.packageName),
    poNumber: job.poNumber,
    amount: costOf(job).amount,
    state:
      approval.approved === null
        ? isActiveJob(job.status)
          ? 'waiting'
          : 'over'
        : approval.approved
          ? 'approved'
          : 'declined',
  }
}

/** The visits of an account that wait for approval; `late` past the deadline. */
export async function waitingApprovals(
  accountId: string,
  at: Date,
): Promise<Map<string, 'waiting' | 'late'>> {
  const rows = await queryRows<{ id: string; until: Date }>(
    {
      name: 'waiting-approvals',
      text: `select j.id, a.until from company_approvals a join jobs j on j.id = a.job_id
        where j.customer_id = $1::uuid and a.answered_at is null`,
    },
    [accountId],
  )
  return new Map(rows.map(({ id, until }) => [id, until <= at ? 'late' : 'waiting']))
}

export type Unanswered = {
  jobId: string
  accountId: string
  company: string
  unit: string
  car: string
  cents: number
  until: Date
  date: LocalDate
  slot: Slot
}
