import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { VisitsOutsideHours } from '#client/features/schedule/affected-visits.tsx'
import { useVisitMoves } from '#client/features/schedule/use-visit-moves.tsx'
import type { WeeklyHours } from '#shared/rules/weekly-hours.ts'
import { t } from '#shared/texts/t.ts'

const MoveDialog = lazyDialog(() => import('./office-reschedule-dialog.tsx'))

/** Visits that new weekly hours would exclude, shown in the hours form; the move dialog renders beside it. */
export function useHoursVisits() {
  const moves = useVisitMoves(MoveDialog)
  return {
    visits: (hours: WeeklyHours) => <VisitsOutsideHours hours={hours} moves={moves} />,
    waitsFor: moves.pending && t('The visits are being moved'),
    dialog: moves.dialog,
  }
}
