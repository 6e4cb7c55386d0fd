import { and, eq, inArray, sql } from 'drizzle-orm'
import { businessToday, startOfBusinessDay } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { inLanguage } from '#server/base/language.ts'
import { db, transaction } from '#server/database/database.ts'
import { companies } from '#server/database/tables/companies.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { statementLines, statements, statementYears } from '#server/database/tables/statements.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { statementPaper } from '#server/features/receipts/queries.ts'
import { Conflict } from '#server/http/errors.ts'
import { isTaxExempt } from '#shared/rules/companies.ts'
import { dueDate } from '#shared/rules/invoices.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import {
  dayAfter,
  firstDayOf,
  linesOfVisit,
  type Period,
  periodBefore,
  type StatementDocument,
  type StatementLineKind,
  statementNumber,
} from '#shared/rules/statements.ts'
import { phrase } from '#shared/texts/t.ts'
import { statementLink } from '../statement-link.ts'
import { billableVisits, type BillableVisit, languageOfCompany } from '../queries/statements.ts'
import { lockCompany } from './lock-company.ts'
import { moveCredits } from './statement-payments.ts'
import { log } from '#server/base/log.ts'

type Line = { kind: StatementLineKind; cents: number; visit: BillableVisit }

/**
 * Closes a company's month and returns the statement's id: the same one however often and from wherever it is called. Bills
 * visits completed before the month's end that are on no statement yet, and later changes to visits that are. Throws
 * NotFound; Conflict `too_early` until the month is over, unless the company is closed, and `nothing` without anything to bill.
 */
export function closeStatement(
  by: string | null,
  companyId: string,
  period: Period,
): Promise<string> {
  return transaction(async () => {
    // One after another for a company; a number is locked until its statement commits.
    const company = await lockCompany(companyId)
    const [known] = await db()
      .select({ id: statements.id })
      .from(statements)
      .where(and(eq(statements.companyId, companyId), eq(statements.period, period)))
    if (known) return known.id
    const today = businessToday()
    const end = dayAfter(period)
    if (today < end && !(company.closedAt && firstDayOf(period) <= today))
      throw new Conflict(phrase('This month is not over yet.'), { reason: 'too_early' })
    const visits = await billableVisits(company, startOfBusinessDay(end))
    const lines = linesToBill(visits)
    if (lines.length === 0)
      throw new Conflict(phrase('There is no completed visit to bill for this month.'), {
        reason: 'nothing',
      })
    const [account] = await db()
      .select({ name: users.firstName })
      .from(users)
      .where(eq(users.id, company.accountId))
    const totalCents = lines.reduce((sum, { cents }) => sum + cents, 0)
    const dueOn = dueDate(today, company.netDays)
    const numbered = await nextNumber(Number(today.slice(0, 4)))
    const { brandName, supportEmail, supportPhone, invoiceInstructions } = currentSettings()
    const taxCents = lines.reduce(
      (sum, { kind, visit }) => sum + (kind === 'visit' ? visit.taxCents : 0),
      0,
    )
    const document: StatementDocument = {
      business: { name: brandName, email: supportEmail, phone: supportPhone },
      billTo: { name: account?.name ?? '', address: company.billingAddress },
      period,
      lines: lines.map(({ kind, cents, visit: { facts } }) => ({
        ...facts,
        kind,
        amount: decimalFromCents(cents),
      })),
      total: decimalFromCents(totalCents),
      salesTax: decimalFromCents(taxCents),
      taxCertificate: isTaxExempt(company, today) ? company.taxCertificate : '',
      termsDays: company.netDays,
      instructions: invoiceInstructions,
    }
    const issued = { number: numbered.number, issuedOn: today, dueOn, document }
    const language = await languageOfCompany(companyId)
    const pdf = Buffer.from(await inLanguage(language, () => statementPaper(issued)))
    const [made] = await db()
      .insert(statements)
      .values({
        ...numbered,
        ...issued,
        companyId,
        period,
        pdf,
        totalCents,
        closedBy: by,
        createdAt: now(),
      })
      .returning({ id: statements.id })
    if (!made) throw new Error('The statement was not stored.')
    await db()
      .insert(statementLines)
      .values(
        lines.map(({ kind, cents, visit }, position) => ({
          statementId: made.id,
          jobId: visit.jobId,
          position,
          kind,
          cents,
        })),
      )
    const billed = lines.flatMap(({ kind, visit }) => (kind === 'visit' ? [visit.jobId] : []))
    await db()
      .update(paymentAccounts)
      .set({ dueSince: dueOn })
      .where(inArray(paymentAccounts.jobId, billed))
    await moveCredits(made.id, {
      from: lines.flatMap(({ kind, cents, visit }) =>
        kind === 'credit'
          ? [{ jobId: visit.jobId, cents: Math.min(-cents, -visit.unpaidCents) }]
          : [],
      ),
      to: billed,
      number: numbered.number,
    })
    await happened({
      event: 'statement_closed',
      by,
      personId: company.accountId,
      data: {
        companyId,
        company: account?.name ?? '',
        statementId: made.id,
        number: numbered.number,
        period,
        cents: totalCents,
        dueOn,
        link: await statementLink(made.id),
        billedEmail: company.billingEmail,
        language,
      },
    })
    return made.id
  })
}

/** Credits count up to the sum of the other lines; the next statement has the rest. */
function linesToBill(visits: readonly BillableVisit[]): Line[] {
  const all = visits.flatMap((visit) => linesOfVisit(visit).map((line) => ({ ...line, visit })))
  const debits = all.filter(({ kind }) => kind !== 'credit')
  let rest = debits.reduce((sum, { cents }) => sum + cents, 0)
  const credits = all.flatMap((line) => {
    if (line.kind !== 'credit') return []
    const cents = -Math.min(rest, -line.cents)
    rest += cents
    return cents === 0 ? [] : [{ ...line, cents }]
  })
  return [...debits, ...credits]
}

async function nextNumber(year: number) {
  const [row] = await db()
    .insert(statementYears)
    .values({ year, last: 1 })
    .onConflictDoUpdate({
      target: statementYears.year,
      set: { last: sql`${statementYears.last} + 1` },
    })
    .returning({ nth: statementYears.last })
  const nth = row?.nth ?? 1
  return { year, nth, number: statementNumber(year, nth) }
}

/** Closes the month before for every company that has something to bill; also what an earlier run missed. */
export async function closeLastMonth(): Promise<void> {
  if (!currentSettings().uses.companies) return
  const period = periodBefore(businessToday())
  const all = await db().select({ id: companies.id }).from(companies)
  for (const { id } of all)
    await closeStatement(null, id, period).catch((error: unknown) => {
      // One company must not keep the others from their statement.
      if (!(error instanceof Conflict)) log.error({ err: error, companyId: id }, 'statement failed')
    })
}
