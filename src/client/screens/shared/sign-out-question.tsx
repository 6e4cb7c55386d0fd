import { Suspense } from 'react'
import { leave, wouldLose } from '#client/app/sign-out.ts'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { useStore } from '#client/ui/store.ts'
import { plural, t } from '#shared/texts/t.ts'

const ConfirmDialog = lazyComponent(async () => {
  const { ConfirmDialog: dialog } = await import('#client/ui/confirm-dialog.tsx')
  return { default: dialog }
})

/** Asks before signing out loses unsent work. */
export function SignOutQuestion() {
  const count = useStore(wouldLose)
  if (count === null) return null
  const close = () => wouldLose.set(null)
  return (
    <Suspense>
      <ConfirmDialog
        danger
        onClose={close}
        title={t('Sign out and lose unsent work?')}
        description={plural(count, {
          one: '{count} change is on this device only. Signing out deletes it; this cannot be undone.',
          other:
            '{count} changes are on this device only. Signing out deletes them; this cannot be undone.',
        })}
        cancelLabel={t('Stay signed in')}
        confirmLabel={t('Sign out and delete')}
        onConfirm={() => {
          close()
          void leave()
        }}
      />
    </Suspense>
  )
}
