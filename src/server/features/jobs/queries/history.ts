import { and, eq, inArray, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { products } from '#server/database/tables/catalog.ts'
import { users } from '#server/database/tables/users.ts'
import { describeHistory } from '#server/events/describe-history.ts'
import type { ChargeThen as Charge, NameOf } from '#server/events/consequence-types.ts'
import { isGuest } from '#server/events/recipients.ts'
import { bookedAsGuest } from '#server/reads/visits.ts'
import { cutPage, listOrder } from '#server/http/list-order.ts'
import type { ChargeThen, HistoryEntry } from '#shared/contract/job-history.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import type { Person } from '#shared/rules/roles.ts'

type Wanted = { sort?: string | undefined; cursor?: string | undefined; limit: number }

/** A visit's history, oldest first unless sorted. The visit must have been loaded through the person asking. */
export async function historyOf(person: Person, jobId: string, wanted: Wanted) {
  const ofJob = eq(jobEvents.jobId, jobId)
  const order = listOrder<'at'>(
    { sort: wanted.sort ?? 'at', cursor: wanted.cursor },
    { fields: { at }, usual: [at], id: sql`${jobEvents.id}` },
  )
  const [rows, total, booked] = await Promise.all([
    db()
      .select({ event: jobEvents, actor: users, sortKey: order.sortKey })
      .from(jobEvents)
      .leftJoin(users, eq(users.id, jobEvents.actorId))
      .where(and(ofJob, order.after))
      .orderBy(order.orderBy)
      .limit(wanted.limit + 1),
    db().$count(jobEvents, ofJob),
    bookedAsGuest([jobId]),
  ])
  const page = cutPage(rows, wanted.limit, order)
  const nameOf = await namesIn(page.rows.map(({ event }) => event.data))
  const entries = page.rows.map((row) =>
    toEntry(row, { nameOf, booked: booked.get(jobId), asker: person.id }),
  )
  return { entries, total, next: page.next }
}

const at = { by: sql`${jobEvents.createdAt}`, type: 'timestamptz' } as const

type Row = { event: typeof jobEvents.$inferSelect; actor: typeof users.$inferSelect | null }

function toEntry(
  { event: { id, kind, data, createdAt, receivedAt }, actor }: Row,
  { nameOf, booked, asker }: { nameOf: NameOf; booked: Date | undefined; asker: string },
): HistoryEntry {
  const {
    title,
    lines = [],
    comment = '',
    cents,
    before,
    after,
  } = describeHistory(kind, data, nameOf)
  return {
    id,
    event: kind,
    at: createdAt.toISOString(),
    receivedAt: (receivedAt ?? createdAt).toISOString(),
    by: whoDid(actor, booked),
    own: actor?.id === asker,
    title,
    lines: lines.filter((line) => line !== undefined),
    comment,
    amount: cents === undefined ? null : decimalFromCents(cents),
    before: before ? toCharge(before) : null,
    after: after ? toCharge(after) : null,
  }
}

function whoDid(actor: Row['actor'], booked: Date | undefined): HistoryEntry['by'] {
  if (!actor) return { role: 'server', name: '' }
  const { role, lastLoginAt, firstName, lastName, email } = actor
  const known = `${firstName} ${lastName}`.trim()
  // Employees without a name are identified by their e-mail.
  const name = known || (role === 'customer' ? '' : (email ?? ''))
  const guest = isGuest({ role: role ?? 'customer', lastLoginAt }, booked)
  return { role: guest ? 'guest' : (role ?? 'customer'), name }
}

const toCharge = ({ description, cents, approval = 'not_needed' }: Charge): ChargeThen => ({
  description,
  amount: decimalFromCents(cents),
  approval: approval === 'not_needed' ? null : approval,
})

/** The names of technicians and add-ons that these rows refer to by id. */
export async function namesIn(all: readonly Record<string, unknown>[]): Promise<NameOf> {
  const idsIn = (...fields: string[]) =>
    all.flatMap((data) => fields.map((field) => data[field])).filter((id) => typeof id === 'string')
  const [people, addons] = await Promise.all([
    db()
      .select({
        id: users.id,
        name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`,
      })
      .from(users)
      .where(inArray(users.id, idsIn('technicianId', 'formerTechnicianId'))),
    db()
      .select({ id: products.id, name: products.name })
      .from(products)
      .where(inArray(products.id, idsIn('addonServiceId'))),
  ])
  const names = new Map([...people, ...addons].map(({ id, name }) => [id, name]))
  return (id) => names.get(id ?? '') ?? ''
}
