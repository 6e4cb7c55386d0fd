import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { db } from '#server/database/database.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import { customerEvents } from '#server/database/tables/events.ts'
import { invoices } from '#server/database/tables/invoices.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import { isUnreached } from '#server/reads/people.ts'
import { costsOfCustomer } from '#server/reads/costs.ts'
import { vehiclesOf } from '#server/features/vehicles/queries.ts'
import type { CustomerDetails, CustomerEvent } from '#shared/contract/customers.ts'
import { activeJobStatuses } from '#shared/rules/jobs.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import { nextService } from '#shared/rules/next-service.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { customerById } from '../queries.ts'
import { duplicatesOf } from './duplicates.ts'
import { notesOf } from './notes.ts'

/** A customer with everything their page shows first. Throws NotFound. */
export async function detailsOf(id: string): Promise<CustomerDetails> {
  const customer = await customerById(id)
  const [agrees, costs, visitsAhead, invoiceCount, service, notes, history, duplicates] =
    await Promise.all([
      agreesToTexts(id),
      costsOfCustomer(id),
      countVisitsAhead(id),
      countInvoices(id),
      nextServiceOf(id),
      notesOf(id),
      historyOf(id),
      duplicatesOf(customer),
    ])
  const due = await dueOf(id, costs)
  return {
    ...customer,
    amountDue: decimalFromCents(due),
    visitsAhead,
    invoiceCount,
    nextService: service,
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
    by: by || null,
    createdAt: event.createdAt.toISOString(),
  }))
}
