import { useRef } from 'react'
import { newActionKey, useWrite } from '#client/app/queries.ts'
import { usePerson } from '#client/app/session.ts'
import { toast } from '#client/ui/toast.ts'
import type { Wallet } from '#shared/rules/wallets.ts'
import type { CardTry, Payer } from './use-card-payment.ts'

/** A tip as a decimal string; of another card than the one that is stored its one-time token, and the wallet it is of. */
export type Tip = { amount: string; sourceId?: string; wallet?: Wallet }

/** How a tip is given, by whoever may. */
export type Tipping = CardTry & { give: (tip: Tip) => void; payer: Payer }

/** Gives the tip of a visit of one's own. */
export function useTip(jobId: string, onGiven: () => void = () => {}): Tipping {
  const { firstName, lastName } = usePerson()
  const actionKey = useRef(newActionKey())
  const { mutate, isPending, error, variables } = useWrite('POST /api/jobs/{id}/tip', {
    onSuccess: ({ message }) => {
      toast({ title: message })
      onGiven()
    },
    // The next try is another one, and a key is good for one request only.
    onError: () => {
      actionKey.current = newActionKey()
    },
  })
  return {
    give: (body) => mutate({ params: { id: jobId }, body, idempotencyKey: actionKey.current }),
    isPending,
    error,
    variables,
    payer: { givenName: firstName, familyName: lastName },
  }
}

/** The same by a guest's link. */
export function useGuestTip(token: string, name: string): Tipping {
  const { mutate, isPending, error, variables } = useWrite('POST /api/guest-links/tip', {
    onSuccess: ({ message }) => toast({ title: message }),
  })
  return {
    give: (tip) => mutate({ body: { token, ...tip } }),
    isPending,
    error,
    variables,
    payer: { givenName: name, familyName: '' },
  }
}
