import { and, eq, exists, gt, inArray, isNull, or } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { paymentCaptures, paymentHolds } from '#server/database/tables/payment-records.ts'
import { paymentDiscrepancies, providerEvents } from '#server/database/tables/card-network.ts'
import { happened } from '#server/events/happened.ts'
import { readJob } from '#server/reads/visits.ts'
import { formatCents } from '#shared/texts/format.ts'
import { storePhrases } from '#shared/texts/stored-phrases.ts'
import { type Phrase, phrase } from '#shared/texts/t.ts'
import { wakePayment } from './wake-payment.ts'

type StoredEvent = typeof providerEvents.$inferSelect

/** Processes a stored event of the card network; idempotent. Throws for an unknown one. */
export async function applyEvent(eventId: string): Promise<void> {
  await transaction(async () => {
    const [event] = await db()
      .select()
      .from(providerEvents)
      .where(eq(providerEvents.eventId, eventId))
      .for('update')
    if (!event) throw new Error(`There is no event ${eventId}.`)
    const jobId = event.paymentId ? await jobOfPayment(event.paymentId) : null
    if (!jobId) return
    if (jobId !== event.jobId)
      await db().update(providerEvents).set({ jobId }).where(eq(providerEvents.eventId, eventId))
    await db()
      .update(paymentAccounts)
      .set({ syncAt: now() })
      .where(eq(paymentAccounts.jobId, jobId))
    await wakePayment(jobId)
    if (event.dispute) await noteDispute(jobId, event.dispute)
  })
}

const dayMs = 86_400_000

/** An event may arrive before the answer it refers to is stored, so events of the last day are processed again. */
export async function matchEvents(): Promise<void> {
  const { paymentId, jobId, createdAt } = providerEvents
  const among = (table: typeof paymentHolds | typeof paymentCaptures) =>
    exists(db().select({ id: table.paymentId }).from(table).where(eq(table.paymentId, paymentId)))
  const known = await db()
    .select({ eventId: providerEvents.eventId })
    .from(providerEvents)
    .where(
      and(
        isNull(jobId),
        gt(createdAt, new Date(now().getTime() - dayMs)),
        or(among(paymentHolds), among(paymentCaptures)),
      ),
    )
  for (const { eventId } of known) await applyEvent(eventId)
}

async function jobOfPayment(paymentId: string): Promise<string | null> {
  const held = db()
    .select({ jobId: paymentHolds.jobId })
    .from(paymentHolds)
    .where(eq(paymentHolds.paymentId, paymentId))
  const taken = db()
    .select({ jobId: paymentCaptures.jobId })
    .from(paymentCaptures)
    .where(eq(paymentCaptures.paymentId, paymentId))
  const [row] = [...(await held), ...(await taken)]
  return row?.jobId ?? null
}

type Dispute = NonNullable<StoredEvent['dispute']>

const refOf = ({ id, state }: Pick<Dispute, 'id' | 'state'>) =>
  state === 'open' ? `dispute:${id}` : `dispute-${state}:${id}`

/**
 * Shows the office each state of a dispute once; its money stays between the bank, the network and the business. A decided
 * dispute needs no response anymore, in whichever order the two events arrive.
 */
async function noteDispute(jobId: string, dispute: Dispute): Promise<void> {
  const { id, cents, state } = dispute
  if (state === 'open' && (await isDecided(id))) return
  const noted = await db()
    .insert(paymentDiscrepancies)
    .values({
      jobId,
      ref: refOf(dispute),
      detail: storePhrases([describe(dispute)]),
      createdAt: now(),
    })
    .onConflictDoNothing()
    .returning({ id: paymentDiscrepancies.id })
  if (noted.length === 0) return
  if (state !== 'open') await closeOpen(id)
  const job = await readJob(jobId)
  if (job) await happened({ event: 'payment_disputed', job, by: null, data: { cents, state } })
}

const { ref, resolvedAt } = paymentDiscrepancies

async function isDecided(id: string): Promise<boolean> {
  const decided = (['won', 'lost'] as const).map((state) => refOf({ id, state }))
  return (await db().$count(paymentDiscrepancies, inArray(ref, decided))) > 0
}

async function closeOpen(id: string): Promise<void> {
  await db()
    .update(paymentDiscrepancies)
    .set({ resolvedAt: now(), outcome: 'noted' })
    .where(and(eq(ref, refOf({ id, state: 'open' })), isNull(resolvedAt)))
}

function describe({ cents, state }: Dispute): Phrase {
  const amount = formatCents(cents)
  if (state === 'won') return phrase('The dispute over {amount} was decided for you', { amount })
  if (state === 'lost')
    return phrase('The dispute over {amount} was decided for the customer', { amount })
  return phrase('{amount} is disputed. Answer it in the card provider’s dashboard', { amount })
}
