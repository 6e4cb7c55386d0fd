import { and, asc, eq, inArray } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { inOwnWords } from '#server/base/owner-spanish.ts'
import { db, queryRow, queryRows } from '#server/database/database.ts'
import {
  inspections,
  inspectionTemplates,
  inspectionTemplateVersions,
} from '#server/database/tables/inspections.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { sharePhotos } from '#server/features/photos/queries.ts'
import { vehicleFor } from '#server/features/vehicles/queries.ts'
import { NotFound } from '#server/http/errors.ts'
import { reportPath, visitOfReport } from '#server/reads/inspections.ts'
import { loadJob, readJob } from '#server/reads/visits.ts'
import type {
  Inspection,
  InspectionReport,
  InspectionTemplate,
  InspectionTrend,
  OfficeInspectionTemplate,
} from '#shared/contract/inspections.ts'
import {
  type Finding,
  type InspectionGroup,
  itemsOf,
  limitsOf,
  measureOf,
} from '#shared/rules/inspections.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { isActiveJob, jobNumber } from '#shared/rules/jobs.ts'
import { mayKnowCustomer } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'

type Version = { id: string; name: string; version: number; groups: InspectionGroup[] }

const newestVersions = () =>
  db()
    .select({
      id: inspectionTemplates.id,
      name: inspectionTemplateVersions.name,
      version: inspectionTemplates.version,
      groups: inspectionTemplateVersions.groups,
      isActive: inspectionTemplates.isActive,
      savedAt: inspectionTemplateVersions.createdAt,
    })
    .from(inspectionTemplates)
    .innerJoin(
      inspectionTemplateVersions,
      and(
        eq(inspectionTemplateVersions.templateId, inspectionTemplates.id),
        eq(inspectionTemplateVersions.version, inspectionTemplates.version),
      ),
    )
    .orderBy(asc(inspectionTemplates.createdAt), asc(inspectionTemplates.id))

/** The newest version of each template, oldest template first. */
export async function officeTemplates(): Promise<OfficeInspectionTemplate[]> {
  const rows = await newestVersions()
  return rows.map(({ savedAt, ...row }) => ({ ...row, savedAt: savedAt.toISOString() }))
}

/** The newest version of a template. Throws NotFound. */
export async function officeTemplate(id: string): Promise<OfficeInspectionTemplate> {
  const found = (await officeTemplates()).find((one) => one.id === id)
  if (!found) throw noTemplate()
  return found
}

export const noTemplate = () => new NotFound(phrase('This inspection template does not exist.'))

/** The items of a template in one version; undefined if unknown. */
export async function groupsOf(
  templateId: string,
  version: number,
): Promise<InspectionGroup[] | undefined> {
  const [row] = await db()
    .select({ groups: inspectionTemplateVersions.groups })
    .from(inspectionTemplateVersions)
    .where(
      and(
        eq(inspectionTemplateVersions.templateId, templateId),
        eq(inspectionTemplateVersions.version, version),
      ),
    )
  return row?.groups
}

/** A template in the reader's language. */
const inTheirWords = ({ id, name, version, groups }: Version): InspectionTemplate => ({
  id,
  name: inOwnWords(name),
  version,
  groups: groups.map((group) => ({
    ...group,
    title: inOwnWords(group.title),
    items: group.items.map((item) => ({
      ...item,
      label: inOwnWords(item.label),
      watchAdvice: inOwnWords(item.watchAdvice),
      failAdvice: inOwnWords(item.failAdvice),
    })),
  })),
})

/** A visit's inspection, without an access check; undefined if none was saved. */
export async function readInspection(jobId: string) {
  const [row] = await db()
    .select({
      findings: inspections.findings,
      savedAt: inspections.savedAt,
      receivedAt: inspections.receivedAt,
      template: {
        id: inspectionTemplateVersions.templateId,
        name: inspectionTemplateVersions.name,
        version: inspectionTemplateVersions.version,
        groups: inspectionTemplateVersions.groups,
      },
    })
    .from(inspections)
    .innerJoin(
      inspectionTemplateVersions,
      and(
        eq(inspectionTemplateVersions.templateId, inspections.templateId),
        eq(inspectionTemplateVersions.version, inspections.templateVersion),
      ),
    )
    .where(eq(inspections.jobId, jobId))
  return row
}

/** A visit's inspection as this person may see it. Throws NotFound. */
export async function inspectionFor(person: Person, jobId: string): Promise<Inspection> {
  const job = await loadJob(person, jobId)
  const saved = await readInspection(jobId)
  const inUse =
    person.role === 'customer' ? [] : (await newestVersions()).filter(({ isActive }) => isActive)
  const template = saved?.template ?? inUse[0]
  // Notes and photos show the customer's property, like those of the visit.
  const knowsCustomer = mayKnowCustomer(person, job, now())
  const photos = knowsCustomer && saved ? await photoRows(jobId, saved.findings) : []
  const shown = new Set(photos.map(({ id }) => id))
  return {
    template: template ? inTheirWords(template) : null,
    templates: inUse.map(inTheirWords),
    findings: (saved?.findings ?? []).map(({ note, photoIds, ...finding }) => ({
      ...finding,
      ...(knowsCustomer && note && { note }),
      photoIds: photoIds.filter((id) => shown.has(id)),
    })),
    savedAt: saved?.savedAt.toISOString() ?? null,
    receivedAt: saved?.receivedAt.toISOString() ?? null,
    previous: template ? await previousOf(jobId, template.groups) : null,
    reportPath: saved && person.role !== 'technician' ? await reportPath(job) : null,
  }
}

/** The findings' photos that the visit still has. */
async function photoRows(jobId: string, findings: readonly Pick<Finding, 'photoIds'>[]) {
  const ids = findings.flatMap(({ photoIds }) => photoIds)
  if (ids.length === 0) return []
  const { id, width, height } = jobPhotos
  return db()
    .select({ id, width, height })
    .from(jobPhotos)
    .where(and(eq(jobPhotos.jobId, jobId), eq(jobPhotos.unsent, false), inArray(jobPhotos.id, ids)))
}

type Previous = { date: LocalDate; findings: Finding[] }

/** The findings of the car's previous inspection for these items; null without one. */
async function previousOf(
  jobId: string,
  groups: readonly InspectionGroup[],
): Promise<Inspection['previous']> {
  const row = await queryRow<Previous>(beforeThis, [jobId])
  if (!row) return null
  const items = new Map(itemsOf(groups).map((item) => [item.id, item]))
  return {
    date: row.date,
    findings: row.findings.flatMap(({ itemId, result, measure, unit }) => {
      const item = items.get(itemId)
      if (!item) return []
      // An earlier template may have measured this item in another unit.
      const isSame = measure !== undefined && unit === measureOf(item.kind)?.unit
      return [{ itemId, result, ...(isSame && { measure, unit }) }]
    }),
  }
}

const beforeThis = {
  name: 'previous-inspection',
  text: `select b.service_date::text as date, i.findings
    from jobs j join jobs b on b.vehicle_id = j.vehicle_id and b.id <> j.id and b.starts_at < j.starts_at
    join inspections i on i.job_id = b.id
    where j.id = $1 order by b.starts_at desc, b.id limit 1`,
}

/** The report in the reader's language. Throws the same NotFound for a guessed, expired or erased one. */
export async function reportOf(token: string): Promise<InspectionReport> {
  const link = await visitOfReport(token)
  const [job, saved] = link
    ? [await readJob(link.jobId), await readInspection(link.jobId)]
    : [undefined, undefined]
  if (!link || !job || !saved) throw new NotFound(phrase('This report does not exist.'))
  const { brandName, supportEmail, supportPhone, timeZone } = currentSettings()
  const { year, make, model } = job.vehicle
  const previous = await previousOf(job.id, saved.template.groups)
  const photos = await sharePhotos(await photoRows(job.id, saved.findings), link.until)
  return {
    number: jobNumber(job.number),
    business: { name: brandName, email: supportEmail, phone: supportPhone, timeZone },
    vehicle: { year, make, model },
    odometerMiles: job.odometerMiles,
    technician: job.technicianFirstName,
    date: job.serviceDate,
    savedAt: saved.savedAt.toISOString(),
    isComplete: !isActiveJob(job.status),
    groups: inTheirWords(saved.template).groups.map(({ title, items }) => ({
      title,
      items: items.map(({ id, label, kind, watchAdvice, failAdvice }) => {
        const found = saved.findings.find(({ itemId }) => itemId === id)
        const before = previous?.findings.find(({ itemId }) => itemId === id)
        const { result = 'not_checked', measure, unit, note, photoIds = [] } = found ?? {}
        return {
          itemId: id,
          label,
          kind,
          result,
          ...(measure !== undefined && unit && { measure, unit }),
          ...(note && { note }),
          advice: result === 'watch' ? watchAdvice : result === 'fail' ? failAdvice : '',
          before: before?.measure ?? null,
          photos: photoIds.flatMap((photoId) => photos.find((one) => one.id === photoId) ?? []),
        }
      }),
    })),
  }
}

/** Trends use at most this many of a car's newest inspections. */
const mostOfTrend = 60

/** A car's measured values, oldest first. Throws NotFound. */
export async function trendsOf(person: Person, vehicleId: string): Promise<InspectionTrend[]> {
  await vehicleFor(person, vehicleId)
  const rows = await queryRows<Previous & { groups: InspectionGroup[] }>(ofVehicle, [
    vehicleId,
    mostOfTrend,
  ])
  const trends = new Map<string, InspectionTrend>()
  for (const { date, findings, groups } of rows)
    for (const item of itemsOf(groups)) {
      const how = measureOf(item.kind)
      const found = findings.find(({ itemId }) => itemId === item.id)
      if (!how?.trend || found?.measure === undefined || !found.unit) continue
      const { watchAt = null, failAt = null } = limitsOf(item)
      const trend = trends.get(item.kind) ?? {
        kind: item.kind,
        unit: found.unit,
        watchAt,
        failAt,
        series: [],
      }
      trends.set(item.kind, trend)
      const known = trend.series.find(({ itemId }) => itemId === item.id)
      const series = known ?? { itemId: item.id, label: '', values: [] }
      if (!known) trend.series.push(series)
      series.label = inOwnWords(item.label)
      series.values.push({ date, measure: found.measure })
    }
  return [...trends.values()]
}

const ofVehicle = {
  name: 'inspections-of-vehicle',
  text: `select * from (select j.service_date::text as date, i.findings, v.groups, j.starts_at, j.id
      from jobs j join inspections i on i.job_id = j.id
      join inspection_template_versions v on v.template_id = i.template_id and v.version = i.template_version
      where j.vehicle_id = $1::uuid order by j.starts_at desc, j.id limit $2::int) newest
    order by starts_at, id`,
}
