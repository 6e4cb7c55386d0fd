import { Pencil, X } from 'lucide-react'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Money } from '#client/ui/money.tsx'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { Visit } from './draft.ts'

/** One car of a booking, folded up while another is filled in. */
export function VisitSummary(props: { visit: Visit; onEdit: () => void; onRemove: () => void }) {
  const { vehicle, date, time, cents } = props.visit
  const name = vehicle ? vehicleName(vehicle) : t('No car chosen')
  return (
    <div className="flex items-center gap-2 rounded-card border border-line bg-card py-2 pr-2 pl-4">
      <p className="min-w-0 flex-1">
        <span className="font-medium">{name}</span>
        <span className="block text-sm text-soft">
          {date && time ? formatVisit(date, time) : t('No time chosen')}
          {cents > 0 && (
            <>
              {' · '}
              <Money cents={cents} className="font-medium text-ink" />
            </>
          )}
        </span>
      </p>
      <IconButton
        icon={<Pencil />}
        label={t('Change {vehicle}', { vehicle: name })}
        onClick={props.onEdit}
      />
      <IconButton
        icon={<X />}
        label={t('Remove {vehicle}', { vehicle: name })}
        onClick={props.onRemove}
      />
    </div>
  )
}
