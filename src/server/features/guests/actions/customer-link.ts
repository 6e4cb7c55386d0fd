import { happened } from '#server/events/happened.ts'
import { guestLinksFor, isGuest, linksFor, recipientsById } from '#server/events/recipients.ts'
import { loadJob, bookedAsGuest } from '#server/reads/visits.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { guestByLink } from '../queries.ts'
import { guestTokens } from './guest-token.ts'

/** The absolute link to a visit for its customer, as in their messages. Throws NotFound, also for a link that has ended. */
export async function customerLink(
  person: Person,
  jobId: string,
): Promise<{ link: string; isGuest: boolean }> {
  const job = await loadJob(person, jobId, mayManageBooking)
  const { customerId } = job
  const customer = (await recipientsById([customerId])).get(customerId)
  const booked = (await bookedAsGuest([jobId])).get(jobId)
  const asGuest = customer !== undefined && isGuest(customer, booked)
  const token = asGuest ? (await guestTokens([jobId])).get(jobId) : undefined
  if (token) await guestByLink(token)
  const link = token ? guestLinksFor(token) : linksFor('customer', jobId)
  await happened({ event: 'customer_link_shown', job, by: person.id, data: {} })
  return { link: link('visit'), isGuest: asGuest }
}
