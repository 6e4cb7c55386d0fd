import { assignBooking } from '#server/features/booking/actions/assign-booking.ts'
import { AppError } from '#server/http/errors.ts'
import type { Assignment } from '#shared/contract/dispatch.ts'
import type { Person } from '#shared/rules/roles.ts'
import { wording } from '#shared/texts/t.ts'

/** Assigns each visit as proposed, unless it was assigned since; one failure does not block the others. */
export async function assignDay(
  person: Person,
  proposed: readonly Assignment[],
): Promise<Assignment[]> {
  const results: Assignment[] = []
  for (const visit of proposed) results.push(await assignOne(person, visit))
  return results
}

async function assignOne(person: Person, visit: Assignment): Promise<Assignment> {
  if (!visit.technician) return visit
  const { id: technicianId } = visit.technician
  try {
    await assignBooking(person, visit.jobId, { technicianId, seen: { technicianId: null } })
    return { ...visit, assigned: true }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...visit, problem: wording(error.untranslated) }
  }
}
