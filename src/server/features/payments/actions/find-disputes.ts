import { inArray } from 'drizzle-orm'
import type { CardDisputes } from '#server/adapters/cards/port.ts'
import { services } from '#server/adapters/services.ts'
import { businessToday } from '#server/base/business-time.ts'
import { db } from '#server/database/database.ts'
import {
  paymentCaptures,
  paymentDisputes,
  paymentHolds,
} from '#server/database/tables/payment-records.ts'
import { isDecidedOtherwise, isLaterDispute } from '#shared/rules/disputes.ts'
import { takeEvent } from './receive-event.ts'

/**
 * Reads the card network's list of disputes and applies the states whose webhooks were lost, as if they came now. Throws
 * when the network does not respond. Never inside a transaction.
 */
export async function findDisputes(): Promise<void> {
  const network = services().cards
  if (!network) return
  let cursor: string | undefined
  do {
    const answer = await network.listDisputes({ cursor })
    if (answer.outcome !== 'ok') throw new Error('The card network did not list its disputes.')
    const { disputes, next } = answer.value
    for (const { paymentId, isAgain, ...dispute } of await unknownOf(disputes)) {
      // The key includes the day, so that a dispute whose charge is not recorded yet is tried again tomorrow. A second
      // decision is recorded once.
      const id = `listed:${dispute.id}:${dispute.state}:${isAgain ? 'again' : businessToday()}`
      await takeEvent({ id, type: 'dispute.listed', paymentId, dispute })
    }
    cursor = next ?? undefined
  } while (cursor)
}

type Listed = CardDisputes['disputes'][number] & { isAgain: boolean }

/** Disputes of our payments that are further along than recorded; `isAgain`: decided the other way. */
async function unknownOf(disputes: CardDisputes['disputes']): Promise<Listed[]> {
  if (disputes.length === 0) return []
  const paymentIds = [...new Set(disputes.map(({ paymentId }) => paymentId))]
  const among = (table: typeof paymentHolds | typeof paymentCaptures) =>
    db()
      .select({ paymentId: table.paymentId })
      .from(table)
      .where(inArray(table.paymentId, paymentIds))
  const payments = [...(await among(paymentHolds)), ...(await among(paymentCaptures))]
  const ours = new Set(payments.map(({ paymentId }) => paymentId))
  const ids = disputes.map(({ id }) => id)
  const { disputeId, state } = paymentDisputes
  const known = await db()
    .select({ id: disputeId, state })
    .from(paymentDisputes)
    .where(inArray(disputeId, ids))
  const states = new Map(known.map((row) => [row.id, row.state]))
  return disputes
    .filter(({ paymentId }) => ours.has(paymentId))
    .map((one) => ({ ...one, isAgain: isDecidedOtherwise(states.get(one.id), one.state) }))
    .filter((one) => one.isAgain || isLaterDispute(states.get(one.id), one.state))
}
