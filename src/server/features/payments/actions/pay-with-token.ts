import { Conflict, Invalid, Unavailable } from '#server/http/errors.ts'
import { declineMessages } from '#shared/rules/payments.ts'
import { phrase, phraseOf } from '#shared/texts/t.ts'
import { changeFacts } from '../change-facts.ts'
import type { Facts } from '../planner/facts.ts'
import { type CardForm, openForToken, type Wish } from '../planner/wishes.ts'
import { planWhileWaiting } from './plan-job.ts'

/**
 * Opens the op a customer's token is for and plans until its outcome is known. Throws Conflict (another amount,
 * another state), Invalid with `details.reason` (declined), Unavailable (outcome not known yet, planner goes on).
 */
export async function payWithToken(form: CardForm, wish: Wish): Promise<Facts> {
  await openWhenFree(form, wish)
  const facts = await planWhileWaiting(form.jobId)
  if (facts.op)
    throw new Unavailable(
      phrase(
        'The card network does not answer. We keep asking, and nothing is charged twice; please look again in a few minutes.',
      ),
    )
  if (facts.lastDecline)
    throw new Invalid(phraseOf(declineMessages[facts.lastDecline]), { reason: facts.lastDecline })
  return facts
}

const mostWaits = 3

/** A double click may bring two tokens: the second waits for what the first came to. */
async function openWhenFree(form: CardForm, wish: Wish): Promise<void> {
  for (let wait = 1; wait <= mostWaits; wait++) {
    await planWhileWaiting(form.jobId)
    const { busy } = await changeFacts(form.jobId, (facts) => openForToken(facts, form, wish))
    if (!busy) return
  }
  throw new Conflict(phrase('A payment for this visit is under way. Please wait a moment.'))
}
