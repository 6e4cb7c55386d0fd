import { and, eq, isNull } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { recordedPayments } from '#server/database/tables/payment-records.ts'
import { statementPayments } from '#server/database/tables/statements.ts'
import { happened } from '#server/events/happened.ts'
import {
  assertPaymentDay,
  bookGivenBack,
  bookReceived,
  takeBackPayment,
} from '#server/features/payments/actions/record-payment.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import { readJob } from '#server/reads/visits.ts'
import { personName } from '#server/reads/people.ts'
import type { CompanyRow } from '#server/reads/companies.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import type { RecordedMethod } from '#shared/rules/recorded-payments.ts'
import type { Person } from '#shared/rules/roles.ts'
import { spread } from '#shared/rules/statements.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { statementById, unpaidVisits } from '../queries/statements.ts'
import { lockCompany } from './lock-company.ts'

type Received = {
  method: RecordedMethod
  cents: number
  reference?: string | undefined
  /** Business-local. */
  receivedOn: LocalDate
}

/**
 * Records a payment of a statement and distributes it over its visits, the oldest first, and then the company's other billed
 * ones. Throws NotFound, Invalid for a day ahead or more than a year ago, Conflict `more_than_due`.
 */
export async function payStatement(
  person: Person,
  company: CompanyRow,
  statementId: string,
  { cents, reference = '', ...received }: Received,
): Promise<void> {
  assertPaymentDay(received.receivedOn)
  await transaction(async () => {
    await lockCompany(company.id)
    const { number, openCents } = await statementById(company, statementId)
    if (cents > openCents)
      throw new Conflict(
        openCents === 0
          ? phrase('Nothing is due for this statement.')
          : phrase('Only {amount} is due for this statement.', { amount: formatCents(openCents) }),
        { reason: 'more_than_due', due: decimalFromCents(openCents) },
      )
    const [payment] = await db()
      .insert(statementPayments)
      .values({
        ...received,
        statementId,
        cents,
        reference,
        recordedBy: person.id,
        createdAt: now(),
      })
      .returning({ id: statementPayments.id })
    if (!payment) throw new Error('The payment was not stored.')
    const visits = await unpaidVisits(company, statementId)
    const parts = spread(
      cents,
      visits.map(({ unpaidCents }) => unpaidCents),
    )
    const rest = cents - parts.reduce((sum, part) => sum + part, 0)
    // Visits cost less since: the next statement gives that back as a credit.
    if (rest > 0) parts[0] = (parts[0] ?? 0) + rest
    for (const [n, part] of parts.entries()) {
      const job = part > 0 && (await readJob(visits[n]?.jobId ?? ''))
      if (!job) continue
      const own = {
        ...received,
        cents: part,
        reference: reference || number,
        statementPaymentId: payment.id,
      }
      await bookReceived(person, job, own, { atMostDue: rest === 0 || n > 0 })
    }
    await happened({
      event: 'statement_paid',
      by: person.id,
      personId: company.accountId,
      data: {
        companyId: company.id,
        company: await personName(company.accountId),
        number,
        cents,
      },
    })
  })
}

/** Takes back a statement's payment with all its parts. Throws NotFound, Conflict when it was taken back already. */
export async function takeBackStatementPayment(
  person: Person,
  company: CompanyRow,
  { statementId, paymentId }: { statementId: string; paymentId: string },
  reason: string,
): Promise<void> {
  await transaction(async () => {
    await lockCompany(company.id)
    const { number } = await statementById(company, statementId)
    const its = and(
      eq(statementPayments.id, paymentId),
      eq(statementPayments.statementId, statementId),
    )
    const [taken] = await db()
      .update(statementPayments)
      .set({ takenBackAt: now(), takenBackReason: reason })
      .where(and(its, isNull(statementPayments.takenBackAt)))
      .returning()
    if (!taken) {
      if ((await db().$count(statementPayments, its)) === 0) throw new NotFound()
      throw new Conflict(phrase('This payment has already been taken back.'))
    }
    const parts = await db()
      .select({ id: recordedPayments.id, jobId: recordedPayments.jobId })
      .from(recordedPayments)
      .where(
        and(
          eq(recordedPayments.statementPaymentId, paymentId),
          isNull(recordedPayments.takenBackAt),
        ),
      )
      .orderBy(recordedPayments.jobId)
    for (const { id: recordId, jobId } of parts)
      await takeBackPayment(person, { jobId, recordId, ofStatement: true }, reason)
    await happened({
      event: 'statement_paid',
      by: person.id,
      personId: company.accountId,
      data: {
        companyId: company.id,
        company: await personName(company.accountId),
        number,
        cents: taken.cents,
        back: reason,
      },
    })
  })
}

type Credits = {
  /** Overpaid visits, with the credit in cents, if any of it was paid. */
  from: readonly { jobId: string; cents: number }[]
  to: readonly string[]
  number: string
}

/** Pays visits of a new statement with what earlier ones were overpaid by, in the current transaction. */
export async function moveCredits(
  statementId: string,
  { from, to, number }: Credits,
): Promise<void> {
  const credits = from.filter(({ cents }) => cents > 0)
  if (credits.length === 0) return
  const receivedOn = businessToday()
  const [move] = await db()
    .insert(statementPayments)
    .values({
      statementId,
      method: 'other',
      cents: 0,
      reference: number,
      receivedOn,
      createdAt: now(),
    })
    .returning({ id: statementPayments.id })
  if (!move) throw new Error('The move of a credit was not stored.')
  const common = {
    method: 'other',
    reference: number,
    receivedOn,
    statementPaymentId: move.id,
  } as const
  let cents = 0
  for (const credit of credits) {
    const job = await readJob(credit.jobId)
    if (!job) continue
    await bookGivenBack(null, job, { ...common, cents: credit.cents }, number)
    cents += credit.cents
  }
  const visits = await unpaidVisits(null, statementId)
  const own = visits.filter(({ jobId }) => to.includes(jobId))
  const parts = spread(
    cents,
    own.map(({ unpaidCents }) => unpaidCents),
  )
  for (const [n, part] of parts.entries()) {
    const job = part > 0 && (await readJob(own[n]?.jobId ?? ''))
    if (job) await bookReceived(null, job, { ...common, cents: part }, { atMostDue: true })
  }
}
