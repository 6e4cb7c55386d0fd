import { X } from 'lucide-react'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Money } from '#client/ui/money.tsx'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { Visit } from './draft.ts'
import { Folded } from './question.tsx'

/** One car of a booking, folded up while another is filled in. */
export function VisitSummary(props: { visit: Visit; onEdit: () => void; onRemove: () => void }) {
  const { car, date, time, cents } = props.visit
  const name = car ? vehicleName(car) : t('No car chosen')
  const when = date && time ? formatVisit(date, time) : t('No time chosen')
  return (
    <div className="flex items-center gap-1">
      <Folded
        title={name}
        answer={
          <>
            {when}
            <Money cents={cents} className="block text-sm" />
          </>
        }
        onOpen={props.onEdit}
      />
      <IconButton
        icon={<X />}
        label={t('Remove {vehicle}', { vehicle: name })}
        onClick={props.onRemove}
      />
    </div>
  )
}
