import { Checkbox } from '#client/ui/checkbox.tsx'
import { Money } from '#client/ui/money.tsx'
import { t } from '#shared/texts/t.ts'
import type { VisitProps } from './use-booking.ts'

/** Add-ons for the visit with their prices; any number can be chosen. */
export default function AddonList({ booking, visit: { key, addonIds } }: VisitProps) {
  const toggle = (id: string, on: boolean) =>
    booking.change(key, { addonIds: on ? [...addonIds, id] : addonIds.filter((one) => one !== id) })
  return (
    <fieldset className="mt-2.5 rounded-card border border-line bg-card px-4 py-1">
      <legend className="sr-only">{t('Add-ons')}</legend>
      {booking.offer.addons.map(({ id, name, price }) => (
        <Checkbox
          key={id}
          row
          label={
            <span className="flex justify-between gap-3">
              {name}
              <Money amount={price} className="font-medium" />
            </span>
          }
          checked={addonIds.includes(id)}
          onChange={(event) => toggle(id, event.target.checked)}
          className="[&>:last-child]:flex-1"
        />
      ))}
    </fieldset>
  )
}
