import type { EventName, VisitTime } from '#shared/rules/events.ts'
import { storedVehicleName } from '#shared/rules/vehicle-names.ts'
import { translate } from '#shared/texts/t.ts'
import type { Words } from './consequence-types.ts'
import { consequencesOf } from './consequences.ts'
import { describeTime } from './describe-visit.ts'

/** What members of a company read about a visit; it contains no amount, and nothing else is stored for them. */
export type AboutUnit = VisitTime & { unit: string; car: string }

/** A member's notification in the current language. */
export function wordsForMember(event: EventName, about: Partial<AboutUnit>): Words {
  const { tellsMembers } = consequencesOf(event)
  const { unit = '', car = '', date, slot } = about
  return {
    title: tellsMembers ? translate(tellsMembers.title) : '',
    message: [
      [unit, storedVehicleName(car)].filter(Boolean).join(' · '),
      date && slot ? describeTime({ date, slot }) : '',
    ]
      .filter(Boolean)
      .join(', '),
  }
}
