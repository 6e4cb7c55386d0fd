import type { ReactNode } from 'react'
import { Card } from '#client/ui/card.tsx'
import { List, type LoadedList } from './list.tsx'

interface ListCardProps<Item> {
  title: string
  list: LoadedList<Item>
  /** Said when it could not be loaded. */
  failed: string
  loading?: ReactNode
  empty: ReactNode
  /** On the button that loads the next page. */
  more: string
  /** One item, as an `li`. */
  children: (item: Item) => ReactNode
}

/** A list that fills a card of its own, line by line. */
export function ListCard<Item>({ title, children, ...list }: ListCardProps<Item>) {
  return (
    <Card title={title} flush>
      <List {...list} moreClass="border-t border-line px-4 py-3 sm:px-5">
        {(items) => <ul className="divide-y divide-line">{items.map(children)}</ul>}
      </List>
    </Card>
  )
}
