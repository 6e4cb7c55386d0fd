import { useState } from 'react'
import { whileDown } from '#client/app/socket-state.ts'
import { useMapTiles } from '#client/app/map-tiles.ts'
import { useCall } from '#client/app/queries.ts'
import { fitCoordinates, marksOf, type Stop, type Shape } from '#client/brand/map-drawing.ts'
import { ShapesMap } from '#client/brand/shapes-map.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { positionEveryMs } from '#shared/rules/travel.ts'
import { formatRelative } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { Board, TechnicianRow } from './board.ts'
import { countVisits } from './technicians-table.tsx'

/** A letter per technician: A to Z, then AA. */
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

/** The day's visits on a map, numbered per technician, and technicians sharing their location; nothing if no place is known. */
export function DayMap({ board }: { board: Board }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const tiles = useMapTiles()
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
  const { toPoint, pixelsPerMile } = fitCoordinates(places)
  const marks = marksOf(
    routes.flatMap(({ stops }) => stops),
    chosen,
  )
  return (
    <Card title={t('On the map')} aria-label={t('On the map')}>
      <ShapesMap
        label={t('Map of the visits of this day; the list shows the same.')}
        tiles={tiles}
        pixelsPerMile={pixelsPerMile}
        toPoint={toPoint}
        shapes={[
          ...routes.map(({ id, letter, stops }): Shape => ({
            kind: 'route',
            places: id === null ? [] : stops.map(({ place }) => place),
            isFaint: chosen !== null && chosen !== letter,
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
