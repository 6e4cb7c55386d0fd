import { consentVersion, keepingVersion, walletVersion } from '#shared/rules/card-consent.ts'
import { and, eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { businessDate } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentDiscrepancies, paymentOperations } from '#server/database/tables/card-network.ts'
import { ledgerEntries } from '#server/database/tables/ledger-entries.ts'
import {
  paymentHolds,
  paymentCaptures,
  paymentRefunds,
} from '#server/database/tables/payment-records.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { markSaved, storeCard } from './save-card.ts'
import {
  capturedOf,
  type Change,
  disputedOf,
  type PaymentAccount,
  heldOf,
  lostOf,
  type OperationResult,
  refundedOf,
} from '../orchestrator/payment-account.ts'
import { feesOfVisit } from '#shared/rules/fees.ts'
import { storePhrases } from '#shared/texts/stored-phrases.ts'
import { holdEntries } from '../orchestrator/hold-entries.ts'
import { noteOf, paymentStateOf, wakeAt } from '../orchestrator/payment-state.ts'

/** Columns stored beside the orchestrator's input, to detect whether a save is needed. */
export type Stored = Pick<typeof paymentAccounts.$inferSelect, 'version' | 'state' | 'wakeAt'>

/** Stores only what a change modified, in the current transaction, if the version is the one it was decided from. */
export async function saveChange(
  before: PaymentAccount,
  stored: Stored,
  change: Change,
): Promise<void> {
  const { account } = change
  if (account === before && isUpToDate(account, stored)) return
  const consent = await saveCard(before, account)
  await saveOperation(before, account, change.closed)
  await saveMovements(before, account)
  await saveLedger(before, change)
  await saveAccount(account, stored.version, consent)
}

/** Most runs end with nothing to do; the row is not written then. */
function isUpToDate(account: PaymentAccount, stored: Stored): boolean {
  const at = now()
  const sameWake = stored.wakeAt?.getTime() === wakeAt(account, at)?.getTime()
  return sameWake && stored.state === paymentStateOf(account, at)
}

async function saveAccount(
  account: PaymentAccount,
  version: number,
  consent: Awaited<ReturnType<typeof saveCard>>,
): Promise<void> {
  const at = now()
  const endedAt = account.job.completedAt ?? account.job.cancelledAt
  const saved = await db()
    .update(paymentAccounts)
    .set({
      state: paymentStateOf(account, at),
      note: storePhrases(noteOf(account, at)),
      heldCents: heldOf(account, at),
      capturedCents: capturedOf(account),
      refundedCents: refundedOf(account),
      disputedCents: disputedOf(account),
      lostCents: lostOf(account),
      adjustmentCents: account.adjustmentCents,
      feeCents: account.feeCents,
      tipGivenCents: capturedOf(account, 'tip'),
      tipCents: account.tipCents,
      tipDisputedCents: disputedOf(account, 'tip'),
      tipLostCents: lostOf(account, 'tip'),
      tipRecoveredCents: account.tipRecoveredCents,
      recordedCents: account.recordedCents,
      recoveredCents: account.recoveredCents,
      // Of one on invoice, the invoice names the day.
      ...(endedAt && !account.job.onInvoice && { dueSince: businessDate(endedAt) }),
      billedCents: account.billedCents,
      billedTaxCents: account.billedTaxCents,
      taxCollectedCents: account.taxCollectedCents,
      notifiedChargedCents: account.notifiedChargedCents,
      notifiedRefundedCents: account.notifiedRefundedCents,
      cardId: account.card?.id ?? null,
      ...consent,
      cardTries: account.cardTries,
      retryAt: account.retryAt,
      holdAsked: account.holdAsked,
      syncAt: account.syncAt,
      lastDecline: account.lastDecline,
      lastTokenHash: account.lastTokenHash,
      enteredBy: account.enteredBy,
      wakeAt: wakeAt(account, at),
      version: version + 1,
      updatedAt: at,
    })
    .where(and(eq(paymentAccounts.jobId, account.jobId), eq(paymentAccounts.version, version)))
    .returning({ jobId: paymentAccounts.jobId })
  if (saved.length === 0) throw new Error(`The payment account of job ${account.jobId} moved on.`)
}

/** Stores the consent to a new card or wallet for the visit; does nothing for the previous one. */
async function saveCard(
  before: PaymentAccount,
  { card, customer, holds }: PaymentAccount,
): Promise<Pick<typeof paymentAccounts.$inferInsert, 'consentVersion' | 'consentAt'>> {
  const [held] = changed(before.holds, holds)
  const isNew = held && before.holds.every(({ paymentId }) => paymentId !== held.paymentId)
  if (isNew && held.wallet) {
    const agreed = consentVersion(await agreedFor(before.jobId))
    return { consentVersion: `${agreed}; ${walletVersion}`, consentAt: now() }
  }
  if (!card) return {}
  if (card.id === before.card?.id) {
    if (card.keptAt && !before.card.keptAt) await markSaved(customer.id, card)
    return {}
  }
  const agreed = consentVersion(await agreedFor(before.jobId))
  await storeCard(customer.id, card, card.toKeep ? `${agreed}; ${keepingVersion}` : agreed)
  return { consentVersion: agreed, consentAt: now() }
}

/** The fees shown when the card was given. */
async function agreedFor(jobId: string) {
  const [job] = await db().select().from(jobs).where(eq(jobs.id, jobId))
  if (!job) throw new Error(`There is no job ${jobId}.`)
  return { fees: feesOfVisit(job, currentSettings()), startsAt: job.startsAt }
}

async function saveOperation(
  before: PaymentAccount,
  account: PaymentAccount,
  closed: OperationResult | undefined,
): Promise<void> {
  if (closed)
    await db()
      .update(paymentOperations)
      .set({
        status: closed.result,
        code: closed.code,
        token: null,
        leaseUntil: null,
        nextTryAt: null,
        closedAt: now(),
      })
      .where(and(eq(paymentOperations.id, closed.id), eq(paymentOperations.status, 'open')))
  const { operation } = account
  if (!operation || operation === before.operation) return
  const { attempts, nextTryAt, leaseUntil } = operation
  if (operation.id === before.operation?.id)
    await db()
      .update(paymentOperations)
      .set({ attempts, nextTryAt, leaseUntil })
      .where(eq(paymentOperations.id, operation.id))
  else {
    const {
      id,
      kind,
      cents,
      paymentId,
      token,
      wallet,
      buyerPresent,
      saveForLater = false,
    } = operation
    const { jobId } = account
    await db().insert(paymentOperations).values({
      id,
      jobId,
      kind,
      cents,
      paymentId,
      token,
      wallet,
      buyerPresent,
      saveForLater,
      attempts,
      nextTryAt,
      leaseUntil,
      createdAt: now(),
    })
  }
}

// Accounts are immutable, so a row that is still the same object has not changed.
const changed = <Row>(before: readonly Row[], after: readonly Row[]) =>
  after.filter((row) => !before.includes(row))

async function saveMovements(before: PaymentAccount, account: PaymentAccount): Promise<void> {
  const { jobId } = account
  for (const hold of changed(before.holds, account.holds))
    await upsert(paymentHolds, paymentHolds.paymentId, { jobId, ...hold })
  for (const capture of changed(before.captures, account.captures))
    await upsert(paymentCaptures, paymentCaptures.paymentId, { jobId, ...capture })
  for (const refund of changed(before.refunds, account.refunds))
    await upsert(paymentRefunds, paymentRefunds.refundId, { jobId, ...refund })
}

const upsert = <T extends PgTable>(table: T, key: PgColumn, row: T['$inferInsert']) =>
  db().insert<PgTable>(table).values(row).onConflictDoUpdate({ target: key, set: row })

async function saveLedger(before: PaymentAccount, change: Change): Promise<void> {
  const { jobId } = before
  const { discrepancies } = change
  const entries = [...holdEntries(before, change.account), ...change.entries]
  const at = now()
  if (entries.length > 0)
    await db()
      .insert(ledgerEntries)
      .values(entries.map((entry) => ({ at, ...entry, jobId })))
  if (discrepancies.length > 0)
    await db()
      .insert(paymentDiscrepancies)
      .values(
        discrepancies.map(({ ref, detail, stuck }) => ({
          jobId,
          ref,
          detail,
          stuckCents: stuck?.cents,
          paymentId: stuck?.paymentId,
          createdAt: at,
        })),
      )
      .onConflictDoNothing()
}
