import { isDeepStrictEqual } from 'node:util'
import { and, eq, gt } from 'drizzle-orm'
import { shownPhone } from '#server/base/phone-numbers.ts'
import { db, transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { customerEvents } from '#server/database/tables/events.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { changeEmailForPerson } from '#server/features/accounts/actions/change-email.ts'
import { recordOfCustomer } from '#server/features/accounts/actions/record-of-customer.ts'
import { endTextsToOldNumber } from '#server/features/notifications/actions/record-text-consent.ts'
import { assertNoCompany } from '#server/reads/companies.ts'
import { personName } from '#server/reads/people.ts'
import { Conflict } from '#server/http/errors.ts'
import type { CustomerChange } from '#shared/contract/customers.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase, wording } from '#shared/texts/t.ts'
import { customerById } from '../queries.ts'
import { emailTaken } from './add-customer.ts'
import { lockCustomer } from './lock-customer.ts'

/** Phone number is E.164 or empty; `version` is the one on the screen, undefined for any. */
type Change = Omit<CustomerChange, 'role'> & { version: number | undefined }

/**
 * Changes the given fields of a customer; another phone number ends their consent to texts. Throws NotFound; Conflict for
 * another account's e-mail, and when one of these fields changed since `version`: `details.fields` names who changed each,
 * `details.now` is the current customer.
 */
export async function changeCustomer(
  person: Person,
  id: string,
  { version, ...given }: Change,
): Promise<void> {
  try {
    await transaction(async () => {
      const before = await lockCustomer(id)
      await assertNoCompany([id])
      const change = Object.fromEntries(
        Object.entries(given).filter(
          ([field, value]) =>
            value !== undefined && !isDeepStrictEqual(before[field as keyof Row], value),
        ),
      ) as Partial<Row>
      const fields = Object.keys(change)
      if (fields.length === 0) return
      if (version !== undefined && version !== before.version)
        await assertNobodyElseChanged(before, fields, version)
      const { email, ...details } = change
      if (email) await changeEmailForPerson(before, email, person.id)
      if (details.phone !== undefined) await endTextsToOldNumber(id, person.id)
      await db()
        .update(users)
        .set({ version: before.version, ...details })
        .where(eq(users.id, id))
      await recordOfCustomer({ customerId: id, by: person.id, kind: 'changed', data: { fields } })
      await happened({
        event: 'customer_changed',
        by: person.id,
        personId: id,
        data: { customerId: id, what: 'changed', fields },
      })
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email')) throw await emailTaken(given.email ?? '', '')
    throw error
  }
}

type Row = typeof users.$inferSelect

/** Edits of different fields do not conflict. */
async function assertNobodyElseChanged(before: Row, fields: readonly string[], version: number) {
  const since = await db()
    .select()
    .from(customerEvents)
    .where(
      and(
        eq(customerEvents.customerId, before.id),
        gt(customerEvents.version, Number.isNaN(version) ? 0 : version),
      ),
    )
    .orderBy(customerEvents.version)
  const changedBy = new Map<string, string | null>()
  for (const { data, actorId } of since)
    for (const field of (data.fields as string[] | undefined) ?? []) changedBy.set(field, actorId)
  const both = fields.filter((field) => changedBy.has(field))
  const [first] = both
  if (!first) return
  const names = new Map<string | null, string>()
  for (const by of new Set(changedBy.values())) names.set(by, by ? await personName(by) : '')
  const nameOf = (field: string) => names.get(changedBy.get(field) ?? null) ?? ''
  throw new Conflict(message(nameOf(first)), {
    reason: 'changed',
    by: nameOf(first),
    now: await customerById(before.id),
    fields: await Promise.all(
      both.map(async (path) => ({
        path,
        message: wording(
          phrase('{name} has changed this in the meantime. It is now “{value}”.', {
            name: nameOf(path) || '–',
            value: await shown(path, before[path as keyof Row]),
          }),
        ),
      })),
    ),
  })
}

async function shown(field: string, value: unknown): Promise<string> {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  return field === 'phone' ? shownPhone(value) : value
}

const message = (name: string) =>
  name
    ? phrase('{name} has changed this in the meantime. Please check it again.', { name })
    : phrase('This has just changed. Please check it again.')
