import { useState } from 'react'
import { useLocation } from 'wouter'
import { clearSessionStore } from '#client/app/session-store.ts'
import { paths } from '#shared/rules/paths.ts'
import { useWrite } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { toast } from '#client/ui/toast.ts'
import type { User } from '#shared/contract/accounts.ts'
import { t, translate } from '#shared/texts/t.ts'

interface DeleteAccountDialogProps {
  user: User
  onClose: () => void
}

/** Asks twice, in words, before an account is gone for good. */
export function DeleteAccountDialog({ user, onClose }: DeleteAccountDialogProps) {
  const [, go] = useLocation()
  const [typed, setTyped] = useState('')
  const remove = useWrite('DELETE /api/auth/user', {
    onSuccess: () => {
      clearSessionStore()
      toast({
        title: t('Account deleted'),
        description: t('Your personal data is gone. Thank you for having been here.'),
      })
      // The session is over: asking for the account anew finds out, and the app shows what a visitor sees.
      go(paths.home)
    },
  })
  const confirm = typed.trim()
  const said = confirm === 'DELETE' || confirm.toLowerCase() === user.email
  const refused = remove.error?.status === 409
  const submit = () => {
    if (said && !remove.isPending) remove.mutate({ body: { confirm } })
  }
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      onConfirm={submit}
      pending={remove.isPending}
      disabledReason={!said && t('Type your e-mail address or the word DELETE to confirm.')}
      title={t('Delete my account')}
      description={t(
        'Your name, e-mail, phone, cars, addresses, notes and messages are removed and your cards forgotten. Visits and payments stay in the books without your name. This cannot be undone.',
      )}
      confirmLabel={t('Delete for good')}
      cancelLabel={t('Keep my account')}
    >
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {remove.isError && (
          <Banner
            tone="error"
            live
            title={t('The account was not deleted')}
            action={
              refused && (
                <LinkButton size="small" href={paths.orders}>
                  {t('Your Orders')}
                </LinkButton>
              )
            }
          >
            {translate(remove.error.message)}
          </Banner>
        )}
        <Field label={t('To confirm, type {email} or DELETE', { email: user.email ?? '' })}>
          <TextInput
            name="confirm"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </form>
    </ConfirmDialog>
  )
}
