import { useBusiness } from '#client/app/session.ts'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import type { SavedCard } from '#shared/contract/cards.ts'
import { describeCardUse } from '#shared/rules/card-consent.ts'
import { cardName } from '#shared/rules/saved-cards.ts'
import { t } from '#shared/texts/t.ts'

interface ReserveWithProps {
  cards: readonly SavedCard[]
  /** Card id; empty for none. */
  value: string
  onChange: (cardId: string) => void
}

export default function ReserveWith({ cards, value, onChange }: ReserveWithProps) {
  const { brandName } = useBusiness()
  return (
    <div className="space-y-2 px-1 pt-2">
      <Field label={t('Card for the hold')}>
        <Select
          value={value}
          onChange={({ target }) => onChange(target.value)}
          options={[
            ...cards.map((card) => ({ value: card.id, label: cardName(card) })),
            { value: '', label: t('Decide after booking') },
          ]}
        />
      </Field>
      {value && <p className="text-sm text-soft">{describeCardUse(brandName)}</p>}
    </div>
  )
}
