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

/** A note that people should not miss; nothing when empty. */
export function Note({ label, children }: { label: string; children: string }) {
  if (!children) return null
  return (
    <p className="mt-4 rounded-control bg-amber-wash px-3 py-2.5 whitespace-pre-wrap wrap-anywhere">
      <span className="block text-sm font-medium text-amber">{label}</span>
      {children}
    </p>
  )
}
