import { currentSettings } from '#server/base/current-settings.ts'
import { transaction } from '#server/database/database.ts'
import { loadJob } from '#server/reads/visits.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { type AdjustReason, fitsChange, isLargeAdjustment } from '#shared/rules/payments.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { changePaymentAccount } from './change-payment-account.ts'
import { assertAdjustable, assertSeen, adjustAmount } from './adjust-amount.ts'
import { dueOf, type PaymentAccount, unchanged } from '../orchestrator/payment-account.ts'
import { orchestrateWhileWaiting } from './orchestrate-payment.ts'

type Wanted = {
  cents: number
  reason: AdjustReason
  confirmed: boolean
  /** The cost shown to the person. */
  seenCents?: number | undefined
}

/**
 * Sets the cost of a visit, in cents, until its payment is completed. Throws NotFound, Invalid for a reason that only lowers a price, Conflict for a cancelled visit or a
 * completed payment, with `details.reason` 'confirm' for a large unconfirmed change, and 'stale' when the cost
 * differs from the one the person saw.
 */
export async function adjustPayment(person: Person, jobId: string, wanted: Wanted): Promise<void> {
  const job = await loadJob(person, jobId)
  const { cents, reason } = wanted
  await transaction(async () => {
    const { account: before } = await changePaymentAccount(jobId, unchanged)
    assertAdjustable(before, cents)
    assertSeen(before, wanted)
    if (!fitsChange(reason, dueOf(before), cents)) throw notLower()
    assertMeant(before, wanted)
    await adjustAmount(person, job, before, { cents, reason })
  })
  await orchestrateWhileWaiting(jobId)
}

const notLower = () => Invalid.at('reason', phrase('The price goes up: choose another reason.'))

function assertMeant({ job }: PaymentAccount, { cents, confirmed }: Wanted): void {
  const quotedCents = job.packageCents + job.addonsCents
  const aboveCents = currentSettings().adjustConfirmAboveCents
  if (confirmed || !isLargeAdjustment(cents, { quotedCents, aboveCents })) return
  throw new Conflict(
    phrase(
      '{amount} is more than three times the quoted {quote}. Please confirm that it is meant.',
      {
        amount: formatCents(cents),
        quote: formatCents(quotedCents),
      },
    ),
    { reason: 'confirm', amount: decimalFromCents(cents), quoted: decimalFromCents(quotedCents) },
  )
}
