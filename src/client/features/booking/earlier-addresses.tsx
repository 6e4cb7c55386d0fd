import { t } from '#shared/texts/t.ts'
import { knownAddressAt } from './known-addresses.ts'
import { keptCity, placeFrom } from './use-address.ts'
import type { Booking } from './use-booking.ts'

/** Saved places and the addresses of earlier visits, side by side, one tap each; nothing while the only one is filled in. */
export function EarlierAddresses({ booking }: { booking: Booking }) {
  const { remembered, address } = booking
  const chosen = knownAddressAt(remembered, address.line)
  if (remembered.length === 0 || (remembered.length === 1 && chosen)) return null
  return (
    <div
      role="group"
      aria-label={t('Earlier addresses')}
      className="-mx-4 mb-3 flex gap-2 overflow-x-auto px-4 py-1 sm:-mx-1 sm:px-1"
    >
      {remembered.map((one) => (
        <button
          key={one.address}
          type="button"
          aria-pressed={one === chosen}
          title={one.address}
          onClick={() => {
            const place = placeFrom(one.address)
            const { zip, city, state } = place
            booking.set({
              place,
              keptCity: keptCity({ zip, city: city ?? '', state: state ?? '' }),
              accessNotes: one.accessNotes,
            })
          }}
          className="min-h-11 max-w-64 flex-none truncate rounded-control border border-line bg-card px-3 text-sm hover:border-edge aria-pressed:border-ink aria-pressed:ring-1 aria-pressed:ring-ink"
        >
          {one.name && <span className="mr-1.5 font-semibold">{one.name}</span>}
          {one.address}
        </button>
      ))}
    </div>
  )
}
