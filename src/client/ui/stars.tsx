import { clsx } from 'clsx'
import { plural } from '#shared/texts/t.ts'

const star = 'M10 1.8l2.5 5.2 5.7.7-4.2 3.9 1.1 5.6L10 14.4l-5.1 2.8L6 11.6 1.8 7.7l5.7-.7z'

export function Stars({ rating, label }: { rating: number; label: string }) {
  return (
    <span role="img" aria-label={label} className="inline-flex gap-0.5 align-middle">
      {[1, 2, 3, 4, 5].map((at) => (
        <Star key={at} filled={rating >= at - 0.25} />
      ))}
    </span>
  )
}

interface StarInputProps {
  legend: string
  value: number | null
  onChange: (rating: number) => void
}

export function StarInput({ legend, value, onChange }: StarInputProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className="-ml-2 inline-flex">
        {[1, 2, 3, 4, 5].map((at) => (
          <label
            key={at}
            className="relative flex size-12 items-center justify-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-amber"
          >
            <input
              type="radio"
              name={legend}
              aria-label={plural(at, { one: '{count} star', other: '{count} stars' })}
              checked={value === at}
              onChange={() => onChange(at)}
              className="absolute inset-0 appearance-none outline-none"
            />
            <Star filled={(value ?? 0) >= at} large />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Star({ filled, large }: { filled: boolean; large?: boolean }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      strokeLinejoin="round"
      className={clsx(
        large ? 'size-8' : 'size-4',
        filled ? 'fill-oil stroke-amber' : 'fill-none stroke-edge',
      )}
    >
      <path d={star} />
    </svg>
  )
}
