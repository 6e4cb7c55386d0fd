import { Fragment, type ReactNode } from 'react'

export function Facts({ items }: { items: readonly { label: ReactNode; value: ReactNode }[] }) {
  const known = items.filter((item) => item.value !== null && item.value !== undefined)
  return (
    <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-5 gap-y-2">
      {known.map((item, index) => (
        <Fragment key={index}>
          <dt className="text-soft">{item.label}</dt>
          <dd className="min-w-0 text-right font-medium text-balance">{item.value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
