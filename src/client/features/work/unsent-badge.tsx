import { CloudUpload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { whenIdle } from '#client/app/when-idle.ts'
import { Button } from '#client/ui/button.tsx'
import { plural } from '#shared/texts/t.ts'
import { useUnsentWork, useWaiting } from '#client/app/work/work-outbox.ts'

const UnsentDialog = lazyDialog(() => import('./unsent-dialog.tsx'))

/** Says at any time how many changes are on this device only; pressed, which. */
export function UnsentBadge() {
  const { sending } = useWaiting()
  const entries = useUnsentWork()
  const [open, setOpen] = useState(false)
  // What waits is asked about where there is no network.
  useEffect(() => whenIdle(UnsentDialog.preload), [])
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
      {open && <UnsentDialog {...{ entries, words, sending }} onClose={() => setOpen(false)} />}
    </>
  )
}
