import { leave, wouldLose } from '#client/app/sign-out.ts'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { plural, t } from '#shared/texts/t.ts'

/** Asks before signing out loses unsent work. */
export default function SignOutQuestion({ count }: { count: number }) {
  const close = () => wouldLose.set(null)
  return (
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
  )
}
