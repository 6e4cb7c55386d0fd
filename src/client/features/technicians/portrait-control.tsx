import { useRef, useState } from 'react'
import { CallError } from '#client/app/call.ts'
import { uploadFile } from '#client/app/file-transfer.ts'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { personName } from '#client/app/person-name.ts'
import { refreshAfter } from '#client/app/queries.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { maxPhotoBytes, photoTypes } from '#shared/rules/photos.ts'
import { t } from '#shared/texts/t.ts'

/** The picture that customers see, to be chosen and taken away. */
export function PortraitControl({ technician }: { technician: Technician }) {
  const { id, photoUrl, status, version } = technician
  const name = personName(technician)
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState(false)
  const [removing, setRemoving] = useState(false)
  const send = async (file: File) => {
    setSending(true)
    try {
      if (file.size > maxPhotoBytes)
        throw new CallError(413, t('The picture is too large: 12 MB at most.'))
      await sendPortrait(id, file)
      toast({ title: t('Photo saved'), description: name })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      showFailure(t('The photo was not saved'), error)
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="mb-4 flex items-center gap-4">
      <Avatar name={name} url={photoUrl} size="large" />
      {status !== 'deactivated' && (
        <div className="flex flex-wrap items-center gap-2">
          <input
            ref={input}
            type="file"
            accept={photoTypes.join(',')}
            aria-label={t('Photo of {name}', { name })}
            tabIndex={-1}
            className="sr-only"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void send(file)
              target.value = ''
            }}
          />
          <Button size="small" pending={sending} onClick={() => input.current?.click()}>
            {photoUrl ? t('Change photo') : t('Add photo')}
          </Button>
          {photoUrl && (
            <Button size="small" variant="quiet" onClick={() => setRemoving(true)}>
              {t('Remove photo')}
            </Button>
          )}
        </div>
      )}
      {removing && (
        <ConfirmCall
          call="DELETE /api/admin/technicians/{id}/photo"
          input={{ params: { id } }}
          version={version}
          onClose={() => setRemoving(false)}
          title={t('Remove the photo of {name}?', { name })}
          description={t('Customers see the initials instead.')}
          confirmLabel={t('Remove photo')}
          cancelLabel={t('Keep')}
          successToast={{ title: t('Photo removed'), description: name }}
          failureToast={t('The photo was not removed')}
        />
      )}
    </div>
  )
}

/** Brings the picture of a technician to the server. Throws CallError. */
async function sendPortrait(id: string, picture: File): Promise<void> {
  await uploadFile(`/api/admin/technicians/${encodeURIComponent(id)}/photo`, picture)
  refreshAfter('POST /api/admin/technicians/{id}/photo', { params: { id } })
}
