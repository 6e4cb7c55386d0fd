import { now } from '#server/base/clock.ts'
import { inOwnWords } from '#server/base/owner-spanish.ts'
import { type ActingFor, carsDrivenBy } from '#server/reads/companies.ts'
import { costOf } from '#server/reads/costs.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import { showToMember } from '#server/reads/seen-by.ts'
import { readJob, readJobs } from '#server/reads/visits.ts'
import { NotFound } from '#server/http/errors.ts'
import type { CompanyVisit } from '#shared/contract/companies.ts'
import {
  activeJobStatuses,
  isActiveJob,
  jobNumber,
  notStartedStatuses,
} from '#shared/rules/jobs.ts'
import type { Person } from '#shared/rules/roles.ts'
import { shownSlot } from '#shared/rules/slots.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { phrase } from '#shared/texts/t.ts'
import { waitingApprovals } from './approvals.ts'

const mostShown = 200
const active = activeJobStatuses.map((status) => `'${status}'`).join(', ')

/** The visits the caller may see, newest first: a driver's are those of the cars they drive now. */
export async function visitsFor(
  person: Person,
  { company, role }: ActingFor,
  when: 'ahead' | 'past' | undefined,
): Promise<CompanyVisit[]> {
  const only = role === 'driver' ? await carsDrivenBy(company, person.id) : null
  const rows = await readJobs({
    name: `company-visits-${when ?? 'all'}`,
    pick: ($) => `select * from jobs where customer_id = ${$.accountId}::uuid
      and (${$.only}::uuid[] is null or vehicle_id = any(${$.only}::uuid[]))
      ${when ? `and status ${when === 'ahead' ? '' : 'not'} in (${active})` : ''}
      order by service_date ${when === 'ahead' ? '' : 'desc'}, slot ${when === 'ahead' ? '' : 'desc'}, id limit ${$.limit}`,
    order: `j.service_date ${when === 'ahead' ? '' : 'desc'}, j.slot ${when === 'ahead' ? '' : 'desc'}, j.id`,
    values: { accountId: company.accountId, only, limit: mostShown },
  })
  const waiting = await waitingApprovals(company.accountId, now())
  return rows.map((row) => toVisit(role, row, waiting.get(row.id)))
}

/** A visit of the company that the caller may see. Throws NotFound. */
export async function visitFor(
  person: Person,
  { company, role }: ActingFor,
  jobId: string,
): Promise<JobRow> {
  const job = await readJob(jobId)
  const isTheirs =
    job?.customerId === company.accountId &&
    (role !== 'driver' || (await carsDrivenBy(company, person.id)).includes(job.vehicleId))
  if (!job || !isTheirs) throw new NotFound(phrase('Job not found.'))
  return job
}

function toVisit(
  role: ActingFor['role'],
  row: JobRow,
  approval: CompanyVisit['approval'],
): CompanyVisit {
  const cost = costOf(row)
  return showToMember(role, {
    id: row.id,
    number: jobNumber(row.number),
    vehicleId: row.vehicleId,
    unitNumber: row.vehicle.unitNumber ?? '',
    vehicle: vehicleName(row.vehicle),
    date: row.serviceDate,
    time: shownSlot(row.slot),
    startsAt: row.startsAt.toISOString(),
    status: row.status,
    isRequest: row.needsConfirmation,
    notDone: row.outcome === 'not_done',
    packageName: inOwnWords(row.packageName),
    serviceAddress: row.serviceAddress,
    technician: isActiveJob(row.status) ? (row.technicianFirstName ?? '') : '',
    poNumber: row.poNumber,
    odometerMiles: row.odometerMiles,
    mayCancel: notStartedStatuses.some((status) => status === row.status),
    ...(approval && isActiveJob(row.status) && { approval }),
    amount: cost.amount,
    due: cost.due,
  })
}
