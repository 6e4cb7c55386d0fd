import { clsx } from 'clsx'
import { paths } from '#shared/rules/paths.ts'
import { useBusiness } from '#client/app/session.ts'
import { Card } from '#client/ui/card.tsx'
import { Dipstick } from '#client/brand/dipstick.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import { type NextService, nextService, serviceIntervals } from '#shared/rules/next-service.ts'
import { oilTypeLabel, type OilType } from '#shared/rules/oil.ts'
import { hasNoEngineOil } from '#shared/rules/packages.ts'
import { formatDay, formatMonth, formatNumber } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { aboutMiles } from './describe-next-service.ts'

type Known = Exclude<NextService, { state: 'none' }>

export function NextServiceCard({ vehicle }: { vehicle: Vehicle }) {
  const next = nextService(vehicle, useBusiness().today)
  const { oilType } = vehicle
  if (!oilType || hasNoEngineOil(vehicle)) return null
  return (
    <Card title={t('Next service')}>
      {next.state === 'none' ? (
        <p className="text-soft">
          {t('We count from the first service with us. {why}', { why: intervalWords(oilType) })}
        </p>
      ) : (
        <Estimate next={next} oilType={oilType} />
      )}
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        {vehicle.hasActiveJob ? (
          <>
            <LinkButton href={paths.orders}>{t('View orders')}</LinkButton>
            <p className="text-soft">{t('A visit is booked')}</p>
          </>
        ) : (
          <LinkButton
            variant="primary"
            href={paths.bookVehicle(vehicle.id)}
            className="max-sm:w-full"
          >
            {vehicle.lastServiceDate ? t('Rebook') : t('Book Service')}
          </LinkButton>
        )}
      </div>
    </Card>
  )
}

function Estimate({ next, oilType }: { next: Known; oilType: OilType }) {
  const left = Math.round((1 - next.used) * 100)
  return (
    <>
      <p
        className={clsx(
          'text-2xl font-semibold tracking-tight',
          next.state === 'due' && 'text-amber',
        )}
      >
        {next.state === 'due'
          ? t('Due now')
          : isByDate(next)
            ? t('By {day}', { day: formatDay(next.byDate, { year: true }) })
            : t('About {month}', { month: formatMonth(next.date) })}
      </p>
      <Dipstick
        className="mt-3"
        meter
        label={t('Oil life')}
        value={left}
        max={100}
        valueText={
          left === 0
            ? t('Service is due')
            : t('About {percent}% of its time is left', { percent: left })
        }
        showValue
      />
      <p className="mt-3">{reasonWords(next, oilType)}</p>
      <p className="mt-1 text-sm text-soft">
        {intervalWords(oilType)} {rateWords(next)}
      </p>
    </>
  )
}

/** Whether the date is due before the miles. */
const isByDate = ({ date, byDate }: Known) => date === byDate

function reasonWords(next: Known, oilType: OilType): string {
  const { months } = serviceIntervals[oilType]
  if (!isByDate(next) && next.atMiles !== null)
    return t('The car then reaches {miles} mi.', { miles: aboutMiles(next.atMiles) })
  return next.atMiles === null
    ? t('{months} months after the last service.', { months })
    : t('{months} months after the last service, or at {miles} mi if you get there sooner.', {
        months,
        miles: aboutMiles(next.atMiles),
      })
}

function rateWords({ atMiles, milesPerDay }: Known): string {
  if (atMiles === null) return t('Add odometer readings, and we count your miles too.')
  if (milesPerDay === null)
    return t('Add another reading in a month or more, and we can tell how fast you get there.')
  return t('You drive about {miles} mi a month.', {
    miles: formatNumber(Math.round(milesPerDay * 3.04) * 10),
  })
}

function intervalWords(oilType: OilType): string {
  const { miles, months } = serviceIntervals[oilType]
  return t('{oil} oil lasts {miles} mi or {months} months.', {
    oil: translate(oilTypeLabel(oilType)),
    miles: formatNumber(miles),
    months,
  })
}
