import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { useBusiness } from '#client/app/session.ts'
import { QuietButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { describeFees } from '#shared/rules/fee-policy.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

const FeesDialog = lazyDialog(() => import('./fees-dialog.tsx'))

export function FeeFacts() {
  const fees = describeFees(useBusiness(), formatCents)
  const [changing, setChanging] = useState(false)
  return (
    <Card
      title={t('Fees')}
      action={
        <QuietButton aria-label={t('Edit fees')} onClick={() => setChanging(true)}>
          {t('Edit')}
        </QuietButton>
      }
    >
      {fees.length > 0 ? (
        fees.map((fee) => <p key={fee}>{fee}</p>)
      ) : (
        <p className="text-soft">{t('Cancelling costs nothing.')}</p>
      )}
      {changing && <FeesDialog onClose={() => setChanging(false)} />}
    </Card>
  )
}
