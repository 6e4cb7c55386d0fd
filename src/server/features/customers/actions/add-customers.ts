import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { customerEvents } from '#server/database/tables/events.ts'
import { customerNotes } from '#server/database/tables/customers.ts'
import { users } from '#server/database/tables/users.ts'
import type { Person } from '#shared/rules/roles.ts'
import { takeAccount } from './add-customer.ts'

/** Phone number is E.164 or empty; the office's note may be empty. */
type NewCustomer = {
  firstName: string
  lastName: string
  email: string | null
  phone: string
  /** They agreed to reminders and offers. */
  marketingEmails: boolean
  note: string
}
type AddedCustomer = { id: string; version: number }

/**
 * Adds many customers for the office in the current transaction and returns them in order. Announces nothing: the caller
 * announces the whole batch once. Locks their numbers. Throws Conflict for a taken e-mail.
 */
export async function addCustomers(
  person: Person,
  all: readonly NewCustomer[],
): Promise<AddedCustomer[]> {
  if (all.length === 0) return []
  const wanted = all.map(({ note, ...details }, n) => ({
    ...details,
    id: randomUUID() as string,
    note,
    // Distinct times, in the order given.
    createdAt: new Date(now().getTime() + n),
    // The same version as adding the customer and then the note.
    version: note ? 3 : 2,
  }))
  const added = await db()
    .insert(users)
    .values(
      wanted.map(({ note: _note, ...row }) => ({
        ...row,
        role: 'customer' as const,
        changedBy: person.id,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: users.id })
  const ids = new Set(added.map(({ id }) => id))
  for (const one of wanted) if (!ids.has(one.id)) await takeOver(person, one)
  await writeHistory(person, wanted)
  return wanted.map(({ id, version }) => ({ id, version }))
}

type Wanted = NewCustomer & { id: string; version: number; createdAt: Date }

/** Turns an unused sign-in with this e-mail into the customer. */
async function takeOver(person: Person, one: Wanted): Promise<void> {
  const { firstName, lastName, phone, email } = one
  const details = { firstName, lastName, phone, smsNotifications: false, tags: [] }
  one.id = await takeAccount(email ?? '', details, '')
  const [account] = await db().select().from(users).where(eq(users.id, one.id))
  one.version += (account?.version ?? 1) - 1
  await db()
    .update(users)
    .set({ version: one.version, changedBy: person.id, marketingEmails: one.marketingEmails })
    .where(eq(users.id, one.id))
}

async function writeHistory(person: Person, all: readonly Wanted[]): Promise<void> {
  const noted = all.filter(({ note }) => note)
  const event = ({ id, createdAt }: Wanted) => ({
    customerId: id,
    actorId: person.id,
    createdAt,
  })
  await db()
    .insert(customerEvents)
    .values([
      ...all.map((one) => ({
        ...event(one),
        kind: 'added' as const,
        version: one.note ? one.version - 1 : one.version,
      })),
      ...noted.map((one) => ({
        ...event(one),
        kind: 'note_added' as const,
        version: one.version,
      })),
    ])
  if (noted.length > 0)
    await db()
      .insert(customerNotes)
      .values(
        noted.map(({ id, note, createdAt }) => ({
          customerId: id,
          authorId: person.id,
          note,
          createdAt,
        })),
      )
}
