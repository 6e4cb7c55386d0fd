import type { jobEvents } from '#server/database/tables/events.ts'
import type { EventData } from '#shared/rules/events.ts'
import { type PlannedMoney, refundTime } from './plan-money.ts'

type MoneyEvents = Pick<
  EventData,
  'payment_held' | 'payment_released' | 'payment_charged' | 'refund_decided' | 'payment_refunded'
>

/** Entries about money in visit histories and the audit log. */
export function moneyEventsOf(
  { account, planned, heldAt }: PlannedMoney,
  adminId: string,
): (typeof jobEvents.$inferInsert)[] {
  const { completedAt, cancelledAt } = planned.times
  const [hold] = account.holds
  const event = <E extends keyof MoneyEvents>(
    kind: E,
    at: Date | null | undefined,
    data: MoneyEvents[E],
    actorId: string | null = null,
  ) => (at ? [{ jobId: account.jobId, kind, actorId, createdAt: at, data }] : [])
  const captured = account.captures.reduce((sum, { capturedCents }) => sum + capturedCents, 0)
  return [
    ...(hold && hold.status !== 'failed'
      ? event('payment_held', heldAt, { cents: hold.cents })
      : []),
    ...(hold?.status === 'released' ? event('payment_released', cancelledAt, {}) : []),
    ...(captured > 0 ? event('payment_charged', completedAt, { cents: captured }) : []),
    ...account.refunds.flatMap(({ cents }) => {
      const at = completedAt && refundTime(completedAt)
      const reason = 'customer_complaint' as const
      return [
        ...event('refund_decided', at, { cents, reason, words: '' }, adminId),
        ...event('payment_refunded', at, { cents, reason }),
      ]
    }),
  ]
}
