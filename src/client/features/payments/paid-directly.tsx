import { useBusiness } from '#client/app/session.ts'
import { t } from '#shared/texts/t.ts'

/** To the office of a business that takes no cards: what is not known here. */
export function PaidDirectly() {
  const { cardPayments } = useBusiness()
  if (cardPayments) return null
  return (
    <p className="text-sm text-soft">
      {t(
        'Card payments are off: customers pay you directly after the visit. What they pay that way is not recorded here, so it stays pending.',
      )}
    </p>
  )
}
