import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { hidePhoto } from '#client/app/work/photo-list.ts'
import { t } from '#shared/texts/t.ts'

interface DeletePhotoDialogProps {
  jobId: string
  photoId: string
  onClose: () => void
  onDeleted: () => void
}

export function DeletePhotoDialog({ jobId, photoId, onClose, onDeleted }: DeletePhotoDialogProps) {
  return (
    <ConfirmCall
      call="DELETE /api/photos/{id}"
      input={{ params: { id: photoId } }}
      onClose={onClose}
      danger
      title={t('Delete this photo?')}
      description={t('This cannot be undone.')}
      confirmLabel={t('Delete photo')}
      cancelLabel={t('Keep it')}
      successToast={{ title: t('Photo deleted') }}
      failureToast={t('The photo was not deleted')}
      onDone={() => {
        onDeleted()
        hidePhoto(jobId, photoId)
      }}
    />
  )
}
