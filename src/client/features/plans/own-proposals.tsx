import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { paths } from '#shared/rules/paths.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** Days after a visit in which a plan for the car is suggested. */
const offeredDays = 14

/** The customer's plans that wait for something from them; otherwise a plan for a car just serviced, if there is one. */
export default function OwnProposals() {
  const { today } = useBusiness()
  const { data = [], isSuccess } = useCall('GET /api/subscriptions')
  const { data: cars = [] } = useCall('GET /api/vehicles')
  const serviced = cars.find(
    ({ id, lastServiceDate }) =>
      isSuccess &&
      lastServiceDate !== null &&
      lastServiceDate >= addDays(today, -offeredDays) &&
      !data.some(({ vehicleId }) => vehicleId === id),
  )
  const proposed = data.filter(({ period }) => period?.state === 'proposed')
  const needing = data.filter(
    ({ state, needsCard, period }) => state === 'active' && needsCard && period?.state === 'due',
  )
  if (proposed.length + needing.length === 0)
    return serviced ? <AfterService car={serviced} /> : null
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

function AfterService({ car }: { car: Vehicle }) {
  const { data: plans = [] } = useCall('GET /api/plans', { query: { vehicleId: car.id } })
  const [plan] = plans
  if (!plan) return null
  return (
    <div className="mb-6">
      <Banner
        title={t('Never miss the next service')}
        action={
          <LinkButton size="small" href={paths.vehicle(car.id)}>
            {t('See plans')}
          </LinkButton>
        }
      >
        {t('{plan} for your {vehicle}: {interval}, {price}.', {
          plan: plan.name,
          vehicle: vehicleName(car),
          interval: plan.interval,
          price: plan.price,
        })}
      </Banner>
    </div>
  )
}
