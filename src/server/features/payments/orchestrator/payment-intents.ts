import { createHash } from 'node:crypto'
import { Conflict } from '#server/http/errors.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import type { Person } from '#shared/rules/roles.ts'
import { alreadyInStatus } from '#shared/rules/status-labels.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { opened } from './claim-operation.ts'
import {
  type Change,
  dueOf,
  type PaymentAccount,
  netOf,
  type OperationDraft,
  openHold,
  unchanged,
} from './payment-account.ts'

export type CardForm = {
  sourceId: string
  amount: string | number
  jobId: string
}

/** The same with who of the office enters the card for the customer; null for the customer. */
export type EnteredCard = CardForm & { enteredBy: string | null }

export const enteredBy = (person: Person, form: CardForm): EnteredCard => ({
  ...form,
  enteredBy: person.role === 'admin' ? person.id : null,
})

/** What a customer wants of a one-time token; null when that is done already. Throws Conflict when it may not be. */
export type PaymentIntent = (
  account: PaymentAccount,
  form: CardForm,
  isRepeat: boolean,
) => OperationDraft | null

/** Opens the operation a customer's token is for; a repeat changes nothing. `busy`: another call is under way. */
export function openIntent(
  account: PaymentAccount,
  form: EnteredCard,
  intent: PaymentIntent,
): Change & { busy: boolean } {
  const lastTokenHash = hashOf(form)
  const isRepeat = account.lastTokenHash === lastTokenHash
  if (account.operation) return { ...unchanged(account), busy: !isRepeat }
  const draft = intent(account, form, isRepeat)
  if (!draft) return { ...unchanged(account), busy: false }
  const operation = opened(draft)
  const { enteredBy } = form
  const opening = { ...account, operation, lastTokenHash, enteredBy, lastDecline: null }
  return { ...unchanged(opening), busy: false }
}

/** With its amount: the same token for another amount is no repeat. */
const hashOf = ({ sourceId, amount }: CardForm) =>
  createHash('sha256')
    .update(`${sourceId} ${centsFromDecimal(amount)}`)
    .digest('hex')

/** Puts the card on file; the orchestrator places the hold when its time has come. */
export const holdIntent: PaymentIntent = (account, form, isRepeat) => {
  const { status } = account.job
  if (!isActiveJob(status)) throw new Conflict(alreadyInStatus(status), rightAmount(account))
  agreedCents(account, form)
  // The second half of a double click finds the hold, or the card saved for it.
  if (openHold(account) || (isRepeat && account.card && !account.lastDecline)) return null
  return { kind: 'save_card', cents: 0, paymentId: null, token: form.sourceId, buyerPresent: true }
}

/** Charges what is missing, now. */
export const chargeIntent: PaymentIntent = (account, form, isRepeat) => {
  if (account.job.status === 'cancelled' && dueOf(account) === 0)
    throw new Conflict(
      phrase('This visit was cancelled; there is nothing to pay.'),
      rightAmount(account),
    )
  if (isRepeat && netOf(account) > 0 && netOf(account) >= dueOf(account)) return null
  const cents = agreedCents(account, form)
  if (openHold(account))
    throw new Conflict(
      phrase(
        'This amount is already held on your card. It is charged when the visit is completed.',
      ),
      { state: 'held', ...rightAmount(account) },
    )
  return { kind: 'charge', cents, paymentId: null, token: form.sourceId, buyerPresent: true }
}

/** Says in the details of a refusal what is still to be paid. */
const rightAmount = (account: PaymentAccount) => ({
  amount: decimalFromCents(missingOf(account)),
})

const missingOf = (account: PaymentAccount) => Math.max(0, dueOf(account) - netOf(account))

/** What is still to be paid, in cents; Conflict with the right amount when the client thinks of another. */
export function agreedCents(account: PaymentAccount, form: Pick<CardForm, 'amount'>): number {
  const missing = missingOf(account)
  if (missing === 0)
    throw new Conflict(
      netOf(account) > 0
        ? phrase('{amount} was paid already; there is nothing left to pay.', {
            amount: formatCents(netOf(account)),
          })
        : phrase('There is nothing left to pay.'),
      rightAmount(account),
    )
  if (centsFromDecimal(form.amount) === missing) return missing
  throw new Conflict(
    phrase('The amount is {amount} now. Please check it and try again.', {
      amount: formatCents(missing),
    }),
    rightAmount(account),
  )
}
