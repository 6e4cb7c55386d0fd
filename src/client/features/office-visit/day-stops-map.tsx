import { wayBetween } from '#client/app/driving-distance.ts'
import { useMapTiles } from '#client/app/map-tiles.ts'
import { useCall } from '#client/app/queries.ts'
import { whileDown } from '#client/app/socket-state.ts'
import { fitCoordinates, marksOf, type Shape, type Stop } from '#client/brand/map-drawing.ts'
import { ShapesMap } from '#client/brand/shapes-map.tsx'
import { TextLink } from '#client/ui/button.tsx'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { isZipCenter } from '#shared/rules/road.ts'
import { slotOf } from '#shared/rules/slots.ts'
import { positionEveryMs } from '#shared/rules/travel.ts'
import { formatRelative, formatSlotStart } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

// Matches the card's width, so text isn't scaled.
const size = { width: 320, height: 190 }
const here = 'here'

/** The visit among its technician's other stops that day; nothing for unknown places. */
export function DayStopsMap({ job }: { job: Job }) {
  const day = useCall('GET /api/admin/board', { query: { date: job.scheduledDate } })
  const positions = useCall('GET /api/admin/positions', undefined, {
    staleTime: 0,
    refetchInterval: whileDown(positionEveryMs),
  })
  const tiles = useMapTiles()
  if (!job.coordinates) return null
  const { stops, at } = stopsAround(job, day.data ?? [])
  const shared = new Set(stops.map(({ id }) => id))
  const live = positions.data?.find(
    ({ jobId, technicianId }) => technicianId === job.technicianId && shared.has(jobId),
  )
  const known = stops.flatMap(({ id, coordinates }, stop): Stop[] =>
    coordinates
      ? [
          {
            place: coordinates,
            label: stops.length > 1 ? String(stop + 1) : '•',
            letter: id === job.id ? here : '',
            isOpen: false,
          },
        ]
      : [],
  )
  const { toPoint, pixelsPerMile } = fitCoordinates(
    [...known.map(({ place }) => place), ...(live ? [live] : [])],
    size,
  )
  const isAbout = isZipCenter(job.coordinates)
  return (
    <div className="mt-3 text-sm">
      <ShapesMap
        label={describe(job, stops, at)}
        tiles={tiles}
        size={size}
        pixelsPerMile={pixelsPerMile}
        toPoint={toPoint}
        className="max-w-100"
        shapes={[
          ...(isAbout ? [{ kind: 'about' as const, place: job.coordinates }] : []),
          { kind: 'route', places: known.map(({ place }) => place) },
          ...marksOf(known, here, tiles ? undefined : toPoint).map(
            ({ place, label, isFaint }): Shape => ({
              kind: 'mark',
              place,
              label,
              tone: isFaint ? 'other' : 'taken',
            }),
          ),
          ...(live ? [{ kind: 'live' as const, place: live, label: '' }] : []),
        ]}
      />
      {isAbout && <p className="mt-2 text-soft">{t('About here: only its ZIP code is known.')}</p>}
      {live && (
        <p className="mt-2 text-green">
          {t('{name} is on the way, seen {when}', {
            name: job.technician?.name || t('The technician'),
            when: formatRelative(live.recordedAt),
          })}
        </p>
      )}
      {stops.length > 1 && (
        <ul className="mt-2 space-y-1">
          <Neighbor label={t('Previous stop:')} job={job} stop={stops[at - 1]} />
          <Neighbor label={t('Next stop:')} job={job} stop={stops[at + 1]} />
        </ul>
      )}
    </div>
  )
}

const describe = ({ technician }: Job, stops: readonly BoardVisit[], at: number) =>
  stops.length > 1
    ? t('Where it is: stop {number} of {total} of {name} that day', {
        number: at + 1,
        total: stops.length,
        name: technician?.name || t('The technician'),
      })
    : t('Where it is')

function Neighbor(props: { label: string; job: Job; stop: BoardVisit | undefined }) {
  const { label, job, stop } = props
  if (!stop) return null
  const way = wayBetween(stop, job)
  return (
    <li>
      <span className="text-soft">{label}</span>{' '}
      <TextLink href={officePaths.officeVisit(stop.id)}>{stop.number}</TextLink>{' '}
      {[formatSlotStart(stop.scheduledTime), way].filter(Boolean).join(', ')}
    </li>
  )
}

/** The technician's visits that day in order, including this one; only this one if unassigned or cancelled. */
export function stopsAround(
  job: BoardVisit,
  day: readonly BoardVisit[],
): { stops: BoardVisit[]; at: number } {
  if (job.technicianId === null || job.status === 'cancelled') return { stops: [job], at: 0 }
  const others = day.filter(
    ({ id, technicianId, status, scheduledDate }) =>
      id !== job.id &&
      technicianId === job.technicianId &&
      scheduledDate === job.scheduledDate &&
      status !== 'cancelled',
  )
  const stops = [...others, job].toSorted(
    (a, b) => slotOf(a.scheduledTime) - slotOf(b.scheduledTime),
  )
  return { stops, at: stops.indexOf(job) }
}
