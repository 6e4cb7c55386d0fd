import { useEffect, useRef, useState } from 'react'
import { guardNavigation } from '#client/app/navigation-guard.ts'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { t } from '#shared/texts/t.ts'

/**
 * Asks before unsaved changes are lost. `ask` guards closing the form; leaving the page is guarded here. `release`
 * ends the guard after saving.
 */
export function useUnsavedChanges(changed: boolean, onDiscard = () => {}) {
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const release = useRef(() => {})
  useEffect(() => {
    if (!changed) return undefined
    const stop = guardNavigation((goOn) => setLeave(() => goOn))
    release.current = stop
    return stop
  }, [changed])
  return {
    ask: (close: () => void) => (changed ? setLeave(() => close) : close()),
    release: () => release.current(),
    question: leave && (
      <ConfirmDialog
        danger
        title={t('Discard your changes?')}
        description={t('Your entries are not saved yet.')}
        confirmLabel={t('Discard changes')}
        cancelLabel={t('Keep editing')}
        onClose={() => setLeave(null)}
        onConfirm={() => {
          release.current()
          onDiscard()
          setLeave(null)
          leave()
        }}
      />
    ),
  }
}
