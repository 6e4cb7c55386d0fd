import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { inOwnWords } from '#server/base/owner-spanish.ts'
import { db, queryRow, queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { guestLinks } from '#server/database/tables/credentials.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { type JobRow, selectJobs, toJob } from './job-row.ts'
import { companyOfAccount } from './companies.ts'
import { lastReading } from './last-reading.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import type { EngineWork, Job, ProductChoice } from '#shared/contract/jobs.ts'
import { usedCategories } from '#shared/rules/catalog.ts'
import type { EventName } from '#shared/rules/events.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { maySeeJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'

/** Columns of `jobs` that the rules for seeing a visit's customer need. */
export const partiesColumns = {
  id: jobs.id,
  customerId: jobs.customerId,
  technicianId: jobs.technicianId,
  status: jobs.status,
  startsAt: jobs.startsAt,
  completedAt: jobs.completedAt,
  cancelledAt: jobs.cancelledAt,
  outcome: jobs.outcome,
}

type Read<Values> = {
  name: string
  pick: (parameters: Record<keyof Values, string>) => string
  order?: string
  values: Values
}

/** The jobs that `pick` selects, in the given order. */
// Limits the jobs first: joined before the limit, PostgreSQL memoizes vehicles of a million jobs.
export function readJobs<Values extends object>({
  name,
  pick,
  order = 'j.service_date, j.slot, j.number',
  values,
}: Read<Values>): Promise<JobRow[]> {
  const picking = statement<JobRow, Values>(
    name,
    ($) =>
      `with picked as materialized (${pick($)}) ${selectJobs({ from: 'picked' })} order by ${order}`,
  )
  return queryRows(picking, values)
}

/** These jobs without an access check: for background work only. */
export function readJob(id: string): Promise<JobRow | undefined> {
  const text = `${selectJobs({ from: 'jobs' })} where j.id = $1`
  return queryRow<JobRow>({ name: 'job', text }, [id])
}

/** These jobs without an access check: for background work only. */
export function readTheseJobs(ids: readonly string[]): Promise<JobRow[]> {
  return readJobs({
    name: 'these-jobs',
    pick: ($) => `select * from jobs where id = any(${$.ids}::uuid[])`,
    values: { ids },
  })
}

/** The job if `may` allows this person to see it; otherwise throws NotFound, which does not reveal whether the id exists. */
export async function loadJob(
  person: Person,
  id: string,
  may: (person: Person, job: JobRow) => boolean = maySeeJob,
): Promise<JobRow> {
  const row = await readJob(id)
  if (!row || !may(person, row)) throw new NotFound(phrase('Job not found.'))
  return row
}

/** The error for charging, paying, rating or billing an imported visit. */
export const importedConflict = () =>
  new Conflict(
    phrase('This visit was imported from your old records. Its money is not in this system.'),
    { reason: 'imported' },
  )

/** The job as this person may see it. Throws NotFound. */
export async function jobFor(person: Person, id: string): Promise<Job> {
  const job = await loadJob(person, id)
  if (person.role !== 'technician' || !isActiveJob(job.status)) return toJob(person, job)
  const reading = await lastReading(job.vehicleId, businessToday())
  const engineWork = await queryRow<EngineWork>(engineOfVehicle, [job.vehicleId])
  const choices = (await queryRows<ProductChoice>(productChoices, [id])).map(
    ({ choices: some, ...choice }) => ({
      ...choice,
      choices: some.map((one) => ({ ...one, name: inOwnWords(one.name) })),
    }),
  )
  const needsOdometer = (await companyOfAccount(job.customerId))?.odometerRequired
  return toJob(person, job, {
    ...(needsOdometer && { needsOdometer }),
    ...(reading && { lastReading: reading }),
    ...(engineWork && { engineWork }),
    ...(choices.length > 0 && { productChoices: choices }),
  })
}

const engineOfVehicle = {
  name: 'engine-of-vehicle',
  text: `select e.filters, e.drain_plug_torque, e.drain_plug_washer, e.oil_reset
    from vehicles v join engines e on e.id = v.engine_id where v.id = $1::uuid
      and (e.filters <> '{}' or e.drain_plug_torque is not null or e.drain_plug_washer <> '' or e.oil_reset <> '')`,
}

// Where there is something to choose.
const productChoices = {
  name: 'product-choices',
  text: `select * from (select distinct on (p.category) p.category, p.id as planned_id,
      coalesce(x.id, p.id) as used_id,
      (select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id) from products c
        where c.category = p.category and (c.is_active or c.id in (p.id, x.id))) as choices
    from jobs j join package_products u on u.package_id = j.service_package_id
      join products p on p.id = u.product_id
      left join products x on x.id = any(j.used_products) and x.category = p.category
    where j.id = $1::uuid and p.category in (${usedCategories.map((one) => `'${one}'`).join(', ')})
    order by p.category desc, p.name, p.id) one where json_array_length(choices) > 1`,
}

/** The business-local date on which the work of a completed visit of `jobs` was done. */
export const completedOn = () =>
  sql`coalesce((jobs.completed_at at time zone ${currentSettings().timeZone})::date, jobs.service_date)`

/** How many events of these kinds a job had. */
export function countJobEvents(jobId: string, kinds: readonly EventName[]): Promise<number> {
  return db().$count(
    jobEvents,
    and(eq(jobEvents.jobId, jobId), inArray(jobEvents.kind, [...kinds])),
  )
}

/** When each of these jobs was booked as a guest; jobs booked otherwise are not in the map. */
export async function bookedAsGuest(jobIds: readonly string[]): Promise<Map<string, Date>> {
  if (jobIds.length === 0) return new Map()
  const links = await db()
    .select({ jobId: guestLinks.jobId, createdAt: guestLinks.createdAt })
    .from(guestLinks)
    .where(inArray(guestLinks.jobId, [...new Set(jobIds)]))
    .orderBy(desc(guestLinks.createdAt))
  return new Map(links.map(({ jobId, createdAt }) => [jobId, createdAt]))
}

/** Those of these jobs that a guest booked: their e-mail, name and phone were typed together. */
export async function withGuestContact(jobIds: readonly string[]): Promise<Set<string>> {
  if (jobIds.length === 0) return new Set()
  const links = await db()
    .select({ jobId: guestLinks.jobId })
    .from(guestLinks)
    .where(and(inArray(guestLinks.jobId, [...new Set(jobIds)]), ne(guestLinks.network, '')))
  return new Set(links.map(({ jobId }) => jobId))
}

/** Whether this person took all these photos of that visit. */
export async function tookPhotos(
  person: Person,
  jobId: string,
  ids: readonly string[],
): Promise<boolean> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return true
  const own = and(eq(jobPhotos.jobId, jobId), eq(jobPhotos.uploadedBy, person.id))
  return (await db().$count(jobPhotos, and(own, inArray(jobPhotos.id, wanted)))) === wanted.length
}
