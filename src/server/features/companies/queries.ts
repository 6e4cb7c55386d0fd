import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { inOwnWords } from '#server/base/owner-spanish.ts'
import { db, queryRow, queryRows } from '#server/database/database.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import { statement } from '#server/database/statement.ts'
import { servicePackages } from '#server/database/tables/catalog.ts'
import { companyMembers } from '#server/database/tables/companies.ts'
import { places } from '#server/database/tables/customers.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { toPlace } from '#server/features/accounts/queries.ts'
import { searchPatterns } from '#server/http/paging.ts'
import { type ActingFor, type CompanyRow, carsDrivenBy } from '#server/reads/companies.ts'
import { isOwed, owedBy, unpaidColumn } from '#server/reads/costs.ts'
import { personName } from '#server/reads/people.ts'
import type {
  CompanyCar,
  CompanyMember,
  ListedCompany,
  OfficeCompany,
  OwnCompany,
} from '#shared/contract/companies.ts'
import type { Place } from '#shared/contract/places.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { maySeeAmounts, mayManage } from '#shared/rules/companies.ts'
import type { InspectionResult } from '#shared/rules/inspections.ts'
import { activeJobStatuses } from '#shared/rules/jobs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { nextService, type OdometerReading } from '#shared/rules/next-service.ts'
import type { OilType } from '#shared/rules/oil.ts'
import type { Person } from '#shared/rules/roles.ts'
import { shownSlot, type Slot } from '#shared/rules/slots.ts'

const listed = {
  name: 'companies',
  text: `select c.id, trim(u.first_name || ' ' || u.last_name) as name, u.phone, c.on_hold,
      c.closed_at is not null as is_closed,
      (select count(*)::int from vehicles v where v.customer_id = c.account_id and v.deleted_at is null) as cars,
      (select count(*)::int from company_members m where m.company_id = c.id and m.left_at is null) as members,
      (select coalesce(sum(${unpaidColumn}), 0)::int from payment_accounts m join jobs j on j.id = m.job_id
        where j.customer_id = c.account_id and ${isOwed}) as open_cents
    from companies c join users u on u.id = c.account_id
    where $1::text[] = '{}' or u.search_text like all ($1::text[])
    order by c.closed_at is not null, u.first_name collate "und-x-icu", c.id`,
}

/** Companies by name, closed ones last. */
export async function findCompanies(search: string | undefined): Promise<ListedCompany[]> {
  const rows = await queryRows<Omit<ListedCompany, 'open'> & { openCents: number }>(listed, [
    searchPatterns(search),
  ])
  return rows.map(({ openCents, ...row }) => ({ ...row, open: decimalFromCents(openCents) }))
}

const openAmount = async ({ accountId }: CompanyRow) => decimalFromCents(await owedBy(accountId))

export async function officeCompany(company: CompanyRow): Promise<OfficeCompany> {
  const [account] = await db()
    .select({ phone: users.phone })
    .from(users)
    .where(eq(users.id, company.accountId))
  return {
    ...company,
    name: await personName(company.accountId),
    phone: account?.phone ?? '',
    approvalAbove:
      company.approvalAboveCents === null ? null : decimalFromCents(company.approvalAboveCents),
    isClosed: company.closedAt !== null,
    open: await openAmount(company),
    members: await membersOf(company),
    yards: await yardsOf(company),
  }
}

/** A company as a member in that role sees it. */
export async function ownCompany({ company, role }: ActingFor): Promise<OwnCompany> {
  if (role === 'office') throw new Error('The office has its own page of a company.')
  const { allowedPackageIds: allowed } = company
  const packages = await db()
    .select({ id: servicePackages.id, name: servicePackages.name })
    .from(servicePackages)
    .where(eq(servicePackages.isActive, true))
    .orderBy(asc(servicePackages.position), asc(servicePackages.name))
  return {
    id: company.id,
    name: await personName(company.accountId),
    role,
    poRequired: company.poRequired,
    isPaused: company.onHold || company.closedAt !== null,
    packages: packages
      .filter(({ id }) => allowed.length === 0 || allowed.includes(id))
      .map(({ id, name }) => ({ id, name: inOwnWords(name) })),
    yards: await yardsOf(company),
    ...(mayManage(role) && { members: await membersOf(company) }),
    ...(maySeeAmounts(role) && { open: await openAmount(company) }),
  }
}

/** The current members, by name. */
export async function membersOf({ id }: Pick<CompanyRow, 'id'>): Promise<CompanyMember[]> {
  const rows = await db()
    .select({
      id: companyMembers.id,
      userId: users.id,
      name: sql<string>`${sql.raw(nameOrEmail('users'))}`,
      email: users.email,
      role: companyMembers.role,
      joinedAt: companyMembers.joinedAt,
      lastLoginAt: users.lastLoginAt,
    })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(and(eq(companyMembers.companyId, id), isNull(companyMembers.leftAt)))
    .orderBy(sql`3`, companyMembers.joinedAt)
  return rows.map(({ joinedAt, lastLoginAt, ...row }) => ({
    ...row,
    joinedAt: joinedAt.toISOString(),
    hasSignedIn: lastLoginAt !== null,
  }))
}

async function yardsOf({ accountId }: CompanyRow): Promise<Place[]> {
  const rows = await db()
    .select()
    .from(places)
    .where(eq(places.customerId, accountId))
    .orderBy(places.createdAt)
  return rows.map(toPlace)
}

type CarRow = Omit<CompanyCar, 'driver' | 'next' | 'miles' | 'dueOn' | 'isDue' | 'found'> & {
  /** Null without an inspection. */
  needsWork: number | null
  toWatch: number | null
  driverId: string | null
  driverName: string
  oilType: OilType | null
  lastServiceMiles: number | null
  odometer: OdometerReading[]
  next: { jobId: string; date: LocalDate; slot: Slot } | null
}

const active = activeJobStatuses.map((status) => `'${status}'`).join(', ')
const countOf = (result: InspectionResult) =>
  `(select count(*)::int from jsonb_array_elements(i.findings) f where f ->> 'result' = '${result}')`
const cars = statement<CarRow, { accountId: string; only: string[] | null }>(
  'company-cars',
  ($) => `select v.id, v.unit_number, v.year, v.make, v.model, v.license_plate, v.vin, v.driver_id,
      ${nameOrEmail('d')} as driver_name, coalesce(v.recommended_service_level, v.oil_type) as oil_type,
      f.needs_work, f.to_watch, s.service_date::text as last_service_date, s.odometer_miles as last_service_miles,
      (select coalesce(json_agg(json_build_object('date', r.read_on, 'miles', r.miles) order by r.read_on desc), '[]')
        from odometer_readings r where r.vehicle_id = v.id) as odometer,
      (select json_build_object('jobId', j.id, 'date', j.service_date, 'slot', j.slot) from jobs j
        where j.vehicle_id = v.id and j.customer_id = v.customer_id and j.status in (${active})
        order by j.service_date, j.slot limit 1) as next
    from vehicles v left join users d on d.id = v.driver_id
      left join lateral (select j.service_date, j.odometer_miles from jobs j
        where j.vehicle_id = v.id and j.customer_id = v.customer_id and j.status = 'completed'
        order by j.service_date desc, j.slot desc limit 1) s on true
      left join lateral (select ${countOf('fail')} as needs_work, ${countOf('watch')} as to_watch
        from inspections i join jobs j on j.id = i.job_id
        where j.vehicle_id = v.id and j.customer_id = v.customer_id and j.status = 'completed'
        order by j.service_date desc, j.slot desc limit 1) f on true
    where v.customer_id = ${$.accountId}::uuid and v.deleted_at is null
      and (${$.only}::uuid[] is null or v.id = any(${$.only}::uuid[]))
    order by v.unit_number = '', length(v.unit_number), v.unit_number, v.created_at`,
)

/** The cars the caller may see: a driver's own, else all of the company. */
export async function carsFor(
  person: Person,
  { company, role }: ActingFor,
  ids?: string[],
): Promise<CompanyCar[]> {
  const driven = role === 'driver' ? await carsDrivenBy(company, person.id) : null
  const only = ids && driven ? ids.filter((id) => driven.includes(id)) : (ids ?? driven)
  const rows = await queryRows(cars, { accountId: company.accountId, only })
  const today = businessToday()
  return rows.map(
    ({
      driverId,
      driverName,
      next,
      odometer,
      oilType,
      lastServiceMiles,
      needsWork,
      toWatch,
      ...car
    }) => {
      const service = nextService(
        { oilType, lastServiceDate: car.lastServiceDate, lastServiceMiles, odometer },
        today,
      )
      return {
        ...car,
        driver: driverId ? { userId: driverId, name: driverName } : null,
        miles: odometer[0]?.miles ?? lastServiceMiles,
        dueOn: service.state === 'none' ? null : service.date,
        isDue: service.state === 'due',
        found: { needsWork: needsWork ?? 0, toWatch: toWatch ?? 0 },
        next: next && { jobId: next.jobId, date: next.date, time: shownSlot(next.slot) },
      }
    },
  )
}

/** The ids of the company's cars by unit number. */
export async function carsByUnit(
  { accountId }: CompanyRow,
  units: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db()
    .select({ id: vehicles.id, unit: vehicles.unitNumber })
    .from(vehicles)
    .where(
      and(
        eq(vehicles.customerId, accountId),
        isNull(vehicles.deletedAt),
        sql`${vehicles.unitNumber} = any(${sql.param([...units])}::text[])`,
      ),
    )
  return new Map(rows.map(({ id, unit }) => [unit, id]))
}

/** A member's name and phone, to meet them at the car; undefined if either is missing. */
export async function contactOfMember(
  userId: string,
): Promise<{ name: string; phone: string } | undefined> {
  const row = await queryRow<{ name: string; phone: string }>(
    {
      name: 'contact-of-member',
      text: `select trim(first_name || ' ' || last_name) as name, phone from users where id = $1::uuid`,
    },
    [userId],
  )
  return row?.name && row.phone ? row : undefined
}
