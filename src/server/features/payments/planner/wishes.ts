import { createHash } from 'node:crypto'
import { Conflict } from '#server/http/errors.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import { alreadySaid } from '#shared/rules/status-labels.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { opened } from './claim.ts'
import {
  type Change,
  dueOf,
  type Facts,
  netOf,
  type OpDraft,
  openHold,
  unchanged,
} from './facts.ts'

export type CardForm = { sourceId: string; amount: string | number; jobId: string }

/** What a one-time token is wanted for; null when that is done already. Throws Conflict when it may not be. */
export type Wish = (facts: Facts, form: CardForm, sameToken: boolean) => OpDraft | null

/** Opens the op a customer's token is for; a repeat changes nothing. `busy`: another call is under way. */
export function openForToken(facts: Facts, form: CardForm, wish: Wish): Change & { busy: boolean } {
  const lastTokenHash = createHash('sha256').update(form.sourceId).digest('hex')
  const sameToken = facts.lastTokenHash === lastTokenHash
  if (facts.op) return { ...unchanged(facts), busy: !sameToken }
  const draft = wish(facts, form, sameToken)
  if (!draft) return { ...unchanged(facts), busy: false }
  const op = opened(draft)
  return { ...unchanged({ ...facts, op, lastTokenHash, lastDecline: null }), busy: false }
}

/** Puts the card on file; the planner places the hold when its time has come. */
export const wishHold: Wish = (facts, form, sameToken) => {
  const { status } = facts.job
  if (!isActiveJob(status)) throw new Conflict(alreadySaid(status))
  agreedCents(facts, form)
  // The second half of a double click finds the hold, or the card saved for it.
  if (openHold(facts) || (sameToken && facts.card && !facts.lastDecline)) return null
  return { kind: 'save_card', cents: 0, paymentId: null, token: form.sourceId, buyerPresent: true }
}

/** Charges what is missing, now. */
export const wishCharge: Wish = (facts, form, sameToken) => {
  if (facts.job.status === 'cancelled')
    throw new Conflict(phrase('This visit was cancelled; there is nothing to pay.'))
  if (sameToken && netOf(facts) > 0 && netOf(facts) >= dueOf(facts)) return null
  const cents = agreedCents(facts, form)
  if (openHold(facts))
    throw new Conflict(
      phrase(
        'This amount is already held on your card. It is charged when the visit is completed.',
      ),
      { state: 'held' },
    )
  return { kind: 'charge', cents, paymentId: null, token: form.sourceId, buyerPresent: true }
}

/** What is still to be paid, in cents; Conflict with the right amount when the client thinks of another. */
function agreedCents(facts: Facts, form: CardForm): number {
  const missing = dueOf(facts) - netOf(facts)
  if (missing <= 0) throw new Conflict(phrase('There is nothing left to pay.'), { amount: '0.00' })
  if (centsFromDecimal(form.amount) === missing) return missing
  const amount = formatCents(missing)
  throw new Conflict(
    phrase('The amount is {amount} now. Please check it and try again.', { amount }),
    {
      amount: decimalFromCents(missing),
    },
  )
}
