import { useId } from 'react'

/** The product's mark, beside the brand's name: a drop of five quarts, the last one still to fill. */
export function Mark({ className = 'size-7' }: { className?: string }) {
  // Two marks on one page must not share an id, or hiding one empties the other.
  const drop = useId()
  return (
    <svg viewBox="12 5 40 54" className={className} aria-hidden="true">
      <clipPath id={drop}>
        <path d="M32 6c5.8 8.8 18 21.5 18 33.5a18 18 0 0 1-36 0C14 27.5 26.2 14.8 32 6Z" />
      </clipPath>
      <g clipPath={`url(#${drop})`}>
        <path className="fill-ink" d="M13 5h38v14.5H13z" />
        <path
          className="fill-oil"
          d="M13 22h38v6.5H13zM13 31h38v6.5H13zM13 40h38v6.5H13zM13 49h38v10H13z"
        />
      </g>
    </svg>
  )
}
