import { and, eq, isNull, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { db } from '#server/database/database.ts'
import { companies } from '#server/database/tables/companies.ts'
import { invoices, invoiceYears } from '#server/database/tables/invoices.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { statementLines } from '#server/database/tables/statements.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { paperLines } from '#server/reads/lines.ts'
import { readJob } from '#server/reads/visits.ts'
import { type JobRow } from '#server/reads/job-row.ts'
import {
  dueDate,
  type InvoiceDocument,
  invoiceNumber,
  type Invoicing,
} from '#shared/rules/invoices.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { slotLabel } from '#shared/rules/slots.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { costOf } from '#server/reads/costs.ts'

/**
 * Makes the invoice of a visit show `cents` and the amount paid, in the transaction that bills them: issues one, and when
 * the cost has changed voids the previous one, which keeps its number. 0: no invoice.
 */
export async function issueInvoice(
  jobId: string,
  { cents, paidCents }: { cents: number; paidCents: number },
): Promise<void> {
  const [before] = await db()
    .select()
    .from(invoices)
    .where(and(eq(invoices.jobId, jobId), isNull(invoices.voidedAt)))
  if ((before?.totalCents ?? 0) === cents) {
    if (before && before.paidCents !== paidCents)
      await db().update(invoices).set({ paidCents }).where(eq(invoices.id, before.id))
    return
  }
  if (!before && (await isOnStatements(jobId))) return
  const job = await readJob(jobId)
  if (!job) throw new Error(`There is no job ${jobId}.`)
  if (before)
    await db()
      .update(invoices)
      .set({ voidedAt: now(), paidCents: 0 })
      .where(eq(invoices.id, before.id))
  if (cents === 0) {
    const data = { number: before?.number ?? '', cents: before?.totalCents ?? 0 }
    await happened({ event: 'invoice_voided', job, by: null, data })
    return
  }
  const [customer] = await db()
    .select({ invoicing: users.invoicing })
    .from(users)
    .where(eq(users.id, job.customerId))
  const terms = customer?.invoicing ?? onReceipt
  const issuedOn = businessToday()
  const dueOn = dueDate(issuedOn, terms.termsDays)
  const number = await nextNumber(Number(issuedOn.slice(0, 4)))
  await db()
    .insert(invoices)
    .values({
      ...number,
      jobId,
      issuedOn,
      dueOn,
      document: await documentOf(job, terms),
      totalCents: cents,
      paidCents,
      createdAt: now(),
    })
  await db()
    .update(paymentAccounts)
    .set({ dueSince: dueOn })
    .where(eq(paymentAccounts.jobId, jobId))
  await happened({
    event: 'invoice_issued',
    job,
    by: null,
    data: {
      number: number.number,
      cents,
      dueOn,
      ...(before && { replaces: before.number }),
      ...(terms.email && { billedEmail: terms.email }),
    },
  })
}

/** Whether a company's statements bill the visit: it is on one, or the business uses companies. */
async function isOnStatements(jobId: string): Promise<boolean> {
  const [found] = await db()
    .select({ onStatement: statementLines.id })
    .from(jobs)
    .innerJoin(companies, eq(companies.accountId, jobs.customerId))
    .leftJoin(statementLines, eq(statementLines.jobId, jobs.id))
    .where(eq(jobs.id, jobId))
    .limit(1)
  return found !== undefined && (currentSettings().uses.companies || found.onStatement !== null)
}

/** For a customer who paid by invoice when they booked but no longer does. */
const onReceipt: Invoicing = {
  company: '',
  address: '',
  email: '',
  purchaseOrder: '',
  termsDays: 0,
}

async function nextNumber(year: number) {
  const [row] = await db()
    .insert(invoiceYears)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: invoiceYears.year, set: { last: sql`${invoiceYears.last} + 1` } })
    .returning({ nth: invoiceYears.last })
  const nth = row?.nth ?? 1
  return { year, nth, number: invoiceNumber(year, nth) }
}

async function documentOf(job: JobRow, terms: Invoicing): Promise<InvoiceDocument> {
  const customer = { id: job.customerId, role: 'customer', active: true } as const
  const { brandName, supportEmail, supportPhone, invoiceInstructions } = currentSettings()
  const { company, address, purchaseOrder, termsDays } = terms
  const { lines, amount, adjustments, salesTax } = costOf(job)
  return {
    business: { name: brandName, email: supportEmail, phone: supportPhone },
    billTo: { name: job.customerName, company, address, purchaseOrder },
    visit: {
      number: jobNumber(job.number),
      date: job.serviceDate,
      time: slotLabel(job.slot),
      address: job.serviceAddress,
      car: [vehicleName(job.vehicle), job.vehicle.licensePlate].filter(Boolean).join(', '),
    },
    lines: (await paperLines(customer, job)).map(({ name, quantity, unitPrice, amount: sum }) => ({
      name,
      quantity,
      unitPrice,
      amount: sum,
    })),
    cost: {
      lines,
      amount,
      adjustments: adjustments.map(({ kind, amount: moved, words, rate }) => ({
        kind,
        amount: moved,
        ...(words && { words }),
        ...(rate && { rate }),
      })),
      ...(salesTax && { salesTax: { amount: salesTax.amount } }),
    },
    termsDays,
    instructions: invoiceInstructions,
  }
}
