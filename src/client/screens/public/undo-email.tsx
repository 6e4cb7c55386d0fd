import { Link2Off, MailCheck, MailWarning } from 'lucide-react'
import { useParams } from 'wouter'
import { useWrite } from '#client/app/queries.ts'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'

import { paths } from '#shared/rules/paths.ts'
import { t, translate } from '#shared/texts/t.ts'

/** Target of the link in a mail to a former address. Asks first, because mail scanners open links. */
export default function UndoEmail() {
  const { token } = useParams<{ token: string }>()
  const undo = useWrite('POST /api/account/email-changes/undo')
  return (
    <div className="mx-auto max-w-column pt-6">
      <meta name="robots" content="noindex" />
      {undo.data ? (
        <EmptyState
          page
          icon={<MailCheck />}
          title={t('Your account uses {email} again', undo.data)}
          text={t('Everybody was signed out. Please sign in again.')}
          action={<LinkButton href={paths.signIn}>{t('Sign In')}</LinkButton>}
        />
      ) : undo.error ? (
        <EmptyState
          page
          icon={<Link2Off />}
          title={t('The change was not undone')}
          text={translate(undo.error.message)}
          action={<LinkButton href={paths.contact}>{t('Contact us')}</LinkButton>}
        />
      ) : (
        <EmptyState
          page
          icon={<MailWarning />}
          title={t('Undo the change of your e-mail address?')}
          text={t(
            'Your account goes back to this e-mail address, and all its sessions are signed out.',
          )}
          action={
            <Button
              variant="primary"
              size="large"
              pending={undo.isPending}
              onClick={() => undo.mutate({ body: { token } })}
            >
              {t('Undo the change')}
            </Button>
          }
        />
      )}
    </div>
  )
}
