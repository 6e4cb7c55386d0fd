import { businessToday } from '#server/base/business-time.ts'
import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { users } from '#server/database/tables/users.ts'
import { endSessions, publishPersonChange } from '#server/sessions/sessions.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict } from '#server/http/errors.ts'
import type { Role } from '#shared/rules/roles.ts'
import { phrase, type Phrase } from '#shared/texts/t.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'

type NewTechnician = { firstName: string; lastName: string; email: string; phone?: string }
type Holder = { id: string; role: Role | null; approvedAt: Date | null; deactivatedAt: Date | null }

/**
 * Adds a technician who is active at once and recognized by e-mail; returns their id. A person who awaits approval, has no
 * role yet or was deactivated keeps their account. Throws Conflict when the e-mail belongs to an active technician, a
 * customer or an admin.
 */
export async function addTechnician(by: string, form: NewTechnician): Promise<string> {
  try {
    return await transaction(async () => {
      const holder = await holderOf(form.email)
      slotsChanged(businessToday())
      return holder ? promoteToTechnician(by, holder, form) : insertTechnician(by, form)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw takenBy('technician', form.email)
    throw error
  }
}

async function holderOf(email: string): Promise<Holder | undefined> {
  const [holder] = await db()
    .select({
      id: users.id,
      role: users.role,
      approvedAt: users.approvedAt,
      deactivatedAt: users.deactivatedAt,
    })
    .from(users)
    .where(eq(users.email, email))
    .for('update')
  return holder
}

async function insertTechnician(by: string, form: NewTechnician): Promise<string> {
  const [added] = await db()
    .insert(users)
    .values({ ...form, role: 'technician', approvedAt: now() })
    .returning({ id: users.id })
  if (!added) throw new Error('The new technician was not stored.')
  await happened({ event: 'technician_added', by, data: { technicianId: added.id } })
  return added.id
}

async function promoteToTechnician(
  by: string,
  holder: Holder,
  { phone, ...form }: NewTechnician,
): Promise<string> {
  const working = holder.approvedAt && !holder.deactivatedAt
  const mayBecome =
    holder.role === null ||
    (holder.role === 'technician' && !working) ||
    // Removed from the office.
    (holder.role === 'admin' && holder.deactivatedAt)
  if (!mayBecome) throw takenBy(holder.role ?? 'customer', form.email)
  await db()
    .update(users)
    .set({
      ...form,
      // An empty number does not erase a known one.
      ...(phone && { phone }),
      role: 'technician',
      approvedAt: now(),
      deactivatedAt: null,
    })
    .where(eq(users.id, holder.id))
  // Sessions from before the deactivation stay closed.
  if (holder.deactivatedAt) await endSessions(holder.id)
  else await publishPersonChange(holder.id)
  await happened({ event: 'account_approved', by, personId: holder.id, data: {} })
  return holder.id
}

/** The Conflict for an e-mail that belongs to someone else. */
export async function isTaken(email: string) {
  const [holder] = await db().select({ role: users.role }).from(users).where(eq(users.email, email))
  return takenBy(holder?.role ?? 'customer', email)
}

const takenBy = (role: Role, email: string) => Conflict.at('email', takenMessage(role, email))

function takenMessage(role: Role, email: string): Phrase {
  if (role === 'technician') return phrase('{email} is already a technician.', { email })
  return role === 'admin'
    ? phrase(
        '{email} belongs to an admin. Please use another e-mail address for this technician.',
        {
          email,
        },
      )
    : phrase(
        '{email} belongs to a customer. Please use another e-mail address for this technician.',
        {
          email,
        },
      )
}
