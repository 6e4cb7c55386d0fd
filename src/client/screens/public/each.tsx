import { Fragment, type ReactNode } from 'react'
import type { placeholders, PublicBusiness } from './public-business.ts'

type Lists = Pick<typeof placeholders, 'faq' | 'terms' | 'privacy'>
export type ListName = keyof Lists

interface EachProps<Name extends ListName> {
  business: PublicBusiness
  list: Name
  children: (item: Lists[Name][number]) => ReactNode
}

/** All of a list. In pages rendered at build time the server repeats what is there, by marks. */
export function Each<Name extends ListName>({ business, list, children }: EachProps<Name>) {
  const items = business[list] as readonly Lists[Name][number][]
  const parts = items.map((item, at) => <Fragment key={at}>{children(item)}</Fragment>)
  const isBuilt = items.some((item) => Object.entries(item).every(isPlaceholder))
  if (!isBuilt) return parts
  return (
    <>
      {`%*${list}%`}
      {parts}
      {`%/*${list}%`}
    </>
  )
}

const isPlaceholder = ([name, value]: [string, string]) => value === `%${name}%`

/** A text of an item, in what is around it; nothing without one. */
export function Said<Item extends Record<string, string>>(props: {
  item: Item
  name: keyof Item & string
  children: ReactNode
}) {
  const { item, name, children } = props
  const value = item[name] ?? ''
  if (!isPlaceholder([name, value])) return value && children
  return (
    <>
      {`%?${name}%`}
      {children}
      {`%:${name}%%/${name}%`}
    </>
  )
}
