import { useState } from 'react'
import { legWords, riskColor, riskWords, useRoad } from '#client/app/driving-distance.ts'
import { whileDown } from '#client/app/socket-state.ts'
import { useMapTiles } from '#client/app/map-tiles.ts'
import { useCall } from '#client/app/queries.ts'
import {
  fitCoordinates,
  mapSize,
  marksOf,
  type Stop,
  type Shape,
} from '#client/brand/map-drawing.ts'
import { ShapesMap } from '#client/brand/shapes-map.tsx'
import { TextLink } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import type { KnownRoad } from '#shared/rules/day-road.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { positionEveryMs } from '#shared/rules/travel.ts'
import { formatNumber, formatRelative, formatSlotStart } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { type Board, legsOf, type TechnicianRow } from './board.ts'
import { countVisits } from './technicians-table.tsx'
import { useMedia } from './use-media.ts'

/** A letter per technician: A to Z, then AA. */
const letterOf = (at: number): string =>
  (at >= 26 ? letterOf(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

/** The mark of visits without a technician. */
const unassignedMark = '?'

/** With more routes, all of them are drawn faintly until one is chosen. */
const mostRoutes = 3

// Close to a phone's width, so that its text is not scaled.
const phoneSize = { width: 330, height: 330 }

type Route = {
  id: string | null
  name: string
  letter: string
  visits: number
  stops: Stop[]
  jobs: readonly BoardVisit[]
  live: (Coordinates & { recordedAt: string }) | undefined
}

/** The day's visits on a map, numbered per technician, and technicians sharing their location; nothing if no place is known. */
export function DayMap({ board, date }: { board: Board; date: string }) {
  const road = useRoad(date)
  const [chosen, setChosen] = useState<string | null>(null)
  const tiles = useMapTiles()
  const isWide = useMedia('(width >= 40rem)')
  const positions = useCall('GET /api/admin/positions', undefined, {
    staleTime: 0,
    refetchInterval: whileDown(positionEveryMs),
  })
  const jobs = new Set(board.slots.flatMap((slot) => slot.jobs.map(({ id }) => id)))
  const shared = (positions.data ?? []).filter(({ jobId }) => jobs.has(jobId))
  const liveOf = ({ id }: TechnicianRow) => shared.find(({ technicianId }) => technicianId === id)
  const shown = board.rows.filter(
    (row) => row.cells.flat().some(({ coordinates }) => coordinates) || liveOf(row),
  )
  const named = shown.filter(({ id }) => id !== null)
  const routes = shown.map((row): Route => {
    const letter = row.id === null ? '' : letterOf(named.indexOf(row))
    return {
      id: row.id,
      name: row.name,
      letter,
      visits: row.visits,
      stops: stopsOf(row, letter),
      jobs: row.cells.flat(),
      live: liveOf(row),
    }
  })
  const places = routes.flatMap(({ stops, live }) => [
    ...stops.map(({ place }) => place),
    ...(live ? [live] : []),
  ])
  if (places.length === 0) return null
  const size = isWide ? mapSize : phoneSize
  const { toPoint, pixelsPerMile } = fitCoordinates(places, size)
  const marks = marksOf(
    routes.flatMap(({ stops }) => stops),
    chosen,
    // Tiles can be zoomed.
    tiles ? undefined : toPoint,
  )
  return (
    <Card
      id={dayMapId}
      tabIndex={-1}
      title={t('Map of the day')}
      aria-label={t('Map of the day')}
      className="scroll-mt-4"
    >
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <ShapesMap
          label={t('Map of the visits of this day; the list shows the same.')}
          tiles={tiles}
          size={size}
          pixelsPerMile={pixelsPerMile}
          toPoint={toPoint}
          shapes={[
            ...routes.map(({ id, letter, stops }): Shape => ({
              kind: 'route',
              places: id === null ? [] : stops.map(({ place }) => place),
              isFaint: chosen === null ? named.length > mostRoutes : chosen !== letter,
              isChosen: chosen === letter,
            })),
            ...marks.map(({ place, label, isOpen, isFaint }): Shape => ({
              kind: 'mark',
              place,
              label,
              tone: isOpen ? 'open' : 'taken',
              isFaint,
            })),
            ...routes.flatMap(({ letter, live }): Shape[] =>
              live ? [{ kind: 'live', place: live, label: letter }] : [],
            ),
          ]}
        />
        <div className="min-w-0 text-sm">
          {named.length > 1 && (
            <p className="mb-1 px-1 text-soft">{t('Choose a technician to see their route.')}</p>
          )}
          <ul className="max-h-105 overflow-y-auto">
            {routes.map(({ id, letter, name, visits, jobs: ordered, live }) => (
              <li key={id ?? ''}>
                <button
                  type="button"
                  aria-expanded={chosen === letter}
                  onClick={() => setChosen(chosen === letter ? null : letter)}
                  className="flex min-h-9 w-full gap-2 rounded-chip px-1 py-1 text-left hover:bg-ink/6 aria-expanded:bg-amber-wash pointer-coarse:min-h-11"
                >
                  <span
                    aria-hidden={letter ? undefined : true}
                    className="w-5 flex-none font-semibold"
                  >
                    {letter || unassignedMark}
                  </span>{' '}
                  <span className="min-w-0">
                    <span className="block font-medium wrap-anywhere">{name}</span>{' '}
                    <span className="block text-soft">
                      {[countVisits(visits), id !== null && driven(ordered, road)]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                    {live && (
                      <span className="block text-green">
                        {t('on the way, seen {when}', { when: formatRelative(live.recordedAt) })}
                      </span>
                    )}
                  </span>
                </button>
                {chosen === letter && <Stops jobs={ordered} letter={letter} road={road} />}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  )
}

/** The sum of the drives to the first visit and between visits; null without one. */
function driven(jobs: readonly BoardVisit[], road: KnownRoad | undefined): string | null {
  const legs = [...legsOf(jobs, road).values()]
  if (!road || legs.length === 0) return null
  const minutes = legs.reduce((sum, leg) => sum + (leg.minutes ?? 0), 0)
  const miles = legs.reduce((sum, leg) => sum + leg.miles, 0)
  return t('{minutes} min, about {miles} mi of driving', {
    minutes,
    miles: formatNumber(miles, 0),
  })
}

type StopsProps = { jobs: readonly BoardVisit[]; letter: string; road: KnownRoad | undefined }

/** A technician's stops in order, with the drives between them; unassigned visits have none. */
function Stops({ jobs, letter, road }: StopsProps) {
  const legs = legsOf(letter ? jobs : [], road)
  return (
    <ol className="mt-1 mb-2 ml-2 space-y-1.5 border-l border-line pl-3">
      {jobs.map((job, at) => {
        const leg = legs.get(job.id)
        return (
          <li key={job.id}>
            {leg && (
              <p className={riskColor(leg)}>
                ↓ {[legWords(leg), riskWords(leg)].filter(Boolean).join(' · ')}
              </p>
            )}
            <TextLink href={officePaths.officeVisit(job.id)}>
              {letter ? `${letter}${at + 1}` : job.number}
            </TextLink>{' '}
            {formatSlotStart(job.scheduledTime)} · {job.customer.name}
            {!job.coordinates && <span className="text-soft"> · {t('place not known')}</span>}
          </li>
        )
      })}
    </ol>
  )
}

/** The map's place on the page, where the board's button leads. */
export const dayMapId = 'day-map'

function stopsOf({ id, cells }: TechnicianRow, letter: string): Stop[] {
  return cells.flat().flatMap(({ coordinates: place }, at) =>
    place
      ? [
          {
            place,
            letter,
            label: letter ? `${letter}${at + 1}` : unassignedMark,
            isOpen: id === null,
          },
        ]
      : [],
  )
}
