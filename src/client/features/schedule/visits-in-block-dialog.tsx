import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { t } from '#shared/texts/t.ts'
import { describeDays } from './describe-block.ts'
import type { BlockedRange } from './affected-visits-query.ts'
import { AffectedVisits } from './affected-visits.tsx'
import { type MoveDialog, useVisitMoves } from './use-visit-moves.tsx'

interface VisitsInBlockDialogProps {
  range: BlockedRange
  moveDialog: MoveDialog
  onClose: () => void
}

export default function VisitsInBlockDialog({
  range,
  moveDialog,
  onClose,
}: VisitsInBlockDialogProps) {
  const moves = useVisitMoves(moveDialog)
  return (
    <>
      <Dialog
        onClose={onClose}
        title={t('Visits in this time')}
        description={describeDays(range)}
        footer={<Button onClick={onClose}>{t('Close')}</Button>}
      >
        <AffectedVisits range={range} moves={moves} blocked />
      </Dialog>
      {moves.dialog}
    </>
  )
}
