import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import type { ManagedSpot } from '#shared/contract/core-spots.ts'
import { t } from '#shared/texts/t.ts'
import { describeLoss } from './coverage-note.tsx'

interface RemoveSpotDialogProps {
  spot: ManagedSpot
  areaBooking: boolean
  onClose: () => void
}

export default function RemoveSpotDialog({ spot, areaBooking, onClose }: RemoveSpotDialogProps) {
  const { id, name, isActive, coverage, version } = spot
  return (
    <ConfirmCall
      call="DELETE /api/admin/core-spots/{id}"
      input={{ params: { id } }}
      version={version}
      onClose={onClose}
      danger
      title={t('Delete {name}?', { name })}
      description={t('You can undo it under Changes.')}
      confirmLabel={t('Delete core spot')}
      successToast={{ title: t('Core spot deleted'), description: name }}
      failureToast={t('Failed to delete core spot')}
    >
      <ul className="list-disc space-y-1 pl-5">
        {describeLoss(coverage, { isActive, areaBooking }).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </ConfirmCall>
  )
}
