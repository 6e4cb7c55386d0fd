import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { t } from '#shared/texts/t.ts'
import { describeDays } from './block-words.ts'
import type { BlockedRange } from './touched-query.ts'
import { TouchedVisits } from './touched-visits.tsx'
import { type MoveDialog, useMoves } from './use-moves.tsx'

interface LeftVisitsDialogProps {
  range: BlockedRange
  moveDialog: MoveDialog
  onClose: () => void
}

/** The visits that stand in times that are blocked, to be moved. */
export default function LeftVisitsDialog({ range, moveDialog, onClose }: LeftVisitsDialogProps) {
  const moves = useMoves(moveDialog)
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={t('Visits in this time')}
        description={describeDays(range)}
        footer={<Button onClick={onClose}>{t('Close')}</Button>}
      >
        <TouchedVisits range={range} moves={moves} blocked />
      </Dialog>
      {moves.dialog}
    </>
  )
}
