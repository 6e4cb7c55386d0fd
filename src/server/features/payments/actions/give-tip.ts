import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { db } from '#server/database/database.ts'
import { paymentOperations } from '#server/database/tables/card-network.ts'
import { loadJob } from '#server/reads/visits.ts'
import { type JobRow } from '#server/reads/job-row.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { declineMessages, type DeclineReason } from '#shared/rules/payments.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { tipDays } from '#shared/rules/tips.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase, phraseOf, t } from '#shared/texts/t.ts'
import { cardNetwork, notAnswering } from '../card-network.ts'
import { changePaymentAccount } from './change-payment-account.ts'
import { type PaymentAccount, capturedOf } from '../orchestrator/payment-account.ts'
import { openTip, type WantedTip } from '../orchestrator/tip-intent.ts'
import { orchestrateWhileWaiting } from './orchestrate-payment.ts'

type TipGiven = { success: true; message: string; tip: string }

/**
 * Charges a tip to the card of a visit, or another one, at once and separate from the visit's cost. Throws NotFound,
 * Conflict (tips are off, too late, given already, not paid by card, no card), Invalid with `details.reason` (declined) or
 * for an amount outside its limits, Unavailable while the outcome is unknown.
 */
export async function giveTip(person: Person, jobId: string, wanted: WantedTip): Promise<TipGiven> {
  const job = await loadJob(person, jobId, mayManageBooking)
  cardNetwork()
  assertTippable(job)
  const operationId = await openWhenFree(jobId, wanted)
  const account = await orchestrateWhileWaiting(jobId)
  if (capturedOf(account, 'tip') === 0) await refuse(account, operationId)
  const amount = formatCents(wanted.cents)
  const name = job.technicianFirstName || t('your technician')
  return {
    success: true,
    message: t('Thank you! Your tip of {amount} goes to {name}.', { amount, name }),
    tip: decimalFromCents(account.tipCents),
  }
}

const mostWaits = 3

/** With two clicks at once, the second waits for the outcome of the first. */
async function openWhenFree(jobId: string, wanted: WantedTip): Promise<string | null> {
  for (let wait = 1; wait <= mostWaits; wait++) {
    await orchestrateWhileWaiting(jobId)
    const { busy, operationId } = await changePaymentAccount(jobId, (account) =>
      openTip(account, wanted, now()),
    )
    if (!busy) return operationId
  }
  throw new Conflict(
    phrase('A payment for this visit is still going through. Please wait a moment.'),
  )
}

function assertTippable({ technicianId, completedAt }: JobRow): void {
  if (!currentSettings().tipsEnabled || !technicianId)
    throw new Conflict(phrase('Tips cannot be given here.'))
  const until = (completedAt?.getTime() ?? Infinity) + tipDays * 86_400_000
  if (now().getTime() >= until)
    throw new Conflict(
      phrase('A tip can be given up to {days} days after the visit.', { days: tipDays }),
    )
}

async function refuse(account: PaymentAccount, operationId: string | null): Promise<never> {
  const [operation] = operationId
    ? await db().select().from(paymentOperations).where(eq(paymentOperations.id, operationId))
    : []
  const reason = (account.operation ? null : operation?.code) as DeclineReason | null | undefined
  if (reason) throw new Invalid(phraseOf(declineMessages[reason]), { reason })
  throw notAnswering()
}
