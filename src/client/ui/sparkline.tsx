interface SparklineProps {
  values: readonly number[]
  /** The story in words: 'Revenue of the last 14 days, highest on Friday'. */
  label: string
}

/** A line without axes, the last point in amber. */
export function Sparkline({ values, label }: SparklineProps) {
  const highest = Math.max(...values, 0)
  const lowest = Math.min(...values, 0)
  const range = highest - lowest || 1
  const points = values.map((value, index) => ({
    x: values.length > 1 ? 2 + (index / (values.length - 1)) * 76 : 40,
    y: 22 - ((value - lowest) / range) * 20,
  }))
  const last = points.at(-1)
  if (!last) return null
  return (
    <svg viewBox="0 0 80 24" className="block w-full" role="img" aria-label={label}>
      <polyline
        points={points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <circle cx={last.x} cy={last.y} r="2.25" className="fill-amber" />
    </svg>
  )
}
