import { and, eq, gte, lte, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { db, transaction } from '#server/database/database.ts'
import { daysOff } from '#server/database/tables/schedule.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { assignJob } from '#server/features/jobs/actions/assign-job.ts'
import { notStartedVisits } from '#server/features/jobs/queries/of-technician.ts'
import { Conflict, Invalid, NotFound } from '#server/http/errors.ts'
import type { DaysOffForm } from '#shared/contract/technicians.ts'
import { daysBetween } from '#shared/rules/calendar.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatDay } from '#shared/texts/format.ts'
import { phrase, pluralPhrase } from '#shared/texts/t.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'
import { lockTechnician } from './lock-technician.ts'

const longestDays = 366

/**
 * Adds days off, both dates included, and reassigns visits then as in `visits`, all or nothing. Throws NotFound, Invalid
 * for dates that are past, reversed or too many, Conflict when days off overlap, when an assignee may not take a visit, and
 * with the `visits` that still need a decision.
 */
export async function addDaysOff(person: Person, id: string, form: DaysOffForm): Promise<void> {
  const { from, to, reason = '', visits = [] } = form
  assertDates(from, to)
  const takers = visits.flatMap(({ technicianId }) => technicianId ?? [])
  await transaction(async () => {
    const { firstName, lastName } = await lockTechnician(id, takers)
    const name = `${firstName} ${lastName}`.trim()
    await assertNotOffYet(id, name, form)
    for (const visit of visits) {
      const { technicianId } = visit
      await assignJob(person, visit.id, { technicianId, seen: { technicianId: id } })
    }
    const left = await notStartedVisits(person, id, { from, to })
    if (left.length > 0)
      throw new Conflict(
        pluralPhrase(
          left.length,
          {
            one: '{name} has {count} visit during this time. Please choose who takes it.',
            other: '{name} has {count} visits during this time. Please choose who takes them.',
          },
          { name },
        ),
        { reason: 'visits', visits: left },
      )
    // Makes a concurrent assignment to this technician see a new version.
    await db()
      .update(users)
      .set({ version: sql`${users.version} + 1`, changedBy: person.id })
      .where(eq(users.id, id))
    await db().insert(daysOff).values({ technicianId: id, from, to, reason })
    const data = { technicianId: id, from, to }
    await happened({ event: 'technician_away', by: person.id, personId: id, data })
    slotsChanged(businessToday())
  })
}

function assertDates(from: string, to: string): void {
  const days = daysBetween(from, to) + 1
  if (days < 1) throw Invalid.at('to', phrase('The range of dates ends before it begins.'))
  if (to < businessToday()) throw Invalid.at('to', phrase('These days are over.'))
  if (days > longestDays)
    throw Invalid.at('to', phrase('Please give at most {days} days.', { days: longestDays }))
}

async function assertNotOffYet(id: string, name: string, { from, to }: DaysOffForm): Promise<void> {
  const [other] = await db()
    .select()
    .from(daysOff)
    .where(and(eq(daysOff.technicianId, id), lte(daysOff.from, to), gte(daysOff.to, from)))
    .limit(1)
  if (!other) return
  throw Conflict.at(
    'from',
    phrase('{name} is already off from {from} to {to}.', {
      name,
      from: formatDay(other.from),
      to: formatDay(other.to),
    }),
  )
}

/** Deletes a technician's days off. Throws NotFound. */
export async function removeDaysOff(person: Person, id: string, dayOffId: string): Promise<void> {
  await transaction(async () => {
    await lockTechnician(id)
    const [removed] = await db()
      .delete(daysOff)
      .where(and(eq(daysOff.id, dayOffId), eq(daysOff.technicianId, id)))
      .returning({ from: daysOff.from, to: daysOff.to })
    if (!removed) throw new NotFound(phrase('These days off no longer exist.'))
    await db()
      .update(users)
      .set({ version: sql`${users.version} + 1`, changedBy: person.id })
      .where(eq(users.id, id))
    const data = { technicianId: id, ...removed }
    await happened({ event: 'technician_back', by: person.id, personId: id, data })
    slotsChanged(businessToday())
  })
}
