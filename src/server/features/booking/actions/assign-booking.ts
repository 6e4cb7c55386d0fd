import { assignJob } from '#server/features/jobs/actions/assign-job.ts'
import { confirmRequest } from '#server/features/jobs/actions/confirm-request.ts'
import type { Person } from '#shared/rules/roles.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'

/** Confirms a request, which then takes its seat. Throws what `confirmRequest` throws. */
export async function confirmBooking(
  person: Person,
  id: string,
  options?: Parameters<typeof confirmRequest>[2],
): Promise<void> {
  const job = await confirmRequest(person, id, options)
  slotsChanged(job.serviceDate)
}

/** Assigns a visit's technician, or none (null). Throws what `assignJob` throws. */
export async function assignBooking(
  person: Person,
  id: string,
  wanted: Parameters<typeof assignJob>[2],
): Promise<void> {
  const before = await assignJob(person, id, wanted)
  if (before.needsConfirmation) slotsChanged(before.serviceDate)
}
