import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { companyMembers } from '#server/database/tables/companies.ts'
import { guestLinks } from '#server/database/tables/credentials.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import { publishPersonChange } from '#server/sessions/sessions.ts'
import { companyFor } from '#server/reads/companies.ts'
import { personName } from '#server/reads/people.ts'
import { mayManage, maySeeAmounts, type MemberRole } from '#shared/rules/companies.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { companyChanged } from './save-company.ts'
import { lockCompany } from './lock-company.ts'

type Invited = { email: string; name?: string | undefined; role: MemberRole }

/**
 * Makes the e-mail's owner a member, or changes their role, and mails them the first time. Throws NotFound; Conflict at the
 * e-mail for someone who works here or whose account is closed, and `last_manager` for the last manager's other role.
 */
export async function inviteMember(
  person: Person,
  companyId: string,
  { email, name = '', role }: Invited,
): Promise<void> {
  await companyFor(person, companyId, mayManage)
  await transaction(async () => {
    const company = await lockCompany(companyId)
    const user = await ownerOf(email, name)
    const [current] = await db()
      .select()
      .from(companyMembers)
      .where(
        and(
          eq(companyMembers.companyId, companyId),
          eq(companyMembers.userId, user.id),
          isNull(companyMembers.leftAt),
        ),
      )
    if (current?.role === role) return
    if (current?.role === 'manager') await assertOtherManager(person, companyId, user.id)
    if (current)
      await db().update(companyMembers).set({ role }).where(eq(companyMembers.id, current.id))
    else
      await db()
        .insert(companyMembers)
        .values({ companyId, userId: user.id, role, joinedAt: now() })
    if (current && maySeeAmounts(current.role) && !maySeeAmounts(role))
      await endVisitLinks(company.accountId)
    await happened({
      event: 'company_member_added',
      by: person.id,
      personId: user.id,
      data: {
        companyId,
        company: await personName(company.accountId),
        role,
        invitedEmail: email,
        language: user.language,
        invited: !current,
      },
    })
  })
}

async function ownerOf(email: string, name: string): Promise<typeof users.$inferSelect> {
  const [firstName = '', ...rest] = name.split(' ')
  await db()
    .insert(users)
    .values({ email, firstName, lastName: rest.join(' '), role: 'customer', createdAt: now() })
    .onConflictDoNothing()
  const [user] = await db()
    .update(users)
    // A person who signed in without choosing becomes a customer.
    .set({ role: sql`coalesce(${users.role}, 'customer')` })
    .where(and(eq(users.email, email), isNull(users.deactivatedAt), isNull(users.anonymizedAt)))
    .returning()
  if (!user)
    throw Conflict.at(
      'email',
      phrase('The account with this e-mail is closed. Please use another one.'),
    )
  if (user.role !== 'customer')
    throw Conflict.at(
      'email',
      phrase('This e-mail belongs to someone who works here. Please enter another one.'),
    )
  await publishPersonChange(user.id)
  return user
}

/**
 * Ends a membership at once; the member's cars lose their driver and links to visits end. Managers and the office end others',
 * and members their own. Throws NotFound, Conflict `last_manager`.
 */
export async function endMembership(
  person: Person,
  companyId: string,
  userId: string,
): Promise<void> {
  await companyFor(person, companyId, (role) => userId === person.id || mayManage(role))
  await transaction(async () => {
    const company = await lockCompany(companyId)
    const [ended] = await db()
      .update(companyMembers)
      .set({ leftAt: now() })
      .where(
        and(
          eq(companyMembers.companyId, companyId),
          eq(companyMembers.userId, userId),
          isNull(companyMembers.leftAt),
        ),
      )
      .returning()
    if (!ended) throw new NotFound(phrase('This person is no longer a member.'))
    if (ended.role === 'manager') await assertOtherManager(person, companyId, userId)
    await db()
      .update(vehicles)
      .set({ driverId: null })
      .where(and(eq(vehicles.customerId, company.accountId), eq(vehicles.driverId, userId)))
    if (maySeeAmounts(ended.role)) await endVisitLinks(company.accountId)
    await happened({
      event: 'company_member_removed',
      by: person.id,
      personId: userId,
      data: { companyId },
    })
    await companyChanged(person, company, { what: 'member_removed' })
  })
}

/** The links to the company's visits are as good as a membership; the others get new ones. */
async function endVisitLinks(accountId: string): Promise<void> {
  const visits = db().select({ id: jobs.id }).from(jobs).where(eq(jobs.customerId, accountId))
  await db().delete(guestLinks).where(inArray(guestLinks.jobId, visits))
}

/** The office may leave a company without a manager, for example to invite another one. */
async function assertOtherManager(
  person: Person,
  companyId: string,
  userId: string,
): Promise<void> {
  if (person.role === 'admin') return
  const others = await db().$count(
    companyMembers,
    and(
      eq(companyMembers.companyId, companyId),
      eq(companyMembers.role, 'manager'),
      isNull(companyMembers.leftAt),
      sql`${companyMembers.userId} <> ${userId}::uuid`,
    ),
  )
  if (others === 0)
    throw new Conflict(
      phrase('The company needs at least one manager. Please invite another one first.'),
      { reason: 'last_manager' },
    )
}
