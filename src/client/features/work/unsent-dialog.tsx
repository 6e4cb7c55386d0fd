import { useStorageFailed } from '#client/app/device-storage.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { t } from '#shared/texts/t.ts'
import { describeWorkChange } from '#client/app/work/describe-work-change.ts'
import { type useUnsentWork, workOutbox } from '#client/app/work/work-outbox.ts'

interface UnsentDialogProps {
  entries: ReturnType<typeof useUnsentWork>
  words: string
  sending: boolean
  onClose: () => void
}

export default function UnsentDialog({ entries, words, sending, onClose }: UnsentDialogProps) {
  const unkept = useStorageFailed()
  return (
    <Dialog
      onClose={onClose}
      title={entries.length === 0 ? t('Everything is sent') : words}
      description={
        unkept
          ? t('This browser cannot store anything: keep this page open until they are sent.')
          : t('They are saved on this device and sent in this order.')
      }
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button
            variant="primary"
            pending={sending}
            disabledReason={entries.length === 0 && t('Everything is sent')}
            onClick={() => void workOutbox.flush()}
          >
            {t('Try now')}
          </Button>
        </>
      }
    >
      <ol className="divide-y divide-line">
        {entries.map(({ key, change }) => {
          const { what, entered } = describeWorkChange(change)
          return (
            <li key={key} className="py-2.5">
              <span className="font-medium">{what}</span>
              {entered && <span className="block text-sm text-soft">{entered}</span>}
            </li>
          )
        })}
      </ol>
    </Dialog>
  )
}
