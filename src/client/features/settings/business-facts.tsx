import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { useBusiness } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/facts.tsx'
import { describeReplyTime, unsaidFacts } from '#shared/rules/settings.ts'
import { t } from '#shared/texts/t.ts'

const BusinessDialog = lazyDialog(() => import('./business-dialog.tsx'))

/** Says what people look for first and cannot find, and where to say it; nothing once it is said. */
export function UnsaidFacts() {
  const [saying, setSaying] = useState(false)
  const missing = unsaidFacts(useBusiness())
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

/** What customers read of the business, and the way to change it. */
export function BusinessFacts() {
  const { brandName, supportPhone, supportEmail, claims, replyHours } = useBusiness()
  const [saying, setSaying] = useState(false)
  const unsaid = <span className="text-soft">{t('Not said yet')}</span>
  return (
    <Card
      title={t('What customers read of you')}
      action={
        <Button size="small" variant="quiet" onClick={() => setSaying(true)}>
          {t('Edit')}
        </Button>
      }
    >
      <Facts
        items={[
          { label: t('Name'), value: brandName },
          { label: t('Phone'), value: supportPhone || unsaid },
          { label: t('E-mail'), value: supportEmail || unsaid },
          { label: t('Promises'), value: claims.join(' · ') || unsaid },
          { label: t('Reply time'), value: describeReplyTime(replyHours) || unsaid },
        ]}
      />
      {saying && <BusinessDialog onClose={() => setSaying(false)} />}
    </Card>
  )
}
