import { useCall } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { paths } from '#shared/rules/paths.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** The customer's plans that wait for something from them; empty if none do. */
export default function OwnProposals() {
  const { data = [] } = useCall('GET /api/subscriptions')
  const proposed = data.filter(({ period }) => period?.state === 'proposed')
  const needing = data.filter(
    ({ state, needsCard, period }) => state === 'active' && needsCard && period?.state === 'due',
  )
  if (proposed.length + needing.length === 0) return null
  return (
    <div className="mb-6 space-y-4">
      {proposed.map(({ id, plan, vehicle, period }) => (
        <Banner
          key={id}
          title={t('Time for your next service')}
          action={
            period && (
              <LinkButton variant="primary" size="small" href={paths.planVisit(period.id)}>
                {t('See the time')}
              </LinkButton>
            )
          }
        >
          {t('{vehicle}, {plan}: a time is held for you.', { vehicle, plan })}
        </Banner>
      ))}
      {needing.map(({ id, plan, vehicle, vehicleId, nextDue }) => (
        <Banner
          key={id}
          tone="warning"
          title={t('Please add a card')}
          action={
            <LinkButton size="small" href={paths.vehicle(vehicleId)}>
              {t('Choose a card')}
            </LinkButton>
          }
        >
          {t('{vehicle} is due around {date}. {plan} needs a valid card first.', {
            vehicle,
            plan,
            date: nextDue ? formatDay(nextDue) : '',
          })}
        </Banner>
      ))}
    </div>
  )
}
