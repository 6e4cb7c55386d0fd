import { useState } from 'react'
import type { CallError } from '#client/app/call.ts'
import { newActionKey, useWrite } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { SavedCard } from '#shared/contract/cards.ts'
import { paymentRequest } from '#shared/rules/paying.ts'
import type { PaymentState } from '#shared/rules/payments.ts'

export type Reservation =
  | { card: SavedCard; state: 'asked' }
  | { card: SavedCard; state: 'done'; payment: PaymentState }
  | { card: SavedCard; state: 'refused'; error: CallError }

/** Holds the amounts of new visits on the customer's saved card, one by one. */
export function useReserve() {
  const business = useBusiness()
  const [reservations, setReservations] = useState<Record<string, Reservation>>({})
  const hold = useWrite('POST /api/payments/pre-authorize')
  const note = (job: Job, reservation: Reservation) =>
    setReservations((before) => ({ ...before, [job.id]: reservation }))
  return {
    reservations,
    reserve: async (jobs: readonly Job[], card: SavedCard) => {
      const unsecured = jobs.filter((job) => paymentRequest(job, business) === 'card')
      for (const job of unsecured) note(job, { card, state: 'asked' })
      for (const job of unsecured)
        await hold
          .mutateAsync({
            body: { jobId: job.id, cardId: card.id, amount: job.cost.due },
            idempotencyKey: newActionKey(),
          })
          .then(({ state }) => note(job, { card, state: 'done', payment: state }))
          .catch((error: CallError) => note(job, { card, state: 'refused', error }))
    },
  }
}
