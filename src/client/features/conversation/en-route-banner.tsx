import { Truck, Home } from 'lucide-react'
import { Banner } from '#client/ui/banner.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { eventsSinceOpening } from '#shared/rules/conversation.ts'
import { t, plural } from '#shared/texts/t.ts'
import { useConversation } from './use-conversation.ts'
import { useNow } from '#client/app/clock.ts'
import { useBusiness } from '#client/app/session.ts'
import { useWhileDown } from '#client/app/socket-state.ts'
import { overdue } from '#shared/rules/overdue.ts'
import { paths } from '#shared/rules/paths.ts'
import { useCall } from '#client/app/queries.ts'
import { TextLink } from '#client/ui/button.tsx'
import type { Position } from '#shared/contract/positions.ts'
import { positionEveryMs } from '#shared/rules/travel.ts'
import { formatRelative } from '#shared/texts/format.ts'

/** Shows the customer that the technician is on the way or has arrived; nothing once work begins. */
export function EnRouteBanner({ job }: { job: Job }) {
  const { data: entries = [] } = useConversation(job)
  const arrived = eventsSinceOpening(entries.map(({ event }) => event)).includes('arrived')
  const words = (place: { name: string; address: string }) =>
    arrived ? t('{name} is at {address}.', place) : t('{name} is on the way to {address}.', place)
  const name = job.technician?.name.split(' ')[0]
  const { today } = useBusiness()
  const isLate = overdue(job, useNow(), today)
  if (job.status === 'in_progress' || isLate === 'unrecorded') return null
  if (isLate && !arrived)
    return (
      <Banner tone="warning" icon={<Truck />} title={t('Running late')}>
        <TechnicianPosition jobId={job.id} />
      </Banner>
    )
  return (
    <Banner
      tone="warning"
      icon={<Truck />}
      title={arrived ? t('Technician Has Arrived') : t('Technician En Route')}
    >
      {name && words({ name, address: job.serviceAddress })}
      {!arrived && <TechnicianPosition jobId={job.id} />}
    </Banner>
  )
}

function TechnicianPosition({ jobId }: { jobId: string }) {
  const { data } = useCall(
    'GET /api/jobs/{id}/position',
    { params: { id: jobId } },
    { staleTime: 0, refetchInterval: useWhileDown(positionEveryMs) },
  )
  return <SharedPosition position={data?.position ?? null} />
}

/** Estimated arrival, with a link to the location. */
function SharedPosition({ position }: { position: Position | null }) {
  const now = useNow()
  if (!position || Date.parse(position.expiresAt) <= now) return null
  return (
    <div className="mt-2">
      {position.milesAway !== null && <Way miles={position.milesAway} />}
      <p>
        <span role="status">{distance(position)}</span>{' '}
        <span className="text-soft">{age(position, now)}</span>{' '}
        <TextLink
          href={paths.maps(`${position.latitude},${position.longitude}`)}
          target="_blank"
          rel="noreferrer"
          className="whitespace-nowrap"
        >
          {t('Show on the map')}
        </TextLink>
      </p>
    </div>
  )
}

function distance({ minutesAway }: Position): string {
  if (minutesAway === null) return t('Sharing their location with you.')
  return plural(minutesAway, { one: 'About {count} min away.', other: 'About {count} min away.' })
}

function age({ recordedAt }: Position, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(recordedAt)) / 5_000) * 5)
  if (seconds === 0) return t('Updated just now.')
  if (seconds < 60) return t('Updated {seconds} s ago.', { seconds })
  return t('Updated {time}.', { time: formatRelative(recordedAt, now) })
}

/** Twenty miles fill the line; the last miles get more room, like the minutes they take. */
const share = (miles: number) => Math.min(1, Math.sqrt(miles / 20))

function Way({ miles }: { miles: number }) {
  return (
    <div aria-hidden="true" className="relative mb-1.5 flex h-6 items-center pr-7">
      <div className="relative h-0 flex-1 border-t-2 border-dashed border-edge">
        <span
          className="absolute -top-3 flex -translate-x-full bg-amber-wash px-0.5 text-amber transition-[left] duration-500"
          style={{ left: `max(1.75rem, ${100 - 100 * share(miles)}%)` }}
        >
          <Truck />
        </span>
      </div>
      <Home className="absolute right-0" />
    </div>
  )
}
