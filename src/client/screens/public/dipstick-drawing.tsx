import { t } from '#shared/texts/t.ts'

// SVG units: tip at 30, ring at 462, 36 per quart between the notches.
const tip = 30
const min = 76
const quart = 36
const quarts = [0, 1, 2, 3, 4]
const max = min + quarts.length * quart

/** A dipstick with five quarts, as a workshop drawing. */
export function DipstickDrawing() {
  return (
    <svg viewBox="0 0 480 150" className="block w-full text-ink" aria-hidden="true">
      <defs>
        <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse">
          <path d="M-1 1l2-2M0 6l6-6M5 7l2-2" className="stroke-edge" strokeWidth="1" />
        </pattern>
      </defs>
      <Measure />
      <Blade />
      {/* The ring at the end and drops at the tip. */}
      <rect x="408" y="75" width="12" height="16" rx="3" fill="currentColor" />
      <circle cx="443" cy="83" r="20" fill="none" stroke="currentColor" strokeWidth="10" />
      <circle cx="443" cy="83" r="20" fill="none" className="stroke-oil" strokeWidth="6.5" />
      <g className="fill-oil">
        <path d="M38 97c3 5 9 10.5 9 16.5a9 9 0 0 1-18 0C29 107.5 35 102 38 97Z" />
        <path d="M38 128c1.4 2.3 4 4.7 4 7.3a4 4 0 0 1-8 0c0-2.6 2.6-5 4-7.3Z" />
      </g>
    </svg>
  )
}

/** The blade: four quarts wet, the fifth still to fill, then the wire. */
function Blade() {
  return (
    <g strokeLinejoin="round">
      <path d={`M${max + 44} 83H412`} stroke="currentColor" strokeWidth="4" />
      <path
        d={`M${tip + 9} 74H${max + 36}l10 6v6l-10 6H${tip + 9}a9 9 0 0 1 0-18Z`}
        className="fill-card"
        stroke="currentColor"
        strokeWidth="1.75"
      />
      <path
        d={`M${tip + 9} 76.5H${min - 1}v13H${tip + 9}a6.5 6.5 0 0 1 0-13Z`}
        className="fill-oil"
      />
      {quarts.map((number) => (
        <rect
          key={number}
          x={min + number * quart + 1.5}
          y={76.5}
          width={quart - 3}
          height={13}
          fill={number === quarts.length - 1 ? 'url(#hatch)' : undefined}
          className={number === quarts.length - 1 ? undefined : 'fill-oil'}
        />
      ))}
      {[min, max].map((x) => (
        <path key={x} d={`M${x} 70v26`} stroke="currentColor" strokeWidth="2.5" />
      ))}
    </g>
  )
}

/** The dimension line with the names MIN and MAX. */
function Measure() {
  const words = 'fill-soft font-mono text-[16px]'
  return (
    <g>
      <path
        d={`M${min} 66V26M${max} 66V26M${min} 34h${max - min}`}
        className="stroke-edge"
        strokeWidth="1"
      />
      <path
        d={`M${min + 7} 31l-7 3 7 3M${max - 7} 31l7 3-7 3`}
        className="stroke-edge"
        fill="none"
        strokeWidth="1"
      />
      <text x={(min + max) / 2} y={24} textAnchor="middle" className={words}>
        {t('5 quarts')}
      </text>
      <text x={min} y={116} textAnchor="middle" className={words}>
        {t('MIN')}
      </text>
      <text x={max} y={116} textAnchor="middle" className={words}>
        {t('MAX')}
      </text>
    </g>
  )
}
