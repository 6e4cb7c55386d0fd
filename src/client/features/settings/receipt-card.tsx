import { useCall } from '#client/app/queries.ts'
import { TextLink } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { officePaths } from '#shared/rules/office-paths.ts'
import { stateTitles } from '#shared/rules/us-states.ts'
import { t } from '#shared/texts/t.ts'

/** The state whose rules receipts follow, with a link to change it. */
export function ReceiptCard() {
  const settings = useCall('GET /api/admin/settings').data
  if (!settings) return null
  const { receiptProfile: profile } = settings
  return (
    <Card
      id="receipts"
      title={t('Receipts')}
      className="scroll-mt-20"
      tabIndex={-1}
      action={<TextLink href={officePaths.receipts}>{t('Edit')}</TextLink>}
    >
      <p className={profile ? '' : 'text-soft'}>
        {profile
          ? t('Receipts follow the rules of {state}.', {
              state: stateTitles.get(profile.state) ?? profile.state,
            })
          : t('Receipts show price, payment and work. Some states require more.')}
      </p>
    </Card>
  )
}
