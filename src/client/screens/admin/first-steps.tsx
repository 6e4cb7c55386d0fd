import { useCall } from '#client/app/queries.ts'
import { OpenSteps } from '#client/features/settings/setup/open-steps.tsx'
import { Card } from '#client/ui/card.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { paths } from '#shared/rules/paths.ts'
import { setupSteps } from '#shared/rules/setup.ts'
import { t } from '#shared/texts/t.ts'

/** For a business that nobody has booked yet, in the place of figures: what there is to do first. */
export function FirstSteps() {
  const open = useCall('GET /api/admin/setup').data?.open
  if (!open) return null
  const isReady = open.length === 0
  return (
    <Card title={t('First steps')}>
      <div className="space-y-4">
        {isReady ? (
          <p>{t('Customers can book on your page; for those who call, you book here.')}</p>
        ) : (
          <>
            <p>
              {t('{done} of {all} done', {
                done: setupSteps.length - open.length,
                all: setupSteps.length,
              })}
            </p>
            <OpenSteps steps={open} />
          </>
        )}
        {isReady ? (
          <LinkButton href={paths.booking} variant="primary">
            {t('Take the first booking')}
          </LinkButton>
        ) : (
          <LinkButton href={paths.setup} variant="primary">
            {open.length < setupSteps.length ? t('Go on setting up') : t('Set up your business')}
          </LinkButton>
        )}
      </div>
    </Card>
  )
}
