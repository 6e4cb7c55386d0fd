import { useLocation } from 'wouter'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { clearSessionStore } from '#client/app/session-store.ts'
import { LinkButton } from '#client/ui/button.tsx'
import type { User } from '#shared/contract/accounts.ts'
import { AccountDeletion } from '#shared/contract/own-data.ts'
import { storedEmail } from '#shared/rules/mailboxes.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

interface DeleteAccountDialogProps {
  user: User
  onClose: () => void
}

/** Asks for confirmation twice before an account is deleted for good. */
export default function DeleteAccountDialog({ user, onClose }: DeleteAccountDialogProps) {
  const [, go] = useLocation()
  const confirms = (typed: string) => typed === 'DELETE' || storedEmail(typed) === user.email
  return (
    <DialogForm
      call="DELETE /api/auth/user"
      input={(body) => ({ body })}
      schema={AccountDeletion}
      defaultValues={{}}
      guarded={false}
      onClose={onClose}
      size="small"
      danger
      title={t('Delete my account')}
      description={t(
        'We remove your name, e-mail, phone, cars, addresses, notes, messages and stored cards. Visits and payments stay in the books without your name. This cannot be undone.',
      )}
      submitLabel={t('Delete for good')}
      cancelLabel={t('Keep my account')}
      disabledReason={({ confirm = '' }) =>
        !confirms(confirm.trim()) && t('Type your e-mail address or the word DELETE to confirm.')
      }
      failureTitle={t('The account was not deleted')}
      failureAction={({ status }) =>
        status === 409 && (
          <LinkButton size="small" href={paths.orders}>
            {t('Your Orders')}
          </LinkButton>
        )
      }
      successToast={{
        title: t('Account deleted'),
        description: t('Your personal data is gone. Thank you for being our customer.'),
      }}
      onSaved={() => {
        clearSessionStore()
        // The session has ended: fetching the account again shows the visitor's pages.
        go(paths.home)
      }}
    >
      {({ TextField }) => (
        <TextField
          name="confirm"
          label={t('To confirm, type {email} or DELETE', { email: user.email ?? '' })}
          autoCapitalize="off"
          spellCheck={false}
        />
      )}
    </DialogForm>
  )
}
