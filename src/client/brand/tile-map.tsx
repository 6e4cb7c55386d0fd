import 'leaflet/dist/leaflet.css'
import './tile-map.css'
import { clsx } from 'clsx'
import L from 'leaflet'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { boxAround, type Coordinates } from '#shared/rules/service-area.ts'
import { t } from '#shared/texts/t.ts'
import type { MapTiles, Shape } from './map-drawing.ts'

interface TileMapProps {
  label: string
  tiles: MapTiles
  shapes: readonly Shape[]
  onPick?: ((place: Coordinates) => void) | undefined
  className?: string | undefined
  fallback: ReactNode
}

/** Places on map tiles. Arrow keys move the map; places show even when tiles fail. */
export default function TileMap({ label, tiles, shapes, onPick, className }: TileMapProps) {
  const box = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<{ map: L.Map; layer: L.LayerGroup }>()
  const [failed, setFailed] = useState(false)
  const { url, attribution } = tiles
  useEffect(() => {
    if (!box.current) return
    const moves = !matchMedia('(prefers-reduced-motion: reduce)').matches
    const map = L.map(box.current, {
      zoomControl: false,
      scrollWheelZoom: false,
      zoomSnap: 0.25,
      inertia: moves,
      fadeAnimation: moves,
      zoomAnimation: moves,
      markerZoomAnimation: moves,
    })
    map.attributionControl.setPrefix(false)
    L.control.zoom({ zoomInTitle: t('Zoom in'), zoomOutTitle: t('Zoom out') }).addTo(map)
    L.control.scale({ metric: false }).addTo(map)
    L.tileLayer(url, { attribution: asText(attribution), maxZoom: 19, referrerPolicy: 'origin' })
      .on('tileerror', () => setFailed(true))
      .on('tileload', () => setFailed(false))
      .addTo(map)
    setDrawn({ map, layer: L.layerGroup().addTo(map) })
    return () => {
      setDrawn(undefined)
      map.remove()
    }
  }, [url, attribution])

  const picked = useRef(onPick)
  useEffect(() => {
    picked.current = onPick
  })
  useEffect(() => {
    const pick = ({ latlng }: L.LeafletMouseEvent) =>
      picked.current?.({ latitude: latlng.lat, longitude: latlng.lng })
    drawn?.map.on('click', pick)
    return () => void drawn?.map.off('click', pick)
  }, [drawn])

  const shapesJson = JSON.stringify(shapes)
  useEffect(() => {
    if (!drawn) return
    const all = JSON.parse(shapesJson) as Shape[]
    drawn.layer.clearLayers()
    for (const shape of all) layerOf(shape).addTo(drawn.layer)
    drawn.map.fitBounds(boundsOf(all), { animate: false, padding: [16, 16], maxZoom: 16 })
  }, [drawn, shapesJson])

  return (
    <div>
      <div
        ref={box}
        role="application"
        aria-label={label}
        className={clsx(
          'tile-map mx-auto aspect-8/5 w-full max-w-200 overflow-hidden rounded-control border border-line',
          onPick && 'cursor-crosshair!',
          className,
        )}
      />
      <p role="status" className="text-sm text-soft">
        {failed && t('The map images could not be loaded; the places on it are correct.')}
      </p>
    </div>
  )
}

const at = ({ latitude, longitude }: Coordinates): L.LatLngTuple => [latitude, longitude]
const metersPerMile = 1609.344

const spotTones = {
  active: 'stroke-amber fill-amber/15',
  off: 'stroke-edge fill-none',
  drawn: 'stroke-blue fill-blue/15',
}

function layerOf(shape: Shape): L.Layer {
  switch (shape.kind) {
    case 'circle': {
      const { place, miles, tone } = shape
      return L.circle(at(place), {
        radius: miles * metersPerMile,
        className: spotTones[tone],
        weight: 2,
        fillOpacity: 1,
        interactive: false,
        ...(tone === 'off' && { dashArray: '5 4' }),
      })
    }
    case 'route':
      return L.polyline(shape.places.map(at), {
        className: shape.isChosen ? 'stroke-amber fill-none' : 'stroke-ink fill-none',
        weight: shape.isChosen ? 3 : 2,
        opacity: shape.isFaint ? 0.2 : shape.isChosen ? 1 : 0.7,
        ...(!shape.isChosen && { dashArray: '4 3' }),
        interactive: false,
      })
    case 'about':
      return L.circle(at(shape.place), {
        radius: metersPerMile,
        className: 'stroke-amber fill-amber/15',
        weight: 0,
        fillOpacity: 1,
        interactive: false,
      })
    case 'mark':
      return label(shape.place, shape.label, `tile-mark-${shape.tone}`, shape.isFaint)
    case 'live':
      return label(shape.place, shape.label, 'tile-mark-live', false)
  }
}

/** A label centered on the place. */
function label(place: Coordinates, words: string, tone: string, isFaint = false): L.Marker {
  const html = document.createElement('span')
  html.textContent = words
  const icon = L.divIcon({ html, className: clsx('tile-mark', tone), iconSize: [0, 0] })
  return L.marker(at(place), {
    icon,
    alt: words,
    interactive: false,
    keyboard: false,
    opacity: isFaint ? 0.3 : 1,
  })
}

function boundsOf(shapes: readonly Shape[]): L.LatLngBounds {
  const bounds = L.latLngBounds([])
  for (const shape of shapes) {
    if (shape.kind === 'circle') {
      const { south, north, west, east } = boxAround(shape.place, shape.miles)
      bounds.extend([south, west]).extend([north, east])
    } else if (shape.kind === 'route') for (const place of shape.places) bounds.extend(at(place))
    else bounds.extend(at(shape.place))
  }
  return bounds
}

/** Leaflet treats strings as HTML. */
function asText(words: string): string {
  const element = document.createElement('span')
  element.textContent = words
  return element.innerHTML
}
