import type { Technician } from '#shared/contract/technicians.ts'
import { type AssignmentRefusal, isAboutRoad, refusalPhrase } from '#shared/rules/assignment.ts'
import { formatClock, formatDay } from '#shared/texts/format.ts'
import { wording } from '#shared/texts/t.ts'
import { personName } from './person-name.ts'

/**
 * Select options for technicians: first those who can take the visit, then those who cannot be there in time, with the
 * reason, because the office may insist; others are disabled.
 */
export const technicianOptions = (
  technicians: readonly Technician[],
  refusalOf: (technician: Technician) => AssignmentRefusal | null | undefined,
) =>
  technicians
    .map((technician) => ({ technician, refusal: refusalOf(technician) }))
    .toSorted((one, other) => rank(one.refusal) - rank(other.refusal))
    .map(({ technician, refusal }) => {
      const name = personName(technician)
      return {
        value: technician.id,
        label: refusal ? wording(refusalPhrase(name, refusal, { formatDay, formatClock })) : name,
        disabled: rank(refusal) === 2,
      }
    })

/** 0: can take the visit; 1: only the road is in the way. */
const rank = (refusal: AssignmentRefusal | null | undefined) =>
  refusal ? (isAboutRoad(refusal) ? 1 : 2) : 0
