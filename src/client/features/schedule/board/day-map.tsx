import { useState } from 'react'
import { whileDown } from '#client/app/connection.ts'
import { useCall } from '#client/app/queries.ts'
import { Card } from '#client/ui/card.tsx'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { positionEveryMs } from '#shared/rules/travel.ts'
import { formatNumber, formatRelative } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { Board, TechnicianRow } from '../board.ts'
import { fitPlaces, mapSize, marksOf, type Point, scaleMiles, type Stop } from './map-drawing.ts'
import { countVisits } from './technicians-table.tsx'

/** A letter for each technician's day: A to Z, then AA. */
const letterOf = (at: number): string =>
  (at >= 26 ? letterOf(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

type Route = {
  id: string | null
  name: string
  letter: string
  visits: number
  stops: Stop[]
  live: (Coordinates & { recordedAt: string }) | undefined
}

/** The day's visits where they are, numbered along each technician's day, and technicians who share their way; nothing when no place is known. */
export function DayMap({ board }: { board: Board }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const positions = useCall('GET /api/admin/positions', undefined, {
    staleTime: 0,
    refetchInterval: whileDown(positionEveryMs),
  })
  const jobs = new Set(board.slots.flatMap((slot) => slot.jobs.map(({ id }) => id)))
  const shared = (positions.data ?? []).filter(({ jobId }) => jobs.has(jobId))
  const routes = board.rows
    .map((row, at): Route => {
      const letter = row.id === null ? '' : letterOf(at - 1)
      return {
        id: row.id,
        name: row.name,
        letter,
        visits: row.visits,
        stops: stopsOf(row, letter),
        live: shared.find(({ technicianId }) => technicianId === row.id),
      }
    })
    .filter(({ stops, live }) => stops.length > 0 || live)
  const places = routes.flatMap(({ stops, live }) => [
    ...stops.map(({ place }) => place),
    ...(live ? [live] : []),
  ])
  if (places.length === 0) return null
  const { toPoint, pixelsPerMile } = fitPlaces(places)
  const marks = marksOf(
    routes.flatMap(({ stops }) => stops),
    chosen,
  )
  return (
    <Card title={t('On the map')} aria-label={t('On the map')}>
      <svg
        viewBox={`0 0 ${mapSize.width} ${mapSize.height}`}
        role="img"
        aria-label={t('Where the visits of the day are; the list says the same.')}
        className="mx-auto w-full max-w-200 rounded-control border border-line bg-sunken"
      >
        {routes.map((route) => (
          <RouteDrawing
            key={route.id ?? ''}
            route={route}
            toPoint={toPoint}
            isFaint={chosen !== null && chosen !== route.letter}
          />
        ))}
        {marks.map(({ place, label, isOpen, isFaint }) => (
          <Mark key={label} point={toPoint(place)} isOpen={isOpen} isFaint={isFaint}>
            {label}
          </Mark>
        ))}
        {routes.map(({ letter, live }) =>
          live ? <LiveMark key={letter} point={toPoint(live)} letter={letter} /> : null,
        )}
        <Scale pixelsPerMile={pixelsPerMile} />
      </svg>
      <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {routes.map(({ id, letter, name, visits, live }) => (
          <li key={id ?? ''}>
            <button
              type="button"
              aria-pressed={chosen === letter}
              onClick={() => setChosen(chosen === letter ? null : letter)}
              className="min-h-9 rounded-chip px-1 text-left hover:bg-ink/6 aria-pressed:bg-amber-wash pointer-coarse:min-h-11"
            >
              {letter && <span className="font-semibold">{letter} </span>}
              {name} <span className="text-soft">{countVisits(visits)}</span>
              {live && (
                <span className="text-green">
                  {' '}
                  {t('on the way, seen {when}', { when: formatRelative(live.recordedAt) })}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function stopsOf({ id, cells }: TechnicianRow, letter: string): Stop[] {
  return cells
    .flat()
    .flatMap(({ coordinates: place }, at) =>
      place ? [{ place, letter, label: `${letter}${at + 1}`, isOpen: id === null }] : [],
    )
}

interface RouteDrawingProps {
  route: Route
  toPoint: (place: Coordinates) => Point
  isFaint: boolean
}

function RouteDrawing({ route: { id, stops }, toPoint, isFaint }: RouteDrawingProps) {
  if (id === null) return null
  const points = stops.map(({ place }) => toPoint(place))
  return (
    <polyline
      points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
      fill="none"
      opacity={isFaint ? 0.2 : 1}
      className="stroke-edge"
      strokeWidth="1.5"
      strokeDasharray="4 3"
    />
  )
}

function LiveMark({ point, letter }: { point: Point; letter: string }) {
  return (
    <g transform={`translate(${point.x} ${point.y})`}>
      <circle r="15" className="breathe fill-oil/35" />
      <circle r="10" className="fill-oil stroke-card" strokeWidth="2" />
      <text textAnchor="middle" dy="4" fontSize="11" fontWeight="700" fill="#14181f">
        {letter}
      </text>
    </g>
  )
}

interface MarkProps {
  point: Point
  isOpen: boolean
  isFaint: boolean
  children: string
}

function Mark({ point, isOpen, isFaint, children }: MarkProps) {
  const width = 10 + children.length * 7.5
  return (
    <g transform={`translate(${point.x} ${point.y})`} opacity={isFaint ? 0.2 : 1}>
      <rect
        x={-width / 2}
        y="-10"
        width={width}
        height="20"
        rx="6"
        className={isOpen ? 'fill-card stroke-amber' : 'fill-ink stroke-card'}
        strokeWidth="1.5"
      />
      <text
        textAnchor="middle"
        dy="4"
        fontSize="12"
        fontWeight="600"
        className={isOpen ? 'fill-ink' : 'fill-paper'}
      >
        {children}
      </text>
    </g>
  )
}

function Scale({ pixelsPerMile }: { pixelsPerMile: number }) {
  const miles = scaleMiles(pixelsPerMile)
  const width = miles * pixelsPerMile
  return (
    <g transform={`translate(12 ${mapSize.height - 12})`}>
      <path d={`M0 -6 V0 H${width} V-6`} fill="none" className="stroke-soft" strokeWidth="1.5" />
      <text x={width / 2} y="-6" textAnchor="middle" fontSize="12" className="fill-soft">
        {t('{miles} mi', { miles: formatNumber(miles, 2) })}
      </text>
    </g>
  )
}
