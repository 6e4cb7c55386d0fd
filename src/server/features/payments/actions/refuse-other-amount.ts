import { loadJob } from '#server/reads/visits.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { changePaymentAccount } from '../change-payment-account.ts'
import { unchanged } from '../orchestrator/payment-account.ts'
import { agreedCents, type CardForm } from '../orchestrator/payment-intents.ts'

/** Throws NotFound, or Conflict with the right amount unless the form matches it. Changes nothing. */
export async function refuseOtherAmount(person: Person, form: CardForm): Promise<void> {
  await loadJob(person, form.jobId, mayManageBooking)
  await changePaymentAccount(form.jobId, (account) => {
    agreedCents(account, form)
    return unchanged(account)
  })
}
