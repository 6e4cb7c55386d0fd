import { Money } from '#client/ui/money.tsx'
import { TextLink } from '#client/ui/button.tsx'
import type { AttentionVisit } from '#shared/contract/attention.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatDay, formatRelative, formatSlotStart } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

interface VisitsNeedingAttentionProps {
  visits: readonly AttentionVisit[]
  /** End of each line: the amount due, or the time left to decide. */
  says?: 'due' | 'return' | 'deadline'
}

export function VisitsNeedingAttention({ visits, says }: VisitsNeedingAttentionProps) {
  return (
    <ul className="divide-y divide-line">
      {visits.map((visit) => (
        <li key={visit.id} className="py-1.5">
          <p className="flex items-baseline justify-between gap-x-3">
            <TextLink href={officePaths.officeVisit(visit.id)} className="min-w-0 truncate">
              {visit.customerName || visit.number}
            </TextLink>
            <span className="flex-none text-sm">
              {!says && <span className="text-soft">{visit.number}</span>}
              {says === 'return' && visit.toReturn && (
                <Money amount={visit.toReturn} className="font-medium" />
              )}
              {says === 'due' && <Money amount={visit.due} className="font-medium" />}
              {says === 'deadline' && visit.decideUntil && (
                <span className="text-amber">
                  {t('ends {when}', { when: formatRelative(visit.decideUntil) })}
                </span>
              )}
            </span>
          </p>
          <p className="truncate text-sm text-soft">
            {visit.dueOn
              ? t('invoice due {date}', { date: formatDay(visit.dueOn) })
              : `${formatDay(visit.scheduledDate)}, ${formatSlotStart(visit.scheduledTime)}`}
            {` · ${vehicleName(visit.vehicle)}`}
          </p>
        </li>
      ))}
    </ul>
  )
}
