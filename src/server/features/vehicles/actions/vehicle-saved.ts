import { happened } from '#server/events/happened.ts'
import type { EventData } from '#shared/rules/events.ts'
import type { Person } from '#shared/rules/roles.ts'

/** Says, in the current transaction, that the office did something to a customer's car; what they do themself is theirs. */
export async function vehicleSaved(
  person: Person,
  customerId: string,
  data: EventData['vehicle_saved'],
): Promise<void> {
  if (person.role !== 'admin') return
  await happened({ event: 'vehicle_saved', by: person.id, personId: customerId, data })
}
