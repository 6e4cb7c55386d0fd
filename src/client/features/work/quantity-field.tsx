import { Minus, Plus } from 'lucide-react'
import { IconButton } from '#client/ui/icon-button.tsx'
import { mostOfAnExtra } from '#shared/rules/extras.ts'
import { t } from '#shared/texts/t.ts'

/** A count of one extra, for thumbs in gloves. */
export function QuantityField(props: { value: number; onChange: (value: number) => void }) {
  const { value, onChange } = props
  const step = (by: number) => onChange(Math.min(mostOfAnExtra, Math.max(1, value + by)))
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
          aria-disabled={value >= mostOfAnExtra || undefined}
          onClick={() => step(1)}
        />
      </div>
    </div>
  )
}
