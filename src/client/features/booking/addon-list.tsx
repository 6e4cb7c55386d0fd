import { Checkbox } from '#client/ui/checkbox.tsx'
import { Money } from '#client/ui/money.tsx'
import type { Addon } from '#shared/contract/catalog.ts'
import { t } from '#shared/texts/t.ts'

interface AddonListProps {
  addons: readonly Addon[]
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}

/** What can be added to the visit, each with its price; any number of them. */
export default function AddonList({ addons, chosen, onChange }: AddonListProps) {
  const toggle = (id: string, on: boolean) =>
    onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <fieldset className="mt-2.5 rounded-card border border-line bg-card px-4 py-1">
      <legend className="sr-only">{t('Add-ons')}</legend>
      {addons.map(({ id, name, price }) => (
        <Checkbox
          key={id}
          row
          label={
            <span className="flex justify-between gap-3">
              {name}
              <Money amount={price} className="font-medium" />
            </span>
          }
          checked={chosen.includes(id)}
          onChange={(event) => toggle(id, event.target.checked)}
          className="[&>:last-child]:flex-1"
        />
      ))}
    </fieldset>
  )
}
