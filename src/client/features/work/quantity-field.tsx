import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#client/ui/button.tsx'
import { mostOfAnExtra } from '#shared/rules/extras.ts'
import { t } from '#shared/texts/t.ts'

/** A count of one extra, for thumbs in gloves. */
export function QuantityField(props: { value: number; onChange: (value: number) => void }) {
  const { value, onChange } = props
  const step = (icon: ReactNode, label: string, next: number) => {
    const offered = next >= 1 && next <= mostOfAnExtra
    return (
      <IconButton
        size="large"
        variant="secondary"
        icon={icon}
        label={label}
        aria-disabled={!offered || undefined}
        onClick={() => offered && onChange(next)}
      />
    )
  }
  return (
    <div role="group" aria-label={t('Quantity')}>
      <span aria-hidden="true" className="mb-1.5 block font-medium">
        {t('Quantity')}
      </span>
      <div className="flex items-center gap-1">
        {step(<Minus />, t('One less'), value - 1)}
        <output aria-live="polite" className="w-10 text-center text-lg font-semibold">
          {value}
        </output>
        {step(<Plus />, t('One more'), value + 1)}
      </div>
    </div>
  )
}
