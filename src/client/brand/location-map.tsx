import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import {
  type MapSize,
  mapSize,
  markHeight,
  markWidth,
  type Point,
  scaleMiles,
} from './map-drawing.ts'

interface LocationMapProps {
  label: string
  size?: MapSize
  pixelsPerMile: number
  className?: string
  children: ReactNode
}

/** A drawing of places without map tiles, north up, with a scale. */
export function LocationMap(props: LocationMapProps) {
  const { label, size = mapSize, pixelsPerMile, className, children } = props
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={label}
      className={clsx(
        'mx-auto w-full max-w-200 rounded-control border border-line bg-sunken',
        className,
      )}
    >
      {children}
      <Scale pixelsPerMile={pixelsPerMile} size={size} />
    </svg>
  )
}

const spotTones = {
  active: 'fill-amber/10 stroke-amber',
  off: 'fill-none stroke-edge',
  drawn: 'fill-blue/10 stroke-blue',
}

/** An area around a place. */
export function Circle(props: { point: Point; radius: number; tone: keyof typeof spotTones }) {
  const { point, radius, tone } = props
  return (
    <circle
      cx={point.x}
      cy={point.y}
      r={radius}
      className={spotTones[tone]}
      strokeWidth="2"
      strokeDasharray={tone === 'off' ? '5 4' : undefined}
    />
  )
}

/** A minor place, such as a ZIP code center. */
export function Dot({ point, isIn }: { point: Point; isIn: boolean }) {
  return <circle cx={point.x} cy={point.y} r="2" className={isIn ? 'fill-amber' : 'fill-edge'} />
}

/** A city name in the background. */
export function CityName({ point, children }: { point: Point; children: string }) {
  return (
    <text
      x={point.x}
      y={point.y}
      textAnchor="middle"
      fontSize="13"
      className="fill-soft stroke-sunken"
      strokeWidth="3"
      paintOrder="stroke"
    >
      {children}
    </text>
  )
}

interface RouteLineProps {
  points: readonly Point[]
  isFaint?: boolean
  isChosen?: boolean
}

export function RouteLine({ points, isFaint, isChosen }: RouteLineProps) {
  if (points.length < 2) return null
  return (
    <polyline
      points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
      fill="none"
      opacity={isFaint ? 0.2 : 1}
      className={isChosen ? 'stroke-amber' : 'stroke-edge'}
      strokeWidth={isChosen ? 2.5 : 1.5}
      strokeDasharray={isChosen ? undefined : '4 3'}
    />
  )
}

export function LiveMark({ point, label }: { point: Point; label?: string }) {
  return (
    <g transform={`translate(${point.x} ${point.y})`}>
      <circle r="15" className="breathe fill-oil/35" />
      <circle r="10" className="fill-oil stroke-card" strokeWidth="2" />
      <text textAnchor="middle" dy="4" fontSize="11" fontWeight="700" fill="#14181f">
        {label}
      </text>
    </g>
  )
}

export function AboutArea({ point }: { point: Point }) {
  return <circle cx={point.x} cy={point.y} r="28" className="fill-amber/15" />
}

const tones = {
  taken: { box: 'fill-ink stroke-card', text: 'fill-paper' },
  open: { box: 'fill-card stroke-amber', text: 'fill-ink' },
  /** Other visits, for context. */
  other: { box: 'fill-card stroke-edge', text: 'fill-soft' },
}

interface MarkProps {
  point: Point
  tone: keyof typeof tones
  isFaint?: boolean
  children: string
}

export function Mark({ point, tone, isFaint, children }: MarkProps) {
  const width = markWidth(children)
  return (
    <g transform={`translate(${point.x} ${point.y})`} opacity={isFaint ? 0.2 : 1}>
      <rect
        x={-width / 2}
        y={-markHeight / 2}
        width={width}
        height={markHeight}
        rx="6"
        className={tones[tone].box}
        strokeWidth="1.5"
      />
      <text textAnchor="middle" dy="4" fontSize="12" fontWeight="600" className={tones[tone].text}>
        {children}
      </text>
    </g>
  )
}

function Scale({ pixelsPerMile, size }: { pixelsPerMile: number; size: MapSize }) {
  const miles = scaleMiles(pixelsPerMile, size)
  const width = miles * pixelsPerMile
  return (
    <g transform={`translate(12 ${size.height - 12})`}>
      <path d={`M0 -6 V0 H${width} V-6`} fill="none" className="stroke-soft" strokeWidth="1.5" />
      <text x={width / 2} y="-6" textAnchor="middle" fontSize="12" className="fill-soft">
        {t('{miles} mi', { miles: formatNumber(miles, 2) })}
      </text>
    </g>
  )
}
