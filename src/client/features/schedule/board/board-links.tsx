import { Plus, Printer } from 'lucide-react'
import { useBusiness } from '#client/app/session.ts'
import { buttonStyle, Anchor } from '#client/ui/button.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import type { SlotRow } from './board.ts'

/** Whether the office can book visits on a date. */
export function useIsBookable(date: string): boolean {
  const { earliestDate, latestDate } = useBusiness()
  return earliestDate !== null && date >= earliestDate && date <= latestDate
}

/** Link to the office's booking with this time and technician preselected; null if the slot is full. */
export const bookHref = (
  date: string,
  { status, timeSlot }: SlotRow,
  technicianId?: string | null,
): string | null =>
  status === 'open'
    ? officePaths.bookFor({ date, time: timeSlot, ...(technicianId && { technicianId }) })
    : null

interface BookCellProps {
  href: string
  /** The cell's keyboard stop id. */
  stop: string
  slot: string
}

export function BookCell({ href, stop, slot }: BookCellProps) {
  return (
    <Anchor
      href={href}
      data-stop={stop}
      tabIndex={-1}
      draggable={false}
      aria-label={t('{slot}: book a visit', { slot })}
      className="group/book absolute inset-0 flex items-center justify-center no-underline -outline-offset-2"
    >
      <span className="flex items-center gap-1 rounded-chip px-2 py-1 text-sm text-soft opacity-0 group-hover/book:bg-ink/6 group-hover/book:opacity-100 group-focus-visible/book:opacity-100 in-data-dragging:opacity-0 pointer-coarse:opacity-100">
        <Plus aria-hidden="true" className="size-4" />
        {t('action|Book')}
      </span>
    </Anchor>
  )
}

interface SheetLinkProps {
  date: string
  technician: { id: string; name: string }
}

export function SheetLink({ date, technician: { id, name } }: SheetLinkProps) {
  const label = t('Day sheet of {name}', { name })
  return (
    <Tooltip text={label}>
      <Anchor
        href={paths.daySheet(date, id)}
        aria-label={label}
        className={buttonStyle({ variant: 'quiet', size: 'small', square: true })}
      >
        <Printer className="size-4!" />
      </Anchor>
    </Tooltip>
  )
}
