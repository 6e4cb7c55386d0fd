import { guestTokens } from '#server/features/guests/actions/guest-token.ts'
import { NotFound } from '#server/http/errors.ts'
import type { ActingFor } from '#server/reads/companies.ts'
import type { Person } from '#shared/rules/roles.ts'
import { visitFor } from '../queries/company-visits.ts'

/** The secret of the page of a visit, with its costs. It ends with the membership. Throws NotFound. */
export async function visitLinkFor(
  person: Person,
  acting: ActingFor,
  jobId: string,
): Promise<string> {
  const job = await visitFor(person, acting, jobId)
  const token = (await guestTokens([job.id])).get(job.id)
  if (!token) throw new NotFound()
  return token
}
