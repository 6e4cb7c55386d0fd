import { useWrite } from '#client/app/queries.ts'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Photo } from '#shared/contract/photos.ts'
import { t, translate } from '#shared/texts/t.ts'
import { hidePhoto } from '#client/app/work/photo-list.ts'

interface DeletePhotoDialogProps {
  jobId: string
  /** Null while nothing is to be deleted. */
  photo: Photo | null
  onClose: () => void
  onDeleted: () => void
}

export function DeletePhotoDialog({ jobId, photo, onClose, onDeleted }: DeletePhotoDialogProps) {
  const remove = useWrite('DELETE /api/photos/{id}', {
    onSuccess: (_answer, { params }) => {
      onClose()
      onDeleted()
      hidePhoto(jobId, params.id)
      toast({ title: t('Photo deleted') })
    },
    onError: (error) => {
      onClose()
      toast({
        title: t('The photo was not deleted'),
        description: translate(error.message),
        destructive: true,
      })
    },
  })
  return (
    <ConfirmDialog
      open={photo !== null}
      onClose={onClose}
      onConfirm={() => photo && remove.mutate({ params: { id: photo.id } })}
      pending={remove.isPending}
      danger
      title={t('Delete this photo?')}
      description={t('It cannot be brought back.')}
      confirmLabel={t('Delete photo')}
      cancelLabel={t('Keep it')}
    />
  )
}
