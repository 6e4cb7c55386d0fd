import { and, asc, eq } from 'drizzle-orm'
import { businessDate, businessToday } from '#server/base/business-time.ts'
import { db, queryRow, queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { companies } from '#server/database/tables/companies.ts'
import { statementPayments, statements } from '#server/database/tables/statements.ts'
import { NotFound } from '#server/http/errors.ts'
import type { CompanyRow } from '#server/reads/companies.ts'
import { unpaidColumn, visitCostOf } from '#server/reads/costs.ts'
import { servicesOf } from '#server/reads/job-row.ts'
import { readTheseJobs } from '#server/reads/visits.ts'
import type { Aging, ListedStatement, Statement } from '#shared/contract/statements.ts'
import { daysOverdue, invoiceState } from '#shared/rules/invoices.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import {
  agingColumn,
  agingColumns,
  type BilledVisit,
  type StatementLineFacts,
} from '#shared/rules/statements.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { phrase } from '#shared/texts/t.ts'

export type BillableVisit = BilledVisit & {
  jobId: string
  /** Sales tax in its cost. */
  taxCents: number
  facts: Omit<StatementLineFacts, 'kind' | 'amount'>
}

type BillableRow = BilledVisit & { jobId: string }

const billable = statement<BillableRow, { accountId: string; before: Date }>(
  'visits-to-bill',
  (
    $,
  ) => `select j.id as job_id, l.lines is not null as is_billed, coalesce(l.cents, 0)::int as billed_cents,
      m.amount_cents, ${unpaidColumn} as unpaid_cents, coalesce(r.cents, 0)::int as statement_paid_cents
    from jobs j join payment_accounts m on m.job_id = j.id
      left join lateral (select sum(cents) as cents, count(*) filter (where kind = 'visit') as lines
        from statement_lines where job_id = j.id having count(*) > 0) l on true
      left join lateral (select sum(cents) as cents from recorded_payments
        where job_id = j.id and statement_payment_id is not null and taken_back_at is null) r on true
    where j.customer_id = ${$.accountId}::uuid and m.visit_over and j.on_invoice
      and coalesce(j.completed_at, j.cancelled_at) < ${$.before}::timestamptz
      and (l.lines is not null or (m.amount_cents > 0
        and not exists (select from invoices i where i.job_id = j.id and i.voided_at is null)))
    order by coalesce(j.completed_at, j.cancelled_at), j.number`,
)

/** Visits over before that instant, with what statements billed of them so far. */
export async function billableVisits(company: CompanyRow, before: Date): Promise<BillableVisit[]> {
  const rows = await queryRows(billable, { accountId: company.accountId, before })
  const changed = rows.filter(
    (row) => !row.isBilled || row.unpaidCents + row.statementPaidCents !== row.billedCents,
  )
  const jobs = new Map(
    (await readTheseJobs(changed.map(({ jobId }) => jobId))).map((job) => [job.id, job]),
  )
  return changed.flatMap((row) => {
    const job = jobs.get(row.jobId)
    if (!job) return []
    return [
      {
        ...row,
        taxCents: visitCostOf(job).salesTax?.cents ?? 0,
        facts: {
          jobId: job.id,
          visit: jobNumber(job.number),
          date: businessDate(job.completedAt ?? job.cancelledAt ?? job.startsAt),
          unit: job.vehicle.unitNumber ?? '',
          car: vehicleName(job.vehicle),
          plate: job.vehicle.licensePlate,
          poNumber: job.poNumber,
          service: servicesOf(job).join(', '),
        },
      },
    ]
  })
}

const unpaid = statement<
  { jobId: string; unpaidCents: number },
  { companyId: string | null; statementId: string }
>(
  'unpaid-visits-of-statement',
  ($) => `select j.id as job_id, ${unpaidColumn} as unpaid_cents
    from statement_lines l join statements s on s.id = l.statement_id
      join jobs j on j.id = l.job_id join payment_accounts m on m.job_id = j.id
    where l.kind = 'visit'
      and (s.id = ${$.statementId}::uuid or s.company_id = ${$.companyId}::uuid)
    order by s.id <> ${$.statementId}::uuid, coalesce(j.completed_at, j.cancelled_at), j.number`,
)

/** A statement's visits with their unpaid cents, oldest first, then the other billed visits of `company`. */
export const unpaidVisits = (company: CompanyRow | null, statementId: string) =>
  queryRows(unpaid, { companyId: company?.id ?? null, statementId })

const paid = `(select coalesce(sum(p.cents), 0)::int from statement_payments p
  where p.statement_id = s.id and p.taken_back_at is null)`

type StatementRow = Omit<ListedStatement, 'total' | 'paid' | 'open' | 'state' | 'overdueDays'> & {
  totalCents: number
  paidCents: number
}

const ofCompany = {
  name: 'statements-of-company',
  text: `select s.id, s.number, s.period, s.issued_on::text as issued_on, s.due_on::text as due_on,
      s.total_cents, ${paid} as paid_cents
    from statements s where s.company_id = $1::uuid order by s.period desc`,
}

function toListed({ totalCents, paidCents, ...row }: StatementRow): ListedStatement {
  const openCents = totalCents - paidCents
  const today = businessToday()
  const state = invoiceState({ isVoid: false, openCents, dueOn: row.dueOn }, today)
  return {
    ...row,
    total: decimalFromCents(totalCents),
    paid: decimalFromCents(paidCents),
    open: decimalFromCents(openCents),
    state,
    overdueDays: state === 'overdue' ? daysOverdue(row.dueOn, today) : 0,
  }
}

/** A company's statements, newest first. */
export async function statementsOf({ id }: CompanyRow): Promise<ListedStatement[]> {
  return (await queryRows<StatementRow>(ofCompany, [id])).map(toListed)
}

const unbilled = {
  name: 'unbilled-of-company',
  text: `select coalesce(sum(${unpaidColumn}), 0)::int as cents
    from jobs j join payment_accounts m on m.job_id = j.id
    where j.customer_id = $1::uuid and m.visit_over and j.on_invoice
      and not exists (select from statement_lines l where l.job_id = j.id)
      and not exists (select from invoices i where i.job_id = j.id and i.voided_at is null)`,
}

/** A company's debt by days overdue, and the amount not on a statement yet. */
export async function agingOf(company: CompanyRow): Promise<Aging> {
  const rows = await queryRows<StatementRow>(ofCompany, [company.id])
  const today = businessToday()
  const cents = Object.fromEntries(agingColumns.map((column) => [column, 0])) as Record<
    (typeof agingColumns)[number],
    number
  >
  for (const { dueOn, totalCents, paidCents } of rows)
    cents[agingColumn(dueOn, today)] += totalCents - paidCents
  const notBilled = await queryRow<{ cents: number }>(unbilled, [company.accountId])
  return {
    columns: agingColumns.map((column) => ({ column, amount: decimalFromCents(cents[column]) })),
    open: decimalFromCents(Object.values(cents).reduce((sum, one) => sum + one, 0)),
    unbilled: decimalFromCents(notBilled?.cents ?? 0),
  }
}

/** A statement of the company with its open amount. Throws NotFound. */
export async function statementById({ id: companyId }: CompanyRow, id: string) {
  const [row] = await db()
    .select()
    .from(statements)
    .where(and(eq(statements.id, id), eq(statements.companyId, companyId)))
  if (!row) throw new NotFound(phrase('Statement not found.'))
  const payments = await db()
    .select()
    .from(statementPayments)
    .where(eq(statementPayments.statementId, id))
    .orderBy(asc(statementPayments.createdAt))
  const paidCents = payments
    .filter(({ takenBackAt }) => takenBackAt === null)
    .reduce((sum, { cents }) => sum + cents, 0)
  return { ...row, payments, paidCents, openCents: row.totalCents - paidCents }
}

/** The same on the wire. */
export async function statementFor(company: CompanyRow, id: string): Promise<Statement> {
  const { document, payments, ...row } = await statementById(company, id)
  return {
    ...toListed(row),
    lines: document.lines,
    salesTax: document.salesTax,
    payments: payments
      .filter(({ cents }) => cents > 0)
      .map(
        ({
          id: paymentId,
          method,
          cents,
          reference,
          receivedOn,
          takenBackAt,
          takenBackReason,
        }) => ({
          id: paymentId,
          method,
          amount: decimalFromCents(cents),
          reference,
          receivedOn,
          takenBack: takenBackAt ? takenBackReason : null,
        }),
      ),
  }
}

/** A statement by its id alone, for its link. Throws NotFound. */
export async function linkedStatement(id: string | undefined) {
  const [row] = id
    ? await db()
        .select({
          id: statements.id,
          number: statements.number,
          pdf: statements.pdf,
          company: companies,
        })
        .from(statements)
        .innerJoin(companies, eq(companies.id, statements.companyId))
        .where(eq(statements.id, id))
    : []
  if (!row) throw new NotFound(phrase('This link has expired or is incomplete.'))
  return row
}

/** The language of the company's first manager; null is English. */
export async function languageOfCompany(companyId: string): Promise<string | null> {
  const row = await queryRow<{ language: string | null }>(
    {
      name: 'language-of-company',
      text: `select u.language from company_members m join users u on u.id = m.user_id
        where m.company_id = $1::uuid and m.left_at is null and m.role <> 'driver'
        order by m.role = 'manager' desc, m.joined_at limit 1`,
    },
    [companyId],
  )
  return row?.language ?? null
}

type OpenStatement = {
  companyId: string
  accountId: string
  company: string
  statementId: string
  number: string
  period: string
  cents: number
  issuedOn: string
  dueOn: string
  billedEmail: string
}

/** Statements with something to pay that are due in that range, both days included. */
export function openStatements(from: string, to: string): Promise<OpenStatement[]> {
  return queryRows<OpenStatement>(
    {
      name: 'open-statements',
      text: `select * from (select c.id as company_id, c.account_id, u.first_name as company, s.id as statement_id,
          s.number, s.period, s.total_cents - ${paid} as cents, s.issued_on::text as issued_on,
          s.due_on::text as due_on, c.billing_email as billed_email
        from statements s join companies c on c.id = s.company_id join users u on u.id = c.account_id
        where s.due_on between $1::date and $2::date) o where cents > 0 order by due_on, number`,
    },
    [from, to],
  )
}
