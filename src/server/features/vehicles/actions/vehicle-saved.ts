import { happened } from '#server/events/happened.ts'
import type { EventData } from '#shared/rules/events.ts'
import type { Person } from '#shared/rules/roles.ts'

/** Records, in the current transaction, an office action on a customer's car. The customer's own actions are not recorded. */
export async function vehicleSaved(
  person: Person,
  customerId: string,
  data: EventData['vehicle_saved'],
): Promise<void> {
  if (person.role !== 'admin') return
  await happened({ event: 'vehicle_saved', by: person.id, personId: customerId, data })
}
