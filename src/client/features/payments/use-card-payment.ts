import { useRef } from 'react'
import { newActionKey, useWrite } from '#client/app/queries.ts'
import { useParty } from '#client/app/session.ts'
import type { CallError } from '#client/app/call.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import type { Wallet } from '#shared/rules/wallets.ts'

/** Cardholder name to prefill. */
export type Payer = { givenName: string; familyName: string }

/** The last card payment attempt: progress and wallet. */
export type CardTry = {
  isPending: boolean
  error: CallError | null
  variables?: { body: { wallet?: Wallet | undefined } } | undefined
}

/** Pays or holds a job's amount due. */
export function useCardPayment(
  call: 'POST /api/payments/process' | 'POST /api/payments/pre-authorize',
  jobId: string,
  { amount }: PaymentDue,
) {
  const { firstName, lastName } = useParty()
  const actionKey = useRef(newActionKey())
  const write = useWrite(call, {
    // A retry has a new token, and keys are valid for one request.
    onError: () => {
      actionKey.current = newActionKey()
    },
  })
  const send = (
    card: { sourceId: string; saveForLater?: true; wallet?: Wallet } | { cardId: string },
  ) => write.mutate({ body: { ...card, amount, jobId }, idempotencyKey: actionKey.current })
  return {
    write,
    payer: { givenName: firstName, familyName: lastName } satisfies Payer,
    /** With a typed card, saved on request. */
    onToken: (sourceId: string, saveForLater: boolean) =>
      send({ sourceId, ...(saveForLater && { saveForLater }) }),
    onWallet: (sourceId: string, wallet: Wallet) => send({ sourceId, wallet }),
    onSavedCard: (cardId: string) => send({ cardId }),
  }
}
