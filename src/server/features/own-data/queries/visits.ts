import { and, desc, eq, inArray } from 'drizzle-orm'
import { db, queryRows } from '#server/database/database.ts'
import { extraInOwnWords, inOwnWords } from '#server/base/owner-spanish.ts'
import { servicePackages } from '#server/database/tables/catalog.ts'
import { inspections, inspectionTemplateVersions } from '#server/database/tables/inspections.ts'
import { approvals } from '#server/database/tables/approvals.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { odometerReadings, vehicles } from '#server/database/tables/vehicles.ts'
import { waitlistEntries } from '#server/database/tables/waitlist.ts'
import type { OwnData } from '#shared/contract/own-data.ts'
import type { Cost } from '#shared/contract/costs.ts'
import { shownApproval } from '#server/reads/approvals.ts'
import { answerTo } from '#server/reads/extras.ts'
import { itemsOf } from '#shared/rules/inspections.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { shownSlot } from '#shared/rules/slots.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'

/** A customer's vehicles, deleted ones included, with their odometer readings. */
export async function ownVehicles(customerId: string) {
  const [rows, readings] = await Promise.all([
    db()
      .select()
      .from(vehicles)
      .where(eq(vehicles.customerId, customerId))
      .orderBy(desc(vehicles.createdAt)),
    db()
      .select({ reading: odometerReadings })
      .from(odometerReadings)
      .innerJoin(vehicles, eq(vehicles.id, odometerReadings.vehicleId))
      .where(eq(vehicles.customerId, customerId))
      .orderBy(desc(odometerReadings.readOn)),
  ])
  return rows.map((row) => ({
    ...withIsoDates(row),
    odometer: readings
      .filter(({ reading }) => reading.vehicleId === row.id)
      .map(({ reading }) => reading),
  }))
}

/** What a customer agreed to, newest first. */
export async function ownApprovals(customerId: string) {
  const rows = await db()
    .select({ number: jobs.number, approval: approvals })
    .from(approvals)
    .innerJoin(jobs, eq(jobs.id, approvals.jobId))
    .where(eq(jobs.customerId, customerId))
    .orderBy(desc(approvals.createdAt))
  return rows.map(({ number, approval }) => ({
    jobNumber: jobNumber(number),
    ...shownApproval(approval),
  }))
}

/** Inspections of a customer's cars. */
export async function ownInspections(customerId: string) {
  const rows = await db()
    .select({
      number: jobs.number,
      savedAt: inspections.savedAt,
      findings: inspections.findings,
      groups: inspectionTemplateVersions.groups,
    })
    .from(inspections)
    .innerJoin(jobs, eq(jobs.id, inspections.jobId))
    .innerJoin(
      inspectionTemplateVersions,
      and(
        eq(inspectionTemplateVersions.templateId, inspections.templateId),
        eq(inspectionTemplateVersions.version, inspections.templateVersion),
      ),
    )
    .where(eq(jobs.customerId, customerId))
    .orderBy(desc(inspections.savedAt))
  return rows.map(({ number, savedAt, findings, groups }) => ({
    jobNumber: jobNumber(number),
    savedAt: savedAt.toISOString(),
    findings: itemsOf(groups).flatMap(({ id, label }) => {
      const found = findings.find(({ itemId }) => itemId === id)
      return found ? [{ ...found, item: inOwnWords(label) }] : []
    }),
  }))
}

/** A customer's entries of the waitlist. */
export async function ownWaitlist(customerId: string) {
  const rows = await db()
    .select()
    .from(waitlistEntries)
    .where(eq(waitlistEntries.customerId, customerId))
    .orderBy(desc(waitlistEntries.createdAt))
  return rows.map(({ fromDate: from, toDate: to, slots, ...row }) => ({
    ...withIsoDates(row),
    from,
    to,
    times: slots.map(shownSlot),
  }))
}

const plansStatement = {
  name: 'own-plans',
  text: `select p.name as plan, json_build_object('year', v.year, 'make', v.make, 'model', v.model) as vehicle,
      s.state, s.service_address, s.created_at as joined_at, s.ended_at, s.end_reason, s.end_words,
      (select coalesce(json_agg(json_build_object('words', c.words, 'network', c.network, 'at', c.created_at)
        order by c.created_at), '[]') from plan_consents c where c.subscription_id = s.id) as agreed
    from subscriptions s join plan_versions o on o.id = s.plan_version_id join plans p on p.id = o.plan_id
      join vehicles v on v.id = s.vehicle_id
    where s.customer_id = $1::uuid order by s.created_at desc`,
}

type PlanRow = Omit<OwnData['plans'][number], 'vehicle' | 'joinedAt' | 'endedAt'> & {
  vehicle: Parameters<typeof vehicleName>[0]
  joinedAt: Date
  endedAt: Date | null
}

/** A customer's cars on plans, ended ones included, with what they agreed to. */
export async function ownPlans(customerId: string): Promise<OwnData['plans']> {
  const rows = await queryRows<PlanRow>(plansStatement, [customerId])
  return rows.map(({ agreed, ...row }) => ({
    ...row,
    vehicle: vehicleName(row.vehicle),
    joinedAt: row.joinedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    agreed: agreed.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
  }))
}

/** A customer's visits with everything recorded about them. */
export async function ownVisits(customerId: string, costs: ReadonlyMap<string, Cost>) {
  const rows = await db()
    .select({ job: jobs, vehicle: vehicles, package: servicePackages.name })
    .from(jobs)
    .innerJoin(vehicles, eq(vehicles.id, jobs.vehicleId))
    .innerJoin(servicePackages, eq(servicePackages.id, jobs.servicePackageId))
    .where(eq(jobs.customerId, customerId))
    .orderBy(desc(jobs.serviceDate), desc(jobs.slot))
  const own = db().select({ id: jobs.id }).from(jobs).where(eq(jobs.customerId, customerId))
  const lines = await db().select().from(jobLines).where(inArray(jobLines.jobId, own))
  return rows.map(({ job, vehicle, package: packageName }) => ({
    ...withIsoDates(job),
    ...visitTimeOf(job),
    vehicle: vehicleName(vehicle),
    package: job.importedService ?? inOwnWords(packageName),
    packagePrice: decimalFromCents(job.packageCents),
    finalAmount: costs.get(job.id)?.amount ?? '0.00',
    ...salesTaxOf(costs.get(job.id)),
    addons: lines
      .filter(({ jobId, source }) => jobId === job.id && source === 'addon')
      .map(({ description, totalCents }) => ({
        name: inOwnWords(description),
        price: decimalFromCents(totalCents),
      })),
    extras: lines
      .filter(({ jobId, source }) => jobId === job.id && source === 'extra')
      .map((extra) => ({
        description: extraInOwnWords(extra.description),
        quantity: extra.quantity,
        approval: answerTo(job, extra),
        totalPrice: decimalFromCents(extra.totalCents),
      })),
  }))
}

const salesTaxOf = (cost: Cost | undefined) =>
  cost?.salesTax ? { salesTax: cost.salesTax.amount } : {}

/** Visits a technician was assigned to, without their customers. */
export async function visitsWorkedOn(technicianId: string) {
  // There may be tens of thousands.
  const { status, number, serviceDate, slot } = jobs
  const rows = await db()
    .select({ status, number, serviceDate, slot })
    .from(jobs)
    .where(eq(jobs.technicianId, technicianId))
    .orderBy(desc(jobs.serviceDate), desc(jobs.slot))
  return rows.map((job) => ({ status: job.status, ...visitTimeOf(job) }))
}

const visitTimeOf = (job: Pick<typeof jobs.$inferSelect, 'number' | 'serviceDate' | 'slot'>) => ({
  number: jobNumber(job.number),
  scheduledDate: job.serviceDate,
  scheduledTime: shownSlot(job.slot),
})

type WithIso<T> = {
  [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K]
}

export function withIsoDates<T extends object>(row: T): WithIso<T> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : value,
    ]),
  ) as WithIso<T>
}
