import { useRef } from 'react'
import { newActionKey, useWrite } from '#client/app/queries.ts'
import { usePerson } from '#client/app/session.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'

/** Pays or holds what is due for a job of somebody signed in, once a `CardForm` has the card. */
export function useCardPayment(
  call: 'POST /api/payments/process' | 'POST /api/payments/pre-authorize',
  jobId: string,
  { amount }: PaymentDue,
) {
  const { firstName, lastName } = usePerson()
  const actionKey = useRef(newActionKey())
  const write = useWrite(call, {
    // The next try brings another token, and a key is good for one request only.
    onError: () => {
      actionKey.current = newActionKey()
    },
  })
  return {
    write,
    payer: { givenName: firstName, familyName: lastName },
    onToken: (sourceId: string) =>
      write.mutate({ body: { sourceId, amount, jobId }, idempotencyKey: actionKey.current }),
  }
}
