import { transaction } from '#server/database/database.ts'
import { userById } from '#server/features/accounts/queries.ts'
import { eraseCustomer } from '#server/features/customers/actions/erase-customer.ts'
import { takesCards } from '#server/features/payments/queries.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { storedEmail } from '#shared/rules/mailboxes.ts'
import { askUs } from '#shared/rules/reach.ts'
import { phrase } from '#shared/texts/t.ts'
import { unpaidVisitOf } from '../queries.ts'

/**
 * Deletes a customer's own account permanently. Throws Invalid without the confirmation, Conflict with `details.reason`
 * while a visit is ahead, under way or unpaid.
 */
export async function deleteOwnAccount(userId: string, confirm: string): Promise<void> {
  const { email } = await userById(userId)
  if (confirm !== 'DELETE' && storedEmail(confirm) !== email)
    throw new Invalid(phrase('Type your e-mail address or the word DELETE to confirm.'))
  await transaction(async () => {
    // First, since it checks for upcoming visits and locks the person.
    await eraseCustomer(userId, { evenOwing: true })
    const unpaid = await unpaidVisitOf(userId)
    if (unpaid) throw unpaidVisit(unpaid)
  })
}

function unpaidVisit(visit: { number: number }) {
  const number = jobNumber(visit.number)
  const message = takesCards()
    ? phrase('Visit {number} is not paid yet. Please pay it first. For questions, {askUs}', {
        number,
        askUs: askUs('email', currentSettings()),
      })
    : phrase('Our books do not show visit {number} as paid. To close your account, {askUs}', {
        number,
        askUs: askUs('email', currentSettings()),
      })
  return new Conflict(message, { reason: 'unpaid' })
}
