import { and, eq, ne } from 'drizzle-orm'
import type { CardPayment } from '#server/adapters/cards/port.ts'
import type { CardOutcome } from '#server/adapters/cards/simulator/simulated-cards.ts'
import { type FaultHook, withFaults } from '#server/adapters/cards/test-faults.ts'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { ledgerEntries } from '#server/database/tables/ledger-entries.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import type { TestPerson } from '#server/testing/test-app.ts'
import { useServices } from '#server/testing/test-services.ts'
import type { JobStatus } from '#shared/rules/jobs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { wakePayment } from './actions/wake-payment.ts'
import { paymentOf, type PaymentRow, toPayment } from './queries.ts'
import { testNetwork } from './test-network.ts'

/** Puts faults between this process and the card network until the test ends; without a hook removes them. */
export function setFaults(hook?: FaultHook): void {
  const { network } = testNetwork
  useServices({ cards: hook ? withFaults(network, hook) : network })
}

/** A $129.99 visit of this customer. */
export async function bookVisit(
  customer: TestPerson,
  {
    inHours = 30,
    status = 'assigned',
    technicianId,
  }: { inHours?: number; status?: JobStatus; technicianId?: string } = {},
): Promise<string> {
  const startsAt = new Date(now().getTime() + inHours * 3_600_000)
  const customerId = customer.user.id
  const job = await makeJob({
    customerId,
    startsAt,
    status,
    createdAt: now(),
    ...(technicianId && { technicianId }),
  })
  return job.id
}

/** A person's mails in order, subject and text of each. */
export const mailsTo = async ({ user }: TestPerson): Promise<string[]> =>
  (
    await db()
      .select()
      .from(sentMessages)
      .where(eq(sentMessages.recipient, user.email ?? ''))
      .orderBy(sentMessages.createdAt)
  ).map(({ subject, body }) => `${subject}\n${body}`)

/** A one-time token as made by the card form. */
export const tokenOf = (outcome: CardOutcome) =>
  testNetwork.mintToken({ outcome, brand: 'Visa', last4: '1111' })

type Pay = { jobId: string; outcome?: CardOutcome; sourceId?: string; cents?: number }

async function send(call: string, customer: TestPerson, pay: Pay) {
  const { jobId, outcome = 'ok', cents = 12_999 } = pay
  const sourceId = pay.sourceId ?? (await tokenOf(outcome))
  return customer.call(`POST /api/payments/${call}`, {
    body: { jobId, sourceId, amount: decimalFromCents(cents) },
  })
}
export const preAuthorize = (customer: TestPerson, pay: Pay) => send('pre-authorize', customer, pay)
export const processPayment = (customer: TestPerson, pay: Pay) => send('process', customer, pay)

/** Changes a job like the jobs' verbs do: with a wake-up, in one transaction. */
export async function changeJob(
  jobId: string,
  change: Partial<typeof jobs.$inferInsert>,
): Promise<void> {
  await transaction(async () => {
    await db().update(jobs).set(change).where(eq(jobs.id, jobId))
    await wakePayment(jobId)
  })
}

/** Changes a job and lets background work, webhooks included, finish. */
export async function changeAndSettle(
  jobId: string,
  change: Partial<typeof jobs.$inferInsert>,
): Promise<PaymentRow> {
  await changeJob(jobId, change)
  await runDueTasks()
  return worded(jobId)
}

/** A completed and charged visit. */
export async function paidVisit(customer: TestPerson, outcome?: CardOutcome): Promise<string> {
  const jobId = await bookVisit(customer)
  const held = await preAuthorize(customer, { jobId, ...(outcome && { outcome }) })
  const payment = await changeAndSettle(jobId, { status: 'completed' })
  if (!outcome && payment.state !== 'paid')
    throw new Error(`It is not paid: ${JSON.stringify([held.status, held.body, payment])}`)
  return jobId
}

/** The payment of a job, with its note and problems in English. */
export async function worded(jobId: string): Promise<PaymentRow> {
  const row = await paymentOf(jobId)
  return { ...row, note: toPayment(row).notes }
}

/** Every payment of the card network in its current state. */
export async function networkPayments(): Promise<CardPayment[]> {
  const payments: CardPayment[] = []
  for (const id of await testNetwork.paymentIds()) {
    const answer = await testNetwork.network.readPayment(id)
    if (answer.outcome === 'ok') payments.push(answer.value)
  }
  return payments
}

/** Balance of each account in a job's ledger, in cents; debits are positive. */
export async function ledgerOf(jobId: string): Promise<Record<string, number>> {
  const rows = await db()
    .select({
      debit: ledgerEntries.debit,
      credit: ledgerEntries.credit,
      cents: ledgerEntries.cents,
    })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.jobId, jobId),
        ne(ledgerEntries.debit, 'reserved'),
        ne(ledgerEntries.debit, 'card'),
      ),
    )
  const sums: Record<string, number> = { cash: 0, receivable: 0, revenue: 0 }
  for (const { debit, credit, cents } of rows) {
    sums[debit] = (sums[debit] ?? 0) + cents
    sums[credit] = (sums[credit] ?? 0) - cents
  }
  return sums
}
