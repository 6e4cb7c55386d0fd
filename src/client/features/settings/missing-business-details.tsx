import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { useBusiness } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { missingBusinessDetails } from '#shared/rules/reach.ts'
import { t } from '#shared/texts/t.ts'

const BusinessDialog = lazyDialog(() => import('./business-dialog.tsx'))

/** Public facts customers look for that aren't entered yet, with links; nothing if complete. */
export function MissingBusinessDetails() {
  const [saying, setSaying] = useState(false)
  const missing = missingBusinessDetails(useBusiness())
  if (missing.length === 0) return null
  return (
    <div className="mb-6">
      <Banner
        tone="warning"
        title={t('Customers cannot see how to reach you')}
        action={<Button onClick={() => setSaying(true)}>{t('Say it')}</Button>}
      >
        {missing.length === 2
          ? t('Your pages and mails name no phone number and no e-mail address.')
          : missing[0] === 'phone'
            ? t('Your pages and mails name no phone number.')
            : t('Your pages and mails name no e-mail address.')}{' '}
        {missing.includes('email') && t('Messages to the office are mailed to every admin.')}
      </Banner>
      {saying && <BusinessDialog onClose={() => setSaying(false)} />}
    </div>
  )
}
