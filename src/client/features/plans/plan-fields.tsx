import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { cardName } from '#shared/rules/saved-cards.ts'
import { slotLabel } from '#shared/rules/slots.ts'
import { slotsBetween } from '#shared/rules/slot-times.ts'
import { formatSlotStart } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** Choices of a time of day; `chosen` stays possible. */
export function useTimes(chosen?: string | null) {
  const { today, ...business } = useBusiness()
  const labels: string[] = slotsBetween(business, { from: today }).map(slotLabel)
  const all = chosen && !labels.includes(chosen) ? [chosen, ...labels] : labels
  return all.map((value) => ({ value, label: formatSlotStart(value) }))
}

/** Choices of the customer's valid cards, the default first; undefined if no cards are taken, or not `wanted`. */
export function useCardChoices(wanted = true) {
  const { cardPayments: areTaken } = useBusiness()
  const cardPayments = areTaken && wanted
  const { data = [] } = useCall('GET /api/payments/cards', undefined, { enabled: cardPayments })
  if (!cardPayments) return undefined
  const valid = data.filter(({ expired }) => !expired)
  return [
    ...valid.map((card) => ({ value: card.id, label: cardName(card) })),
    { value: '', label: t('Choose a card later') },
  ]
}
