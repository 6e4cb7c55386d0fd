import { and, eq, isNotNull, isNull, type SQL, sql, desc } from 'drizzle-orm'
import { matchesPerson } from '#server/reads/search-conditions.ts'
import { businessToday, startOfBusinessDay } from '#server/base/business-time.ts'
import { db, queryRow } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { users } from '#server/database/tables/users.ts'
import { ratingsOf } from '#server/reads/ratings.ts'
import { NotFound, Conflict } from '#server/http/errors.ts'
import { cutPage, listOrder, textKey } from '#server/http/list-order.ts'
import type { DayOff, Technician, technicianSorts } from '#shared/contract/technicians.ts'
import type { FoundTechnician } from '#shared/contract/search.ts'
import { portraitUrl } from '#shared/rules/photos.ts'
import { phrase } from '#shared/texts/t.ts'
import { officeEvents } from '#server/database/tables/events.ts'
import { auditRuleOf } from '#server/events/describe-history.ts'
import { personName } from '#server/reads/people.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { startOfMonth, startOfWeek } from '#shared/rules/calendar.ts'
import { decimalFromCents } from '#shared/rules/money.ts'

type Wanted = {
  search?: string | undefined
  sort?: string | undefined
  cursor?: string | undefined
  limit: number
  state?: 'deactivated' | undefined
}

/** Active and waiting technicians, by default those awaiting approval first, then by name. */
export async function findTechnicians(wanted: Wanted) {
  const matching = and(isTechnician(wanted.state), matchesPerson(wanted.search))
  const order = orderTechnicians(wanted)
  const [rows, total] = await Promise.all([
    selectTechnicians(and(matching, order.after), order).limit(wanted.limit + 1),
    db().$count(users, matching),
  ])
  const page = cutPage(rows, wanted.limit, order)
  return { technicians: await toTechnicians(page.rows), total, next: page.next }
}

/** Technicians in any state by name, e-mail or phone, active ones first. */
export async function searchTechnicians(typed: string, limit: number): Promise<FoundTechnician[]> {
  const rows = await selectTechnicians(
    and(eq(users.role, 'technician'), matchesPerson(typed)),
    orderTechnicians({}),
  ).limit(50)
  const found = rows.map((row) => toTechnician(row, null))
  return [
    ...found.filter(({ status }) => status !== 'deactivated'),
    ...found.filter(({ status }) => status === 'deactivated'),
  ].slice(0, limit)
}

/** A technician in any state. Throws NotFound. */
export async function technicianById(id: string): Promise<Technician> {
  const [row] = await selectTechnicians(and(eq(users.role, 'technician'), eq(users.id, id)))
  const [technician] = row ? await toTechnicians([row]) : []
  if (!technician) throw new NotFound(phrase('Technician not found.'))
  return technician
}

const isTechnician = (state?: 'deactivated') =>
  and(
    eq(users.role, 'technician'),
    state ? isNotNull(users.deactivatedAt) : isNull(users.deactivatedAt),
  )

/** For sorting only; shown ratings are read per page. */
const rating = sql`(select round(avg(rating), 1) from reviews where technician_id = users.id)`
const jobsToday = () => sql<number>`(
  select count(*)::int from jobs
  where technician_id = users.id and service_date = ${businessToday()}
    and status <> 'cancelled')`

const daysOffAhead = () => sql<DayOff[]>`(
  select coalesce(json_agg(json_build_object('id', d.id, 'from', d.from_date, 'to', d.to_date,
    'reason', d.reason) order by d.from_date), '[]')
  from days_off d where d.technician_id = users.id and d.to_date >= ${businessToday()})`

type Field = (typeof technicianSorts)[number]

const orderTechnicians = (requested: { sort?: string | undefined; cursor?: string | undefined }) =>
  listOrder<Field>(requested, {
    fields: {
      name: textKey(sql`(${users.firstName} || ' ' || ${users.lastName})`),
      status: { by: sql`(${users.approvedAt} is null)`, type: 'boolean' },
      rating: { by: rating, type: 'numeric', nullable: true },
      jobs: { by: jobsToday(), type: 'bigint' },
      email: textKey(sql`${users.email}`, true),
      since: { by: sql`${users.createdAt}`, type: 'timestamptz' },
    },
    usual: [
      { by: sql`(${users.approvedAt} is not null)`, type: 'boolean' },
      { by: sql`${users.firstName}`, type: 'text' },
      { by: sql`${users.lastName}`, type: 'text' },
    ],
    id: sql`${users.id}`,
  })

const selectTechnicians = (which: SQL | undefined, order = orderTechnicians({})) =>
  db()
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      phone: users.phone,
      createdAt: users.createdAt,
      approvedAt: users.approvedAt,
      deactivatedAt: users.deactivatedAt,
      skills: users.skills,
      workingHours: users.workingHours,
      daysOff: daysOffAhead(),
      homeAddress: users.homeAddress,
      homeLatitude: users.homeLatitude,
      homeLongitude: users.homeLongitude,
      photoId: users.photoId,
      invitedAt: users.invitedAt,
      lastLoginAt: users.lastLoginAt,
      version: users.version,
      jobsToday: jobsToday(),
      inProgress: sql<boolean>`exists (
        select from jobs where technician_id = users.id and status = 'in_progress')`,
      sortKey: order.sortKey,
    })
    .from(users)
    .where(which)
    .orderBy(order.orderBy)

type Row = Awaited<ReturnType<typeof selectTechnicians>>[number]

async function toTechnicians(rows: readonly Row[]): Promise<Technician[]> {
  const ratings = await ratingsOf(rows.map(({ id }) => id))
  return rows.map((row) => toTechnician(row, ratings.get(row.id)?.mean ?? null))
}

function toTechnician(
  { approvedAt, deactivatedAt, createdAt, ...row }: Row,
  rating: number | null,
): Technician {
  const { homeAddress, homeLatitude, homeLongitude } = row
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    photoUrl: row.photoId && portraitUrl(row.photoId),
    invitedAt: row.invitedAt?.toISOString() ?? null,
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    status: deactivatedAt ? 'deactivated' : approvedAt ? 'active' : 'waiting',
    rating,
    workingHours: row.workingHours && [...row.workingHours],
    homeBase: homeAddress
      ? { address: homeAddress, latitude: homeLatitude, longitude: homeLongitude }
      : null,
  }
}

type Changed = { id: string; changedBy: string | null }

/**
 * The Conflict for a technician who was changed since the form was loaded: by whom, what, and their current state (`now`).
 * Technicians' own changes are not in the office's log.
 */
export async function changeConflict({ id, changedBy }: Changed) {
  const by = changedBy ? await personName(changedBy) : ''
  const details = { reason: 'changed', by, now: await technicianById(id) }
  if (!changedBy || !by) return new Conflict(undefined, details)
  const what = await lastChange(id, changedBy)
  return new Conflict(
    what
      ? phrase('{name} has changed this in the meantime: {what}. Please check it again.', {
          name: by,
          what,
        })
      : phrase('{name} has changed this in the meantime. Please check it again.', { name: by }),
    details,
  )
}

/** The last logged change in a few words: the changed fields, or else the action and its time. */
async function lastChange(id: string, actorId: string): Promise<string> {
  const [last] = await db()
    .select({ kind: officeEvents.kind, data: officeEvents.data })
    .from(officeEvents)
    .where(and(eq(officeEvents.personId, id), eq(officeEvents.actorId, actorId)))
    .orderBy(desc(officeEvents.createdAt), desc(officeEvents.id))
    .limit(1)
  const lastLine = last && auditRuleOf(last.kind)?.line(last.data, () => '')
  if (!lastLine) return ''
  const lines = lastLine.lines?.filter((line) => line !== undefined) ?? []
  return (last.kind === 'technician_changed' ? lines : [lastLine.title, ...lines]).join(', ')
}

type Sums = { today: number; week: number; month: number }

type Since = { technicianId: string } & Record<keyof Sums, Date>
const tipping = statement<Sums, Since>(
  'tips-of-technician',
  (
    $,
  ) => `select coalesce(sum(cents) filter (where at >= ${$.today}::timestamptz), 0)::int8 as today,
      coalesce(sum(cents) filter (where at >= ${$.week}::timestamptz), 0)::int8 as week,
      coalesce(sum(cents) filter (where at >= ${$.month}::timestamptz), 0)::int8 as month
    from (
      select e.at, case when e.credit = 'tips_payable' then e.cents else -e.cents end as cents
      from ledger_entries e join jobs j on j.id = e.job_id
      where (e.debit = 'tips_payable' or e.credit = 'tips_payable') and j.technician_id = ${$.technicianId}::uuid
        and e.at >= least(${$.week}::timestamptz, ${$.month}::timestamptz)) tips`,
)

/** A technician's tips today, this week and this month, less refunds; null if tips are off and there were none. */
export async function tipsOf(technicianId: string) {
  const today = businessToday()
  const row = await queryRow(tipping, {
    technicianId,
    today: startOfBusinessDay(today),
    week: startOfBusinessDay(startOfWeek(today)),
    month: startOfBusinessDay(startOfMonth(today)),
  })
  const { today: ofToday = 0, week = 0, month = 0 } = row ?? {}
  if (!currentSettings().tipsEnabled && ofToday === 0 && week === 0 && month === 0) return null
  return {
    today: decimalFromCents(ofToday),
    week: decimalFromCents(week),
    month: decimalFromCents(month),
  }
}
