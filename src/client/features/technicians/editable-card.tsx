import { type ComponentType, type ReactNode, useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { QuietButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { t } from '#shared/texts/t.ts'

const VisitsOutsideHoursDialog = lazyDialog(() => import('./visits-outside-hours-dialog.tsx'))

export interface EditDialogProps {
  technician: Technician
  /** Called with visits that no longer fit after saving. */
  onOutside: (jobs: readonly Job[]) => void
  onClose: () => void
}

interface EditableCardProps {
  technician: Technician
  title: string
  /** Full accessible label of the edit button. */
  editLabel: string
  dialog: ComponentType<EditDialogProps>
  children: ReactNode
}

/** Technician facts with a dialog to edit them unless deactivated; afterwards lists visits that no longer fit. */
export function EditableCard(props: EditableCardProps) {
  const { technician, title, editLabel, dialog: EditDialog, children } = props
  const [editing, setEditing] = useState(false)
  const [outside, setOutside] = useState<readonly Job[]>([])
  return (
    <Card
      title={title}
      action={
        technician.status !== 'deactivated' && (
          <QuietButton aria-label={editLabel} onClick={() => setEditing(true)}>
            {t('Edit')}
          </QuietButton>
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
