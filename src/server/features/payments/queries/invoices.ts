import { and, eq, gt, gte, like, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { db } from '#server/database/database.ts'
import { invoices, numberSql } from '#server/database/tables/invoices.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import { cutPage, type ListKey, listOrder, textKey } from '#server/http/list-order.ts'
import { searchPatterns } from '#server/http/paging.ts'
import type { Invoice, invoiceSorts } from '#shared/contract/invoices.ts'
import { daysOverdue, type InvoiceFilterStatus, invoiceState } from '#shared/rules/invoices.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { cachedFigure } from './cached-figures.ts'

type InvoiceFilter = {
  search?: string | undefined
  status?: InvoiceFilterStatus | undefined
  customerId?: string | undefined
}
export type WantedInvoices = InvoiceFilter & {
  sort?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** Invoices, newest first unless sorted. */
export async function findInvoices(
  wanted: WantedInvoices,
): Promise<{ rows: Invoice[]; next?: string | undefined }> {
  const today = businessToday()
  const order = listOrder(wanted, {
    fields,
    usual: [{ ...number, descending: true }],
    id: sql`${invoices.id}`,
  })
  // Limit first: with a join before the limit, the planner may read the visit of every invoice.
  const page = db()
    .select({ id: invoices.id, sortKey: order.sortKey.as('sort_key') })
    .from(invoices)
    .where(and(matchingInvoices(wanted, today), order.after))
    .orderBy(order.orderBy)
    .limit(wanted.limit + 1)
    .as('page')
  const rows = await db()
    .select({ invoice: invoices, job: jobs, customer: users, sortKey: page.sortKey })
    .from(page)
    .innerJoin(invoices, eq(invoices.id, page.id))
    .innerJoin(jobs, eq(jobs.id, invoices.jobId))
    .innerJoin(users, eq(users.id, jobs.customerId))
    .orderBy(order.orderBy)
  const cut = cutPage(rows, wanted.limit, order)
  return { ...cut, rows: cut.rows.map((row) => toInvoice(row, today)) }
}

/** Searched and filtered lists are counted up to here. */
export const countedInvoices = 1000

/** The number of invoices found: exact for all; searched or filtered up to 1,001 and `capped`. */
export async function countInvoices(
  wanted: InvoiceFilter,
): Promise<{ total: number; capped: boolean }> {
  const matching = matchingInvoices(wanted, businessToday())
  if (!matching) {
    const all = () => db().$count(invoices)
    return { total: await cachedFigure('invoices', all, (count) => count), capped: false }
  }
  const found = db()
    .select({ id: invoices.id })
    .from(invoices)
    .where(matching)
    .limit(countedInvoices + 1)
    .as('found')
  return { total: await db().$count(found), capped: true }
}

/** Cents of the invoices found; void ones don't count. */
type InvoiceTotals = {
  found: number
  amount: number
  paid: number
  open: number
  overdue: number
}

export function invoiceTotals(wanted: InvoiceFilter): Promise<InvoiceTotals> {
  const today = businessToday()
  const { search, status, customerId } = wanted
  const key = JSON.stringify([today, search, status, customerId])
  const read = async () => {
    const cents = (sum: SQL) => sql<number>`coalesce(${sum}, 0)::int8`
    const { totalCents, paidCents, openCents, voidedAt, dueOn } = invoices
    const [row] = await db()
      .select({
        found: sql<number>`count(*)::int`,
        amount: cents(sql`sum(${totalCents}) filter (where ${isNull(voidedAt)})`),
        paid: cents(sql`sum(${paidCents})`),
        open: cents(sql`sum(${openCents})`),
        overdue: cents(sql`sum(${openCents}) filter (where ${lt(dueOn, today)})`),
      })
      .from(invoices)
      .where(matchingInvoices(wanted, today))
    return row ?? { found: 0, amount: 0, paid: 0, open: 0, overdue: 0 }
  }
  return cachedFigure(`invoices ${key}`, read, ({ found }) => found)
}

function matchingInvoices(
  { search, status, customerId }: InvoiceFilter,
  today: string,
): SQL | undefined {
  return and(
    status && isStanding[status](today),
    customerId
      ? sql`${invoices.jobId} in (select id from jobs where customer_id = ${customerId}::uuid)`
      : undefined,
    ...searchPatterns(search).map((pattern) => like(invoices.searchText, pattern)),
  )
}

const isOpen = gt(invoices.openCents, 0)
/** `invoiceState` as SQL. */
const isStanding: Record<InvoiceFilterStatus, (today: string) => SQL | undefined> = {
  unpaid: () => isOpen,
  open: (today) => and(isOpen, gte(invoices.dueOn, today)),
  overdue: (today) => and(isOpen, lt(invoices.dueOn, today)),
  paid: () => and(isNull(invoices.voidedAt), eq(invoices.openCents, 0)),
  void: () => isNotNull(invoices.voidedAt),
}

const number: ListKey = { by: sql.raw(numberSql), type: 'bigint' }
const fields: Record<(typeof invoiceSorts)[number], ListKey> = {
  number,
  customer: textKey(sql`${invoices.billTo}`),
  due: { by: sql`${invoices.dueOn}`, type: 'date' },
  amount: { by: sql`${invoices.totalCents}`, type: 'bigint' },
  paid: { by: sql`${invoices.paidCents}`, type: 'bigint' },
  open: { by: sql`${invoices.openCents}`, type: 'bigint' },
}

type Row = {
  invoice: typeof invoices.$inferSelect
  job: typeof jobs.$inferSelect
  customer: typeof users.$inferSelect
}

function toInvoice({ invoice, job, customer }: Row, today: string): Invoice {
  const { id, number: printed, dueOn, openCents } = invoice
  const state = invoiceState({ isVoid: invoice.voidedAt !== null, openCents, dueOn }, today)
  return {
    id,
    number: printed,
    jobId: job.id,
    jobNumber: jobNumber(job.number),
    visitDate: job.serviceDate,
    billTo: invoice.billTo,
    customerName: invoice.document.billTo.name,
    customerId: customer.role === 'customer' && !customer.anonymizedAt ? customer.id : null,
    issuedOn: invoice.issuedOn,
    dueOn,
    amount: decimalFromCents(invoice.totalCents),
    paid: decimalFromCents(invoice.paidCents),
    open: decimalFromCents(openCents),
    state,
    overdueDays: state === 'overdue' ? daysOverdue(dueOn, today) : 0,
  }
}
