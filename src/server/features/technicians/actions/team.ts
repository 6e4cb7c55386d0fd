import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { officeEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import { endSessions, publishPersonChange } from '#server/sessions/sessions.ts'
import { releaseJobsOf } from '#server/features/jobs/actions/release-jobs.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'
import type { AfterRemoval } from '#shared/contract/team.ts'
import { type JobStatus, notStartedStatuses } from '#shared/rules/jobs.ts'
import { phrase, pluralPhrase } from '#shared/texts/t.ts'
import { isOfTeam } from '#server/features/accounts/queries.ts'
import { settleEmail } from '#server/features/accounts/actions/change-email.ts'
import { asAdmin } from '#server/features/accounts/actions/sign-in.ts'

type Member = {
  email: string
  firstName?: string | undefined
  lastName?: string | undefined
  /** Replaces another role of that person. */
  confirmed?: boolean | undefined
}

/**
 * Makes the e-mail's owner an admin, now or from the first sign-in on, and mails them unless the command line does it (`by`
 * null). Invited by the office they sign in again. A technician's visits that have not started return to the queue. Throws Conflict `other_role` for a customer or
 * technician without `confirmed`, `under_way` for a technician with a visit in progress.
 */
export async function addToTeam(
  { email, confirmed, ...names }: Member,
  by: string | null,
): Promise<{ id: string; outcome: 'granted' | 'was admin' | 'new account' }> {
  return transaction(async () => {
    const [made] = await db()
      .insert(users)
      .values({ email, ...names, role: 'admin', approvedAt: now(), createdAt: now() })
      .onConflictDoNothing()
      .returning()
    const [user] = made
      ? [made]
      : await db().select().from(users).where(eq(users.email, email)).for('update')
    if (!user) throw new Conflict(phrase('Please try again.'))
    if (!made) {
      if (user.role === 'admin' && !user.deactivatedAt) return { id: user.id, outcome: 'was admin' }
      if (user.role && user.role !== 'admin' && !confirmed) throw await otherRole(user)
      await db()
        .update(users)
        .set({ ...asAdmin(), deactivatedAt: null })
        .where(eq(users.id, user.id))
      // The office chose this address, so undo links of former ones end.
      await settleEmail(user.id)
      if (user.role === 'technician') {
        await releaseJobsOf(user.id, by)
        // Checked after the release, which waits for a concurrent start to commit.
        if ((await countVisits(user.id, ['in_progress'])) > 0)
          throw new Conflict(
            phrase('This technician has a job in progress. Please wait until it is finished.'),
            { reason: 'under_way' },
          )
        slotsChanged(businessToday())
      }
      // A browser left signed in must not open the office; the command line may keep its sessions.
      if (by === null) await publishPersonChange(user.id)
      else await endSessions(user.id)
    }
    await happened({
      event: 'team_member_added',
      by,
      data: {
        personId: user.id,
        invitedEmail: email,
        language: user.language,
        invited: by !== null,
        invitedBy: by === null ? null : await mailAddressOf(by),
        was: user.role === 'admin' ? null : user.role,
      },
    })
    return { id: user.id, outcome: made ? 'new account' : 'granted' }
  })
}

async function mailAddressOf(
  id: string,
): Promise<{ email: string; language: string | null } | null> {
  const [user] = await db().select().from(users).where(eq(users.id, id))
  return user?.email ? { email: user.email, language: user.language } : null
}

type User = typeof users.$inferSelect

/** Asks the office to confirm a change of role, with the number of visits that lose their technician. */
async function otherRole({ id, role, email }: User) {
  const visits = role === 'technician' ? await countVisits(id, notStartedStatuses) : 0
  const names = { email: email ?? '' }
  const message =
    role === 'customer'
      ? phrase('{email} belongs to a customer, who would work in the office instead.', names)
      : visits === 0
        ? phrase('{email} belongs to a technician, who would work in the office instead.', names)
        : pluralPhrase(
            visits,
            {
              one: '{email} belongs to a technician, who would work in the office instead. {count} assigned visit would return to the queue.',
              other:
                '{email} belongs to a technician, who would work in the office instead. {count} assigned visits would return to the queue.',
            },
            names,
          )
  return new Conflict(message, { reason: 'other_role', ...(visits > 0 && { visits }) })
}

const countVisits = (technicianId: string, statuses: readonly JobStatus[]) =>
  db().$count(jobs, and(eq(jobs.technicianId, technicianId), inArray(jobs.status, [...statuses])))

/**
 * An admin's previous role: as logged when they were added, else technician if they were ever approved or have visits, else
 * customer.
 */
async function roleBefore(id: string): Promise<'customer' | 'technician'> {
  const was = sql<'customer' | 'technician'>`${officeEvents.data}->>'was'`
  const [added] = await db()
    .select({ was })
    .from(officeEvents)
    .where(
      and(
        eq(officeEvents.personId, id),
        eq(officeEvents.kind, 'team_member_added'),
        sql`${was} is not null`,
      ),
    )
    .orderBy(desc(officeEvents.createdAt), desc(officeEvents.id))
    .limit(1)
  if (added) return added.was
  const joined = and(
    eq(officeEvents.personId, id),
    inArray(officeEvents.kind, ['account_approved', 'technician_added', 'technician_invited']),
  )
  const [approvals, visits] = [
    await db().$count(officeEvents, joined),
    await db().$count(jobs, eq(jobs.technicianId, id)),
  ]
  return approvals + visits > 0 ? 'technician' : 'customer'
}

/**
 * Ends an admin's access at once: their sessions end, and they have another role, by default the one before, or can no longer
 * sign in (`none`). Returns their role; null for none. Throws NotFound for
 * a person who is not an admin, Conflict `last_admin` for the last one, or
 * the last one who ever signed in.
 */
export async function removeFromTeam(
  id: string,
  wanted: AfterRemoval | undefined,
  by: string | null,
): Promise<'customer' | 'technician' | null> {
  return transaction(async () => {
    // Locks all admins, so that two who remove each other leave one.
    const team = await db()
      .select({ id: users.id, lastLoginAt: users.lastLoginAt })
      .from(users)
      .where(isOfTeam)
      .orderBy(users.id)
      .for('update')
    const member = team.find((one) => one.id === id)
    const others = team.filter((one) => one.id !== id)
    if (!member) throw new NotFound(phrase('This person does not work in the office.'))
    if (others.length === 0)
      throw new Conflict(
        phrase('The business needs at least one admin. Please invite someone else first.'),
        { reason: 'last_admin' },
      )
    // The address of an invitation may be mistyped.
    if (member.lastLoginAt && !others.some((one) => one.lastLoginAt ?? one.id === by))
      throw new Conflict(
        phrase('No one else of the office has signed in yet. Please wait until one of them has.'),
        { reason: 'last_admin' },
      )
    const to = wanted === 'none' ? null : (wanted ?? (await roleBefore(id)))
    await db()
      .update(users)
      .set(to ? { role: to } : { deactivatedAt: now() })
      .where(eq(users.id, id))
    await endSessions(id)
    if (to === 'technician') slotsChanged(businessToday())
    await happened({ event: 'team_member_removed', by, data: { personId: id, to } })
    return to
  })
}
