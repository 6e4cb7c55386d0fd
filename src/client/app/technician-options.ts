import type { Technician } from '#shared/contract/technicians.ts'
import { type AssignmentRefusal, refusalPhrase } from '#shared/rules/assignment.ts'
import { formatClock, formatDay } from '#shared/texts/format.ts'
import { wording } from '#shared/texts/t.ts'
import { personName } from './person-name.ts'

/** Select options for technicians; those who cannot take the visit are disabled with the reason. */
export const technicianOptions = (
  technicians: readonly Technician[],
  refusalOf: (technician: Technician) => AssignmentRefusal | null | undefined,
) =>
  technicians.map((technician) => {
    const name = personName(technician)
    const refusal = refusalOf(technician)
    return {
      value: technician.id,
      label: refusal ? wording(refusalPhrase(name, refusal, { formatDay, formatClock })) : name,
      disabled: Boolean(refusal),
    }
  })
