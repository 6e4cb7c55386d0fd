import { CloudUpload } from 'lucide-react'
import { useState } from 'react'
import { useKeepsNothing } from '#client/app/device-storage.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { plural, t } from '#shared/texts/t.ts'
import { describeChange } from '#client/app/work/describe-change.ts'
import { useOnTheirWay } from '#client/app/work/on-their-way.ts'
import { useWaiting, workOutbox } from '#client/app/work/work-outbox.ts'

/** Says at any time how many changes are on this device only; pressed, which. */
export function WaitingBadge() {
  const { sending } = useWaiting()
  const entries = useOnTheirWay()
  const unkept = useKeepsNothing()
  const [open, setOpen] = useState(false)
  const words = plural(entries.length, {
    one: '{count} change waiting to be sent',
    other: '{count} changes waiting to be sent',
  })
  return (
    <>
      <span role="status">
        {entries.length > 0 && (
          <Button size="small" icon={<CloudUpload />} onClick={() => setOpen(true)}>
            {words}
          </Button>
        )}
      </span>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={entries.length === 0 ? t('Everything is sent') : words}
        description={
          unkept
            ? t('This browser keeps nothing: leave this page open until they are sent.')
            : t('They are saved on this device and sent in this order.')
        }
        size="small"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t('Close')}</Button>
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
            const { what, entered } = describeChange(change)
            return (
              <li key={key} className="py-2.5">
                <span className="font-medium">{what}</span>
                {entered && <span className="block text-sm text-soft">{entered}</span>}
              </li>
            )
          })}
        </ol>
      </Dialog>
    </>
  )
}
