import { and, eq, isNull } from 'drizzle-orm'
import { db, queryRow, queryRows } from '#server/database/database.ts'
import { invoices } from '#server/database/tables/invoices.ts'
import { approvalsOf } from '#server/reads/approvals.ts'
import { paperLines } from '#server/reads/lines.ts'
import { importedConflict, loadJob, readJob } from '#server/reads/visits.ts'
import { costOf } from '#server/reads/costs.ts'
import { receiptDetails } from '#server/reads/receipt-details.ts'
import { historyOf } from '#server/features/jobs/queries/history.ts'
import { reportOf } from '#server/features/inspections/queries.ts'
import {
  photosOf,
  sharedPicture,
  sharePhotos,
  storedPicture,
} from '#server/features/photos/queries.ts'
import { logoOnPaper } from '#server/features/settings/queries.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { inOwnWords } from '#server/base/owner-spanish.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import type { FileResult } from '#shared/contract/endpoint.ts'
import type { Receipt } from '#shared/contract/receipts.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { hasReceipt, isOnInvoice } from '#shared/rules/payments.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { MovementKind } from '#shared/rules/receipts.ts'
import { methodOfAccount, receivedAccountsSql } from '#shared/rules/recorded-payments.ts'
import type { Person } from '#shared/rules/roles.ts'
import { slotLabel } from '#shared/rules/slots.ts'
import type { Wallet } from '#shared/rules/wallets.ts'
import { phrase } from '#shared/texts/t.ts'
import { type Agreements, evidencePdf } from './evidence-pdf.ts'
import { inspectionPdf } from './inspection-pdf.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { type IssuedStatement, statementPdf } from './statement-pdf.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import type { Photo } from '#shared/contract/photos.ts'
import { oilGrade } from '#shared/rules/oil.ts'

/**
 * The receipt of a visit. Throws NotFound for another customer's, Conflict until it is completed, or cancelled after a
 * charge.
 */
export async function receiptFor(person: Person, id: string): Promise<Receipt> {
  const job = await loadJob(person, id, mayManageBooking)
  if (job.importedService !== null) throw importedConflict()
  if (!hasReceipt(job.status, job.payState))
    throw new Conflict(
      isOnInvoice(job.payState)
        ? phrase('This visit is paid by invoice: the invoice is its document.')
        : job.status === 'cancelled'
          ? phrase('This visit was cancelled, so there is no receipt.')
          : phrase('Your receipt will be here once the service is completed.'),
    )
  return readReceipt(person, job)
}

/** The receipt of a visit as it stands, even before there is one for its customer. */
async function readReceipt(person: Person, job: JobRow): Promise<Receipt> {
  const { id } = job
  const cost = costOf(job)
  const photos = await photosOf(person, id)
  const { brandName, supportEmail, supportPhone, timeZone } = currentSettings()
  const { year, make, model, licensePlate } = job.vehicle
  return {
    jobId: id,
    number: jobNumber(job.number),
    status: job.status,
    paymentState: job.payState,
    business: { name: brandName, email: supportEmail, phone: supportPhone, timeZone },
    customerName: job.customerName,
    vehicle: { year, make, model, licensePlate },
    serviceAddress: job.serviceAddress,
    scheduledDate: job.serviceDate,
    scheduledTime: slotLabel(job.slot),
    bookedAt: job.createdAt.toISOString(),
    completedAt: job.completedAt?.toISOString() ?? null,
    cancelledAt: job.cancelledAt?.toISOString() ?? null,
    lines: await paperLines(person, job),
    cost,
    work: await readWork(
      job,
      // An <img> sends no header, so a guest's picture URLs are signed.
      person.link ? await sharePhotos(photos, person.link.until) : photos,
    ),
    profile: await receiptDetails(job),
    movements: await readMovements(id),
  }
}

type LedgerRow = {
  kind: MovementKind
  account: string
  cents: number
  at: Date
  brand: string | null
  last4: string | null
  wallet: Wallet | null
  pending: boolean
}

/** Payments and card movements of a visit so far. Throws NotFound for another customer's. */
export async function movementsFor(person: Person, jobId: string): Promise<Receipt['movements']> {
  await loadJob(person, jobId, mayManageBooking)
  return readMovements(jobId)
}

const money = receivedAccountsSql({ withCards: true })

/**
 * Payments and card movements of a visit from the ledger; of a dispute only what it lost, as until then it counts as paid. A charge shows the network's card, else the stored card the captured hold was
 * placed on.
 */
async function readMovements(jobId: string): Promise<Receipt['movements']> {
  const rows = await queryRows<LedgerRow>(
    {
      name: 'receipt-movements',
      text: `select case split_part(l.ref, ':', 1) when 'invoice-paid' then 'recorded'
            when 'recorded-lost' then 'recorded' when 'taken-back-lost' then 'taken-back'
            when 'recorded-tip' then 'recorded' when 'taken-back-tip' then 'taken-back'
            when 'invoice-unpaid' then 'taken-back' else split_part(l.ref, ':', 1) end as kind, l.at,
          case when l.debit in ('receivable', 'chargebacks') then l.credit else l.debit end as account,
          case when l.credit in (${money}) or l.debit = 'chargebacks' then -l.cents else l.cents end as cents,
          case when m.card_last4 is not null then m.card_brand else c.brand end as brand,
          coalesce(m.card_last4, c.last4) as last4, m.wallet,
          coalesce(r.status = 'pending', false) as pending
        from ledger_entries l
        left join payment_captures m on l.ref in ('captured:' || m.payment_id, 'tip:' || m.payment_id)
        left join payment_holds h on h.payment_id = m.payment_id
        left join payment_accounts p on p.job_id = m.job_id and h.payment_id is not null
        left join payment_cards c on c.id = p.card_id
        left join payment_refunds r on l.ref in ('refunded:' || r.refund_id, 'tip-refunded:' || r.refund_id)
        where l.job_id = $1 and (l.debit in ('reserved', 'chargebacks', ${money}) or l.credit in ('reserved', ${money}))
          and l.debit <> 'disputed' and (l.credit <> 'disputed' or l.debit = 'chargebacks')
        order by l.at, l.debit = 'cash', l.id`,
    },
    [jobId],
  )
  return rows.map(({ cents, account, at, brand, last4, wallet, ...row }) => ({
    ...row,
    method: methodOfAccount(account) ?? null,
    amount: decimalFromCents(cents),
    at: at.toISOString(),
    card: brand && last4 ? { brand, last4, ...(wallet && { wallet }) } : null,
  }))
}

/** The receipt as a PDF. Throws what `receiptFor` throws. */
export async function receiptFile(person: Person, id: string): Promise<FileResult> {
  const receipt = await receiptFor(person, id)
  return {
    file: 'pdf',
    name: `receipt-${receipt.number}.pdf`,
    bytes: await receiptPdf(receipt, await logoOnPaper(), await approvalsOf(person, id)),
  }
}

/** The report of an inspection as a PDF. Throws what `reportOf` throws. */
export async function inspectionFile(token: string): Promise<FileResult> {
  const report = await reportOf(token)
  const bytes = await inspectionPdf(report, {
    logo: await logoOnPaper(),
    pictureOf: (url) => sharedPicture(url.slice(url.lastIndexOf('/') + 1)).catch(() => undefined),
  })
  return { file: 'pdf', name: `inspection-${report.number}.pdf`, bytes }
}

/** Everything recorded about a charged visit in one PDF, for a dispute. Throws NotFound, Conflict before any charge. */
export async function evidenceFile(person: Person, jobId: string): Promise<FileResult> {
  const job = await loadJob(person, jobId)
  if (job.capturedCents === 0)
    throw new Conflict(phrase('Nothing was charged for this visit, so there is nothing to prove.'))
  const receipt = await readReceipt(person, job)
  const agreed = await agreementsOf(jobId)
  const { entries } = await historyOf(person, jobId, { limit: mostEntries })
  const bytes = await evidencePdf(
    {
      receipt,
      history: entries,
      ...agreed,
      approvals: await approvalsOf(person, jobId),
      pictureOf: (id) => storedPicture(id, 'large'),
    },
    await logoOnPaper(),
  )
  return { file: 'pdf', name: `evidence-${receipt.number}.pdf`, bytes }
}

const mostEntries = 500

/** The consent to the card, the fees and amounts agreed to, the arrival and the disputes of a visit. */
async function agreementsOf(jobId: string): Promise<Agreements> {
  const row = await queryRow<Agreements>(
    {
      name: 'evidence-agreements',
      text: `select m.consent_version, m.consent_at, j.cancel_fee_cents, j.cancel_fee_within_hours,
          j.not_done_fee_cents, j.latitude, j.longitude,
          (select e.created_at from job_events e where e.job_id = j.id and e.kind = 'technician_arrived'
            order by e.created_at desc limit 1) as arrived_at,
          (select e.data->'position' from job_events e where e.job_id = j.id and e.kind = 'technician_arrived'
            order by e.created_at desc limit 1) as position,
          (select coalesce(json_agg(json_build_object('id', d.dispute_id, 'cents', d.cents, 'state', d.state,
              'paymentId', d.payment_id) order by d.created_at), '[]')
            from payment_disputes d where d.job_id = j.id) as disputes
        from jobs j join payment_accounts m on m.job_id = j.id where j.id = $1`,
    },
    [jobId],
  )
  if (!row) throw new NotFound(phrase('Job not found.'))
  return row
}

/** The invoice of a visit as a PDF. Throws NotFound for another customer's visit, Conflict without an invoice. */
export async function invoiceFile(person: Person, id: string): Promise<FileResult> {
  await loadJob(person, id, mayManageBooking)
  const [invoice] = await db()
    .select()
    .from(invoices)
    .where(and(eq(invoices.jobId, id), isNull(invoices.voidedAt)))
  if (!invoice) throw new Conflict(phrase('This visit has no invoice.'))
  return paperOf(invoice)
}

/** An invoice by its own id, void ones too, for the office. Throws NotFound. */
export async function invoiceFileById(id: string): Promise<FileResult> {
  const [invoice] = await db().select().from(invoices).where(eq(invoices.id, id))
  if (!invoice) throw new NotFound(phrase('Invoice not found.'))
  return paperOf(invoice)
}

const paperOf = async (invoice: typeof invoices.$inferSelect): Promise<FileResult> => ({
  file: 'pdf',
  name: `invoice-${invoice.number}.pdf`,
  bytes: await invoicePdf(
    { ...invoice, isVoid: invoice.voidedAt !== null, ...(await workOnInvoice(invoice.jobId)) },
    await logoOnPaper(),
  ),
})

/**
 * The work shown on an invoice, by the visit's receipt profile, since the invoice replaces its receipt; empty without one.
 */
async function workOnInvoice(
  jobId: string,
): Promise<Pick<Receipt, 'work' | 'profile'> | undefined> {
  const job = await readJob(jobId)
  const profile = job && (await receiptDetails(job))
  return profile ? { profile, work: await readWork(job, []) } : undefined
}

/** The recorded work on a car; for a visit not done, only its photos. */
async function readWork(job: JobRow, photos: readonly Photo[]): Promise<Receipt['work']> {
  if (job.status !== 'completed')
    return {
      oilType: null,
      oilGrade: null,
      filledQuarts: null,
      odometerMiles: null,
      filters: [],
      checklist: [],
      photos: [...photos],
    }
  const taken = await queryRows<{ name: string; category: 'oil' | 'filter' }>(takenFromShelf, [
    job.id,
  ])
  const named = (category: string) =>
    taken.filter((one) => one.category === category).map(({ name }) => name)
  // With two oils, one may be an extra quart, so the one in the engine is unknown.
  const grades = new Set(named('oil').map(oilGrade))
  const [grade = null] = grades.size === 1 ? grades : []
  return {
    oilType: job.oilType,
    oilGrade: grade,
    filledQuarts: job.filledQuarts,
    odometerMiles: job.odometerMiles,
    filters: named('filter').map(inOwnWords),
    checklist: job.checklist,
    photos: [...photos],
  }
}

const takenFromShelf = {
  name: 'receipt-taken-from-shelf',
  text: `select p.name, p.category from stock_movements m join products p on p.id = m.product_id
    where m.job_id = $1 and p.category in ('oil', 'filter')
    group by p.id having sum(m.quantity) < 0 order by p.name, p.id`,
}

/** A company's statement as a PDF, in the current language. */
export const statementPaper = async (issued: IssuedStatement): Promise<Uint8Array> =>
  statementPdf(issued, await logoOnPaper())
