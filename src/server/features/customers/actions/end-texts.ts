import { transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { recordTextConsent } from '#server/features/notifications/actions/record-text-consent.ts'
import type { Person } from '#shared/rules/roles.ts'
import { lockCustomer } from './lock-customer.ts'

/** Ends all texts to a customer who asked the office for it, including answers to their texts. Throws NotFound. */
export async function endTexts(person: Person, customerId: string): Promise<void> {
  await transaction(async () => {
    await lockCustomer(customerId)
    await recordTextConsent(
      { customerId },
      { agreed: false, how: 'office', words: '', by: person.id },
    )
    await happened({
      event: 'customer_changed',
      by: person.id,
      data: { customerId, what: 'texts_ended' },
    })
  })
}
