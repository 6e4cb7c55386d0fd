import { and, desc, eq, inArray, sql, type SQL, gt, isNotNull } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { db, queryRows } from '#server/database/database.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import { customerEvents } from '#server/database/tables/events.ts'
import { invoices } from '#server/database/tables/invoices.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import { companyOfAccount } from '#server/reads/companies.ts'
import { isUnreached, personName } from '#server/reads/people.ts'
import { costsOfCustomer, toReturnTo } from '#server/reads/costs.ts'
import { placesOf } from '#server/features/accounts/queries.ts'
import { vehiclesOf } from '#server/features/vehicles/queries.ts'
import type {
  CustomerDetails,
  CustomerEvent,
  CustomerNote,
  Customer,
  CustomerMessage,
} from '#shared/contract/customers.ts'
import { activeJobStatuses, jobNumber } from '#shared/rules/jobs.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import { nextService } from '#shared/rules/next-service.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { customerById } from '../queries.ts'
import { duplicatesOf } from './duplicates.ts'
import { customerNotes } from '#server/database/tables/customers.ts'
import { NotFound, Conflict } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'
import { eventInWords } from '#shared/contract/describe-customer-event.ts'

/** A customer with everything their page shows first. Throws NotFound. */
export async function detailsOf(id: string): Promise<CustomerDetails> {
  const customer = await customerById(id)
  const [
    agrees,
    costs,
    toReturn,
    visitsAhead,
    invoiceCount,
    service,
    places,
    notes,
    history,
    duplicates,
    company,
  ] = await Promise.all([
    agreesToTexts(id),
    costsOfCustomer(id),
    toReturnTo(id),
    countVisitsAhead(id),
    countInvoices(id),
    nextServiceOf(id),
    placesOf(id),
    notesOf(id),
    historyOf(id),
    duplicatesOf(customer),
    companyOfAccount(id),
  ])
  const due = await dueOf(id, costs)
  const lost = [...costs.values()].reduce(
    (sum, { chargedBack = '0', recovered = '0' }) =>
      sum + (centsFromDecimal(chargedBack) ?? 0) - (centsFromDecimal(recovered) ?? 0),
    0,
  )
  return {
    ...customer,
    ...(company && { companyId: company.id }),
    amountDue: decimalFromCents(due),
    ...(lost > 0 && { chargedBack: decimalFromCents(lost) }),
    ...(toReturn > 0 && { toReturn: decimalFromCents(toReturn) }),
    visitsAhead,
    invoiceCount,
    nextService: service,
    places,
    agreesToTexts: agrees,
    isUnreached: isUnreached({ ...customer, agreesToTexts: agrees }),
    notes,
    history,
    duplicates,
  }
}

async function agreesToTexts(id: string): Promise<boolean> {
  const [row] = await db()
    .select({ agrees: users.smsNotifications })
    .from(users)
    .where(eq(users.id, id))
  return row?.agrees ?? false
}

const countVisitsAhead = (id: string) =>
  db().$count(jobs, and(eq(jobs.customerId, id), inArray(jobs.status, [...activeJobStatuses])))

const countInvoices = (id: string) =>
  db().$count(
    invoices,
    inArray(invoices.jobId, db().select({ id: jobs.id }).from(jobs).where(eq(jobs.customerId, id))),
  )

/** Cents due for finished visits. */
async function dueOf(id: string, costs: Awaited<ReturnType<typeof costsOfCustomer>>) {
  const over = await db()
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.customerId, id), inArray(jobs.status, ['completed', 'cancelled'])))
  return over.reduce((sum, job) => sum + (centsFromDecimal(costs.get(job.id)?.due ?? '0') ?? 0), 0)
}

async function nextServiceOf(id: string): Promise<CustomerDetails['nextService']> {
  const today = businessToday()
  const known = (await vehiclesOf(id)).flatMap((vehicle) => {
    const next = nextService(vehicle, today)
    return next.state === 'none' ? [] : [{ vehicle, next }]
  })
  const [first] = known.toSorted((one, other) => one.next.date.localeCompare(other.next.date))
  return first
    ? {
        vehicleId: first.vehicle.id,
        vehicle: vehicleName(first.vehicle),
        date: first.next.date,
        isDue: first.next.state === 'due',
      }
    : null
}

const name = sql<string>`${sql.raw(nameOrEmail('users'))}`
const mostEvents = 100

async function historyOf(customerId: string): Promise<CustomerEvent[]> {
  const rows = await db()
    .select({ event: customerEvents, name: sql<string | null>`${name}` })
    .from(customerEvents)
    .leftJoin(users, eq(users.id, customerEvents.actorId))
    .where(eq(customerEvents.customerId, customerId))
    .orderBy(desc(customerEvents.createdAt), desc(customerEvents.version))
    .limit(mostEvents)
  return rows.map(({ event, name: by }) => ({
    id: event.id,
    kind: event.kind,
    fields: (event.data.fields as string[] | undefined) ?? [],
    ...(isConsent(event.kind) && { consent: event.data as CustomerEvent['consent'] }),
    by: by || null,
    createdAt: event.createdAt.toISOString(),
  }))
}

const isConsent = (kind: CustomerEvent['kind']) => kind === 'texts_agreed' || kind === 'texts_ended'

const mostNotes = 200

/** The office's notes about a customer, newest first. */
const notesOf = (customerId: string) => selectNotes(eq(customerNotes.customerId, customerId))

/** One note. Throws NotFound. */
export async function noteById(id: string): Promise<CustomerNote> {
  const [note] = await selectNotes(eq(customerNotes.id, id))
  if (!note) throw new NotFound(phrase('This note no longer exists.'))
  return note
}

async function selectNotes(which: SQL): Promise<CustomerNote[]> {
  const name = sql<string>`${sql.raw(nameOrEmail('users'))}`
  const rows = await db()
    .select({ note: customerNotes, name })
    .from(customerNotes)
    .innerJoin(users, eq(users.id, customerNotes.authorId))
    .where(which)
    .orderBy(desc(customerNotes.createdAt), customerNotes.id)
    .limit(mostNotes)
  return rows.map(({ note: { id, note, authorId, createdAt }, name: author }) => ({
    id,
    note,
    author: { id: authorId, name: author },
    createdAt: createdAt.toISOString(),
  }))
}

const shown = 50

type Row = Omit<CustomerMessage, 'job' | 'createdAt'> & {
  jobId: string | null
  number: number | null
  createdAt: Date
}

/** The latest messages between a customer and the business, newest first. */
export async function messagesOf({ id, email }: Customer): Promise<CustomerMessage[]> {
  const rows = await queryRows<Row>(statement, [id, email ?? ''])
  return rows.map(({ jobId, number, createdAt, ...message }) => ({
    ...message,
    job: jobId && number !== null ? { id: jobId, number: jobNumber(number) } : null,
    createdAt: createdAt.toISOString(),
  }))
}

const statement = {
  name: 'messages-of-customer',
  text: `select * from (
      (select e.id, 'visit' as kind, e.message as text, '' as subject, e.from_user_id = $1::uuid as by_customer,
          j.id as job_id, j.number, e.created_at
        from conversation_entries e join jobs j on j.id = e.job_id
        where j.customer_id = $1::uuid and e.type = 'message' and e.message <> ''
        order by e.created_at desc limit ${shown})
      union all
      (select c.id, 'inbox', c.message, c.subject, true, j.id, j.number, c.created_at
        from contact_messages c left join jobs j on j.id = c.job_id
        where c.customer_id = $1::uuid or ($2::text <> '' and c.email = $2::text)
        order by c.created_at desc limit ${shown})
    ) written order by created_at desc limit ${shown}`,
}

/** The Conflict for a customer changed since this version: the last change and its author, and the record `now`. */
export async function changedSince(customerId: string, version: number) {
  const [last] = await db()
    .select()
    .from(customerEvents)
    .where(
      and(
        eq(customerEvents.customerId, customerId),
        gt(customerEvents.version, Number.isNaN(version) ? 0 : version),
        isNotNull(customerEvents.actorId),
      ),
    )
    .orderBy(desc(customerEvents.version))
    .limit(1)
  const by = last?.actorId ? await personName(last.actorId) : ''
  const details = { reason: 'changed', by, now: await customerById(customerId) }
  if (!last || !by) return new Conflict(undefined, details)
  const fields = Array.isArray(last.data.fields) ? last.data.fields.map(String) : []
  return new Conflict(
    phrase('{name} has changed this in the meantime: {what}. Please check it again.', {
      name: by,
      what: eventInWords({ kind: last.kind, fields }),
    }),
    details,
  )
}
