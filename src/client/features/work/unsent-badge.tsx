import { CloudUpload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { whenIdle } from '#client/app/when-idle.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { plural } from '#shared/texts/t.ts'
import { useUnsentWork, useWaiting } from '#client/app/work/work-outbox.ts'

const UnsentDialog = lazyDialog(() => import('./unsent-dialog.tsx'))

/** Number of changes only on this device; opens the list. */
export function UnsentBadge() {
  const { sending } = useWaiting()
  const entries = useUnsentWork()
  const [open, setOpen] = useState(false)
  // Preload, because it is needed offline.
  useEffect(() => whenIdle(UnsentDialog.preload), [])
  const words = plural(entries.length, {
    one: '{count} change waiting to be sent',
    other: '{count} changes waiting to be sent',
  })
  return (
    <>
      <span role="status">
        {entries.length > 0 && (
          <SmallButton icon={<CloudUpload />} onClick={() => setOpen(true)}>
            {words}
          </SmallButton>
        )}
      </span>
      {open && <UnsentDialog {...{ entries, words, sending }} onClose={() => setOpen(false)} />}
    </>
  )
}
