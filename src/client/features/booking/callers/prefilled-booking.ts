import { isLocalDate } from '#shared/rules/calendar.ts'
import { type SlotLabel, slotByLabel, slotLabels } from '#shared/rules/slots.ts'
import type { VisitDraft } from '../booking-draft.ts'

/** What the link to the page says already. */
export type Prefilled = {
  customerId: string | null
  technicianId: string | null
  visit: Partial<VisitDraft>
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Reads `customerId`, `vehicleId`, `date`, `time` (a slot's label or number) and `technicianId`; anything else is nothing. */
export function readPrefilled(query: URLSearchParams): Prefilled {
  const id = (name: string) => {
    const value = query.get(name)
    return value && uuid.test(value) ? value.toLowerCase() : null
  }
  const date = query.get('date')
  return {
    customerId: id('customerId'),
    technicianId: id('technicianId'),
    visit: {
      vehicleId: id('vehicleId'),
      date: date && isLocalDate(date) ? date : null,
      time: slotNamed(query.get('time') ?? ''),
    },
  }
}

function slotNamed(time: string): SlotLabel | null {
  const numbered = slotLabels[Number(time) - 1]
  return slotByLabel(time)?.label ?? numbered ?? null
}
