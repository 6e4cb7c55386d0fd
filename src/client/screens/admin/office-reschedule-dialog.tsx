import type { ComponentProps } from 'react'
import { recordMove } from '#client/app/recent-moves.tsx'
import RescheduleDialog from '#client/features/booking/reschedule-dialog.tsx'

/** The office's dialog for moving a visit; the move can be undone. */
export default function MoveDialog(props: ComponentProps<typeof RescheduleDialog>) {
  return <RescheduleDialog {...props} undo={recordMove} />
}
