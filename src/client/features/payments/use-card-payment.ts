import { useRef } from 'react'
import { newActionKey, useWrite } from '#client/app/queries.ts'
import { usePerson } from '#client/app/session.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import type { TokenizeDetails } from './card-provider.ts'
import { useCard } from './use-card.ts'

/** Pays or holds what is due for a job with the card in the form; `intent` is what the card is asked for. */
export function useCardPayment(
  call: 'POST /api/payments/process' | 'POST /api/payments/pre-authorize',
  { jobId, due, intent }: { jobId: string; due: PaymentDue; intent: TokenizeDetails['intent'] },
) {
  const person = usePerson()
  const card = useCard()
  const actionKey = useRef(newActionKey())
  const write = useWrite(call, {
    // The next try brings another token, and a key is good for one request only.
    onError: () => {
      actionKey.current = newActionKey()
    },
  })
  const pay = async () => {
    const sourceId = await card.tokenize({
      intent,
      amount: due.amount,
      currencyCode: 'USD',
      billingContact: { givenName: person.firstName, familyName: person.lastName },
      customerInitiated: true,
      sellerKeyedIn: false,
    })
    if (!sourceId) return
    write.mutate({
      body: { sourceId, amount: due.amount, jobId },
      idempotencyKey: actionKey.current,
    })
  }
  return { card, write, pay: () => void pay() }
}
