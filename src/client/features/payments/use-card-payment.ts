import { useRef } from 'react'
import { newActionKey, useWrite } from '#client/app/queries.ts'
import { usePerson } from '#client/app/session.ts'
import type { CallError } from '#client/app/call.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import type { Wallet } from '#shared/rules/wallets.ts'

/** Whose name a card form fills in. */
export type Payer = { givenName: string; familyName: string }

/** The last try to pay with a card: how far it is, and the wallet that the card came from. */
export type CardTry = {
  isPending: boolean
  error: CallError | null
  variables?: { body: { wallet?: Wallet | undefined } } | undefined
}

/** Pays or holds what is due for a job of somebody signed in, once there is a card. */
export function useCardPayment(
  call: 'POST /api/payments/process' | 'POST /api/payments/pre-authorize',
  jobId: string,
  { amount }: PaymentDue,
) {
  const { firstName, lastName } = usePerson()
  const actionKey = useRef(newActionKey())
  const write = useWrite(call, {
    // The next try brings another card, and a key is good for one request only.
    onError: () => {
      actionKey.current = newActionKey()
    },
  })
  const send = (
    card: { sourceId: string; keepCard?: true; wallet?: Wallet } | { cardId: string },
  ) => write.mutate({ body: { ...card, amount, jobId }, idempotencyKey: actionKey.current })
  return {
    write,
    payer: { givenName: firstName, familyName: lastName } satisfies Payer,
    /** With a card that was typed, and is kept for later visits if its owner wants that. */
    onToken: (sourceId: string, keepCard: boolean) =>
      send({ sourceId, ...(keepCard && { keepCard }) }),
    /** With a card that a wallet showed. */
    onWallet: (sourceId: string, wallet: Wallet) => send({ sourceId, wallet }),
    /** With a card that its owner keeps. */
    onKept: (cardId: string) => send({ cardId }),
  }
}
