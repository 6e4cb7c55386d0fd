import { type MouseEvent, useRef, type RefObject, useLayoutEffect, useState } from 'react'
import { useMapTiles } from '#client/app/map-tiles.ts'
import { useCall } from '#client/app/queries.ts'
import {
  cityLabels,
  fitCoordinates,
  type MapSize,
  mapSize,
  type Point,
  type Shape,
} from '#client/brand/map-drawing.ts'
import { CityName, Dot } from '#client/brand/location-map.tsx'
import { ShapesMap } from '#client/brand/shapes-map.tsx'
import {
  boxAround,
  type Coordinates,
  type CoreSpot,
  milesBeyond,
} from '#shared/rules/service-area.ts'

type DrawnSpot = CoreSpot & { key: string; label: string; tone: 'active' | 'off' | 'drawn' }

interface AreaMapProps {
  /** Description for screen readers. */
  label: string
  spots: readonly DrawnSpot[]
  size?: MapSize
  /** Called with the clicked place. */
  onPick?: (place: Coordinates) => void
}

/** Core spots as circles over the surrounding ZIP codes. */
export function AreaMap({ label, spots, size: largest = mapSize, onPick }: AreaMapProps) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useDrawnSize(frame, largest)
  const corners = spots.flatMap((spot) => {
    const { south, north, west, east } = boxAround(spot, spot.radiusMiles)
    return [
      { latitude: south, longitude: west },
      { latitude: north, longitude: east },
    ]
  })
  const { toPoint, toCoordinates, pixelsPerMile } = fitCoordinates(corners, size)
  const zips =
    useCall('GET /api/admin/zip-centers', { query: drawnBox(toCoordinates, size) }, ground).data ??
    []
  const tiles = useMapTiles()
  const covering = spots.filter(({ tone }) => tone !== 'off')
  const pick = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) => {
    const drawing = currentTarget.querySelector('svg')?.getBoundingClientRect()
    if (!drawing || !onPick) return
    const scale = size.width / drawing.width
    onPick(
      toCoordinates({ x: (clientX - drawing.left) * scale, y: (clientY - drawing.top) * scale }),
    )
  }
  const map = (
    <ShapesMap
      label={label}
      tiles={tiles}
      size={size}
      pixelsPerMile={pixelsPerMile}
      toPoint={toPoint}
      shapes={[...spots.map(circleOf), ...spots.map(markOf)]}
      ground={
        <>
          {zips.map((zip) => (
            <Dot
              key={zip.zip}
              point={toPoint(zip)}
              isIn={covering.some((spot) => milesBeyond(zip, spot) <= 0)}
            />
          ))}
          {cityLabels(zips, toPoint).map(({ name, point }) => (
            <CityName key={name} point={point}>
              {name}
            </CityName>
          ))}
        </>
      }
      onPick={onPick}
    />
  )
  const drawn = onPick && !tiles
  return (
    // Clicking is a shortcut: the fields beside it do the same.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div ref={frame} {...(drawn && { className: 'cursor-crosshair', onClick: pick })}>
      {map}
    </div>
  )
}

const circleOf = (spot: DrawnSpot): Shape => ({
  kind: 'circle',
  place: spot,
  miles: spot.radiusMiles,
  tone: spot.tone,
})

const markOf = (spot: DrawnSpot): Shape => ({
  kind: 'mark',
  place: spot,
  label: spot.label,
  tone: spot.tone === 'off' ? 'other' : 'taken',
})

// Keep the map fixed while circles change.
const ground = {
  staleTime: Infinity,
  placeholderData: (before: ZipCenters | undefined) => before,
}
type ZipCenters = { zip: string; city: string; latitude: number; longitude: number }[]

/** Bounds of the map, in tenths of degrees so small changes request nothing new. */
function drawnBox(toCoordinates: (point: Point) => Coordinates, { width, height }: MapSize) {
  const upperLeft = toCoordinates({ x: 0, y: 0 })
  const lowerRight = toCoordinates({ x: width, y: height })
  const outwards = (value: number, by: 'floor' | 'ceil', most: number) =>
    Math.max(-most, Math.min(most, Math[by](value * 10) / 10))
  return {
    south: outwards(lowerRight.latitude, 'floor', 90),
    north: outwards(upperLeft.latitude, 'ceil', 90),
    west: outwards(upperLeft.longitude, 'floor', 180),
    east: outwards(lowerRight.longitude, 'ceil', 180),
  }
}

/** Narrower maps are unreadable. */
const leastWidth = 220

/** Size of the map in its frame, at most `largest`, so labels are never shrunk. */
function useDrawnSize(frame: RefObject<HTMLElement | null>, largest: MapSize): MapSize {
  const [width, setWidth] = useState(largest.width)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () =>
      setWidth(Math.min(largest.width, Math.max(leastWidth, Math.round(element.clientWidth))))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, largest.width])
  if (width === largest.width) return largest
  // Less flat: labels need vertical room.
  return { width, height: Math.min(largest.height, Math.round(width * 0.8)) }
}
