import { Minus, Plus } from 'lucide-react'
import { IconButton } from '#client/ui/icon-button.tsx'
import { t } from '#shared/texts/t.ts'

const highest = 99

/** A count from 1 to 99, for thumbs in gloves. */
export function QuantityField(props: { value: number; onChange: (value: number) => void }) {
  const { value, onChange } = props
  const step = (by: number) => onChange(Math.min(highest, Math.max(1, value + by)))
  return (
    <div role="group" aria-label={t('Quantity')}>
      <span aria-hidden="true" className="mb-1.5 block font-medium">
        {t('Quantity')}
      </span>
      <div className="flex items-center gap-1">
        <IconButton
          size="large"
          variant="secondary"
          icon={<Minus />}
          label={t('One less')}
          aria-disabled={value <= 1 || undefined}
          onClick={() => step(-1)}
        />
        <output aria-live="polite" className="w-10 text-center text-lg font-semibold">
          {value}
        </output>
        <IconButton
          size="large"
          variant="secondary"
          icon={<Plus />}
          label={t('One more')}
          aria-disabled={value >= highest || undefined}
          onClick={() => step(1)}
        />
      </div>
    </div>
  )
}
