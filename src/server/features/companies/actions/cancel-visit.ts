import { cancelBooking } from '#server/features/booking/actions/cancel-booking.ts'
import { companyFor } from '#server/reads/companies.ts'
import type { Person } from '#shared/rules/roles.ts'
import { visitFor } from '../queries/company-visits.ts'

/**
 * Cancels a company's visit for a member, by the company's account; the office as itself. Throws NotFound, and what
 * `cancelBooking` throws.
 */
export async function cancelVisit(
  person: Person,
  companyId: string,
  jobId: string,
  reason: string | undefined,
): Promise<void> {
  const acting = await companyFor(person, companyId)
  const job = await visitFor(person, acting, jobId)
  const account: Person =
    person.role === 'admin'
      ? person
      : { id: acting.company.accountId, role: 'customer', active: true }
  await cancelBooking(account, job.id, { reason })
}
