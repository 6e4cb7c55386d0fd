import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { fileUrls } from '#shared/rules/file-urls.ts'
import type { CallError } from '#client/app/call.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { ContactLink } from '#client/app/contact-link.tsx'
import { downloadFile } from '#client/app/file-transfer.ts'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { User } from '#shared/contract/accounts.ts'
import { t } from '#shared/texts/t.ts'

const row = 'flex flex-wrap items-center justify-between gap-x-6 gap-y-3'

const DeleteAccountDialog = lazyDialog(() => import('./delete-account-dialog.tsx'))

/** Downloads a person's stored data and deletes their account. */
export function OwnData({ user }: { user: User }) {
  const { today } = useBusiness()
  const [deletes, setDeletes] = useState(false)
  const save = useMutation<void, CallError>({
    mutationFn: () => downloadFile(fileUrls.accountData, `fivequart-my-data-${today}.json`),
    onError: (error) => showFailure(t('Your data could not be downloaded'), error),
  })
  return (
    <Card title={t('Your data')}>
      <div className="space-y-5">
        <div className={row}>
          <p className="min-w-0 flex-1 basis-64 text-soft">
            {t('One file with everything we have stored about you.')}
          </p>
          <Button icon={<Download />} pending={save.isPending} onClick={() => save.mutate()}>
            {t('Download my data')}
          </Button>
        </div>
        {user.role === 'customer' ? (
          <div className={`${row} border-t border-line pt-5`}>
            <p className="min-w-0 flex-1 basis-64 text-soft">
              {t('Removes your name, addresses, plates and messages for good.')}
            </p>
            <Button className="text-red!" onClick={() => setDeletes(true)}>
              {t('Delete my account')}
            </Button>
            {deletes && <DeleteAccountDialog user={user} onClose={() => setDeletes(false)} />}
          </div>
        ) : (
          <p className="border-t border-line pt-5 text-soft">
            {t('Your work is part of the books, so only the office can close your account.')}{' '}
            <ContactLink />
          </p>
        )}
      </div>
    </Card>
  )
}
