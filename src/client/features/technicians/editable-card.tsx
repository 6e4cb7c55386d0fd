import { type ComponentType, type ReactNode, useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { t } from '#shared/texts/t.ts'

const VisitsOutsideHoursDialog = lazyDialog(() => import('./visits-outside-hours-dialog.tsx'))

export interface EditDialogProps {
  technician: Technician
  /** Visits that what was saved leaves out. */
  onOutside: (jobs: readonly Job[]) => void
  onClose: () => void
}

interface EditableCardProps {
  technician: Technician
  title: string
  /** What the button edits, in full. */
  editLabel: string
  dialog: ComponentType<EditDialogProps>
  children: ReactNode
}

/** Facts of a technician who is not deactivated are edited in a dialog; visits that this leaves out are listed after it. */
export function EditableCard(props: EditableCardProps) {
  const { technician, title, editLabel, dialog: EditDialog, children } = props
  const [editing, setEditing] = useState(false)
  const [outside, setOutside] = useState<readonly Job[]>([])
  return (
    <Card
      title={title}
      action={
        technician.status !== 'deactivated' && (
          <Button
            size="small"
            variant="quiet"
            aria-label={editLabel}
            onClick={() => setEditing(true)}
          >
            {t('Edit')}
          </Button>
        )
      }
    >
      {children}
      {editing && (
        <EditDialog
          technician={technician}
          onOutside={setOutside}
          onClose={() => setEditing(false)}
        />
      )}
      {outside.length > 0 && (
        <VisitsOutsideHoursDialog
          technician={technician}
          jobs={outside}
          onClose={() => setOutside([])}
        />
      )}
    </Card>
  )
}
