import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { t } from '#shared/texts/t.ts'
import { describeDaysOff, WeekHours } from './week-hours.tsx'

/** For a technician: their hours and days off, set by the office. */
export function OwnHours() {
  const me = useCall('GET /api/technicians/me')
  return (
    <Card title={t('Your working time')}>
      <Loaded
        parts={[me]}
        loading={<Skeleton lines={4} />}
        failed={t('Your working time could not be loaded')}
      >
        {({ workingHours, daysOff }) => (
          <>
            <WeekHours hours={workingHours} />
            <h3 className="mt-4 text-sm text-soft">{t('Days off')}</h3>
            {daysOff.length === 0 ? (
              <p>{t('None upcoming')}</p>
            ) : (
              <ul>
                {daysOff.map((one) => (
                  <li key={one.id} className="font-medium">
                    {describeDaysOff(one)}
                  </li>
                ))}
              </ul>
            )}
            <p className="mt-3 text-sm text-soft">
              {t('Something is wrong? Ask the office to change it.')}
            </p>
          </>
        )}
      </Loaded>
    </Card>
  )
}
