import { now } from '#server/base/clock.ts'
import { siteAddress } from '#server/base/site-address.ts'
import { db, queryRows } from '#server/database/database.ts'
import { bytesOfUuid, tokenSigner } from '#server/database/signed-token.ts'
import { companyApprovals } from '#server/database/tables/company-approvals.ts'
import { happened } from '#server/events/happened.ts'
import { approvalKey, type CompanyRow } from '#server/reads/companies.ts'
import { personName } from '#server/reads/people.ts'
import { readTheseJobs } from '#server/reads/visits.ts'
import { approvalDeadline } from '#shared/rules/companies.ts'
import { paths } from '#shared/rules/paths.ts'
import { vehicleNameToStore } from '#shared/rules/vehicle-names.ts'

type Approver = { id: string; email: string; language: string | null }

/** The approvers of a company, else its managers. */
const approvers = {
  name: 'approvers-of-company',
  text: `with able as (select u.id, u.email, u.language, m.role from company_members m join users u on u.id = m.user_id
      where m.company_id = $1::uuid and m.left_at is null and m.role <> 'driver' and u.email is not null)
    select id, email, language from able
    where role = 'approver' or not exists (select from able where role = 'approver')`,
}

/**
 * Asks a company's approvers about visits above its limit, just booked in the current transaction. Their times are held until
 * someone answers.
 */
export async function askCompany(
  company: CompanyRow,
  visits: readonly { jobId: string; cents: number }[],
): Promise<void> {
  const { approvalAboveCents: limit } = company
  const above = limit === null ? [] : visits.filter(({ cents }) => cents > limit)
  if (above.length === 0) return
  const jobs = await readTheseJobs(above.map(({ jobId }) => jobId))
  const people = await queryRows<Approver>(approvers, [company.id])
  const sign = await tokenSigner(approvalKey)
  const name = await personName(company.accountId)
  for (const job of jobs) {
    const cents = above.find(({ jobId }) => jobId === job.id)?.cents ?? 0
    const until = approvalDeadline(now(), job.startsAt)
    await db().insert(companyApprovals).values({ jobId: job.id, cents, askedAt: now(), until })
    for (const { id, email, language } of people)
      await happened({
        event: 'company_approval_asked',
        by: null,
        personId: id,
        data: {
          jobId: job.id,
          company: name,
          unit: job.vehicle.unitNumber ?? '',
          car: vehicleNameToStore(job.vehicle),
          cents,
          until: until.toISOString(),
          date: job.serviceDate,
          slot: job.slot,
          link:
            siteAddress() +
            paths.companyApproval(sign(Buffer.concat([bytesOfUuid(job.id), bytesOfUuid(id)]))),
          approverEmail: email,
          language,
        },
      })
  }
}
