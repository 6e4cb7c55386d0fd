import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useBusinessClock } from '#client/app/business-clock.ts'
import { useNow } from '#client/app/clock.ts'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { useCall } from '#client/app/queries.ts'
import { VisitBadge } from '#client/app/status-badges.tsx'
import { withWaiting } from '#client/app/work/waiting-changes.ts'
import { useUnsentWork } from '#client/app/work/work-outbox.ts'
import { Anchor, Button, LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { whyNotEndedYet } from '#shared/rules/not-done.ts'
import { paths } from '#shared/rules/paths.ts'
import { unitAndName } from '#shared/rules/vehicle-names.ts'
import { formatSlot } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import { carsAtPlace } from './day-plan.ts'

const NotDoneDialog = lazyDialog(() => import('./not-done-dialog.tsx'))

/** The day's cars at the visit's address, with the next one; nothing if it is the only one. Works offline. */
export default function CarsHere({ job }: { job: Job }) {
  const jobs = useCall('GET /api/jobs/technician')
  const entries = useUnsentWork()
  const [skipped, setSkipped] = useState<Job>()
  const clock = useBusinessClock()
  const now = useNow()
  const { cars, next } = carsAtPlace(
    job,
    (jobs.data ?? []).map((one) => withWaiting(one, entries)),
  )
  if (cars.length < 2) return null
  const done = cars.filter(({ status }) => !isActiveJob(status)).length
  const maySkip = (car: Job) =>
    car.status === 'assigned' &&
    !whyNotEndedYet(
      { startsAt: new Date(car.startsAt), isStarted: false },
      'not_on_lot',
      new Date(now),
      clock,
    )
  return (
    <Card title={t('Cars at this address')}>
      <p className="mb-2 text-soft">
        {plural(
          cars.length,
          { one: '{done} of {count} car is done', other: '{done} of {count} cars are done' },
          { done },
        )}
      </p>
      {next && !isActiveJob(job.status) && (
        <LinkButton wide size="large" variant="primary" href={paths.job(next.id)}>
          {t('Next car: {car}', { car: unitAndName(next.vehicle) })}
        </LinkButton>
      )}
      <ul className="divide-y divide-line">
        {cars.map((car) => (
          <li key={car.id} className="flex items-center gap-2">
            <Anchor
              href={paths.job(car.id)}
              aria-current={car.id === job.id ? 'page' : undefined}
              className="flex min-h-14 min-w-0 flex-1 items-center gap-2 py-2 aria-[current=page]:font-semibold"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate">{unitAndName(car.vehicle)}</span>
                <span className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
                  {formatSlot(car.scheduledTime)}
                  {car.vehicle.licensePlate && (
                    <span className="font-mono">{car.vehicle.licensePlate}</span>
                  )}
                  <VisitBadge job={car} />
                </span>
              </span>
              {car.id !== job.id && <ChevronRight aria-hidden="true" />}
            </Anchor>
            {car.vehicle.unitNumber && maySkip(car) && (
              <Button size="small" onClick={() => setSkipped(car)}>
                {t('Skip')}
                <span className="sr-only">{unitAndName(car.vehicle)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {skipped && (
        <NotDoneDialog job={skipped} reason="not_on_lot" onClose={() => setSkipped(undefined)} />
      )}
    </Card>
  )
}
