import { ArrowRight, CalendarCheck, Car, type LucideIcon, User, Wrench } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { Entry, EntryGroup } from './search-entries.ts'
import { t } from '#shared/texts/t.ts'

const icons: Record<Entry['kind'], LucideIcon> = {
  page: ArrowRight,
  customer: User,
  vehicle: Car,
  job: CalendarCheck,
  technician: Wrench,
}
const intoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })

interface FoundListProps {
  id: string
  groups: readonly EntryGroup[]
  /** Index across groups of the option Enter opens. */
  active: number
  idOf: (index: number) => string
  busy: boolean
  onChoose: (entry: Entry, newTab: boolean) => void
}

/** Search results by kind; focus stays in the field. */
export function FoundList({ id, groups, active, idOf, busy, onChoose }: FoundListProps) {
  const starts = groups.map((_, i) =>
    groups.slice(0, i).reduce((sum, { entries }) => sum + entries.length, 0),
  )
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('Results')}
      aria-busy={busy}
      className="-mx-2 mt-2"
      onPointerDown={(event) => event.preventDefault()}
    >
      {groups.map(({ label, entries }, group) => (
        <div key={label} role="group" aria-label={label} className="mt-2">
          <p aria-hidden="true" className="px-2 text-sm font-medium text-soft">
            {label}
          </p>
          {entries.map((entry, i) => {
            const index = (starts[group] ?? 0) + i
            return (
              <Option
                key={`${entry.href} ${entry.title}`}
                id={idOf(index)}
                entry={entry}
                chosen={index === active}
                onClick={(event) => onChoose(entry, event.ctrlKey || event.metaKey)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

interface OptionProps {
  id: string
  entry: Entry
  chosen: boolean
  onClick: (event: MouseEvent) => void
}

function Option({ id, entry, chosen, onClick }: OptionProps) {
  const Icon = icons[entry.kind]
  return (
    <div
      id={id}
      role="option"
      ref={chosen ? intoView : undefined}
      aria-selected={chosen}
      onClick={onClick}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-chip px-2 py-1.5 hover:bg-ink/6 aria-selected:bg-ink/6"
    >
      <Icon aria-hidden="true" className="size-4.5 flex-none text-soft" />
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-medium">{entry.title}</span>
        {entry.detail && <span className="block text-sm text-soft">{entry.detail}</span>}
      </span>
    </div>
  )
}
