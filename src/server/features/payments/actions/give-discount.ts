import { transaction } from '#server/database/database.ts'
import { loadJob } from '#server/reads/visits.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { discountCents } from '#shared/rules/visit-cost.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { changePaymentAccount } from './change-payment-account.ts'
import { assertAdjustable, assertSeen, adjustAmount } from './adjust-amount.ts'
import { unchanged } from '../orchestrator/payment-account.ts'
import { visitCostOfJob } from '#server/reads/costs.ts'

type Wanted = {
  /** Taken off the visit's cost without a discount. */
  cents: number
  /** The office's words, shown to the customer. */
  words: string
  /** The cost shown to the person. */
  seenCents?: number | undefined
}

/**
 * Sets the discount of a visit, in cents, in the current transaction or its own; the caller wakes the orchestrator. The same
 * discount again changes nothing. Throws NotFound, Conflict once the visit is completed or cancelled or its payment
 * completed, and when the cost differs from the one the person saw, Invalid when it exceeds the visit's cost.
 */
export async function giveDiscount(person: Person, jobId: string, wanted: Wanted): Promise<void> {
  const { cents, words, seenCents } = wanted
  await transaction(async () => {
    const job = await loadJob(person, jobId, mayManageBooking)
    const { account } = await changePaymentAccount(jobId, unchanged)
    if (account.job.status === 'completed')
      throw new Conflict(
        phrase(
          'This visit is completed, so it is too late for a discount. Refund the excess, or adjust the unpaid part.',
        ),
        { reason: 'completed' },
      )
    assertAdjustable(account)
    const { amountCents, feesAndDiscounts } = await visitCostOfJob(jobId)
    const given = discountCents(feesAndDiscounts)
    if (cents === Math.max(0, given)) return
    const most = amountCents + given
    assertSeen(account, { cents: most - cents, seenCents })
    if (cents > most) throw tooMuch(most)
    const to = { cents: most - cents, reason: 'discount_applied' as const, words }
    await adjustAmount(person, job, account, to)
  })
}

const tooMuch = (mostCents: number) =>
  Invalid.at(
    'discount',
    phrase('The visit costs {amount}. A discount cannot be more than that.', {
      amount: formatCents(mostCents),
    }),
  )
