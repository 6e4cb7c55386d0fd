import { lazy, type ReactNode, Suspense } from 'react'
import type { Coordinates } from '#shared/rules/service-area.ts'
import type { MapTiles, Shape, MapSize, Point } from './map-drawing.ts'
import { AboutArea, Circle, LiveMark, Mark, LocationMap, RouteLine } from './location-map.tsx'

// Loads only with tiles; offline our own drawing stays.
const TileMap = lazy(() => import('./tile-map.tsx').catch(() => ({ default: Drawing })))

function Drawing({ fallback }: { fallback: ReactNode }) {
  return <>{fallback}</>
}

interface ShapesMapProps {
  label: string
  shapes: readonly Shape[]
  /** Undefined while loading; null shows our own drawing. */
  tiles: MapTiles | null | undefined
  size?: MapSize | undefined
  pixelsPerMile: number
  toPoint: (place: Coordinates) => Point
  className?: string
  /** Drawn below the shapes when there are no tiles. */
  ground?: ReactNode
  onPick?: ((place: Coordinates) => void) | undefined
}

/** Places on map tiles if a server is set, else on our own drawing. */
export function ShapesMap({ tiles, ground, onPick, toPoint, shapes, ...map }: ShapesMapProps) {
  const { pixelsPerMile } = map
  const drawing = (
    <LocationMap {...map}>
      {ground}
      {shapes.map((shape, at) => (
        <DrawnShape key={at} {...{ shape, toPoint, pixelsPerMile }} />
      ))}
    </LocationMap>
  )
  if (!tiles) return drawing
  return (
    <Suspense fallback={drawing}>
      <TileMap
        label={map.label}
        tiles={tiles}
        shapes={shapes}
        onPick={onPick}
        fallback={drawing}
        className={map.className}
      />
    </Suspense>
  )
}

interface DrawnShapeProps {
  shape: Shape
  toPoint: (place: Coordinates) => Point
  pixelsPerMile: number
}

function DrawnShape({ shape, toPoint, pixelsPerMile }: DrawnShapeProps) {
  switch (shape.kind) {
    case 'circle':
      return (
        <Circle
          point={toPoint(shape.place)}
          radius={shape.miles * pixelsPerMile}
          tone={shape.tone}
        />
      )
    case 'route':
      return (
        <RouteLine
          points={shape.places.map(toPoint)}
          {...(shape.isFaint && { isFaint: true })}
          {...(shape.isChosen && { isChosen: true })}
        />
      )
    case 'about':
      return <AboutArea point={toPoint(shape.place)} />
    case 'live':
      return <LiveMark point={toPoint(shape.place)} label={shape.label} />
    case 'mark':
      return (
        <Mark
          point={toPoint(shape.place)}
          tone={shape.tone}
          {...(shape.isFaint && { isFaint: true })}
        >
          {shape.label}
        </Mark>
      )
  }
}
