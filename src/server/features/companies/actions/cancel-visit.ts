import { cancelBooking } from '#server/features/booking/actions/cancel-booking.ts'
import { AppError, Conflict } from '#server/http/errors.ts'
import { companyFor } from '#server/reads/companies.ts'
import { maySeeAmounts } from '#shared/rules/companies.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { visitFor } from '../queries/company-visits.ts'

/**
 * Cancels a company's visit for a member, by the company's account; the office as itself. Throws NotFound, and what
 * `cancelBooking` throws; a driver cannot agree to a fee, and reads none.
 */
export async function cancelVisit(
  person: Person,
  companyId: string,
  jobId: string,
  { reason, seenFee }: { reason?: string | undefined; seenFee?: string | number | undefined },
): Promise<void> {
  const acting = await companyFor(person, companyId)
  const job = await visitFor(person, acting, jobId)
  const account: Person =
    person.role === 'admin'
      ? person
      : { id: acting.company.accountId, role: 'customer', active: true }
  const seesFee = maySeeAmounts(acting.role)
  const seenFeeCents = seesFee && seenFee !== undefined ? centsFromDecimal(seenFee) : undefined
  try {
    await cancelBooking(account, job.id, { reason, seenFeeCents })
  } catch (error) {
    if (seesFee || !(error instanceof AppError)) throw error
    if ((error.details as { reason?: string } | undefined)?.reason !== 'fee') throw error
    throw new Conflict(
      phrase('Cancelling now costs a fee. Please ask a manager of your company, or the office.'),
      { reason: 'fee' },
    )
  }
}
