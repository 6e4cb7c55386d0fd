import type { ReactNode } from 'react'
import { Banner } from '#client/ui/banner.tsx'
import { Button, SmallButton } from '#client/ui/button.tsx'
import { ErrorState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { t, translate } from '#shared/texts/t.ts'
import type { Call } from '../loaded.tsx'
import { keepFocus } from '#client/ui/keep-focus.ts'
import { Card } from '#client/ui/card.tsx'

type Paged<Item> = {
  items: readonly Item[] | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Result of `useCall`, `usePaginatedQuery` or `useList`. */
export type LoadedList<Item> = Pick<Call, 'isError' | 'isFetching' | 'error' | 'refetch'> &
  (Paged<Item> | { data: readonly Item[] | undefined })

interface ListProps<Item> {
  list: LoadedList<Item>
  failed: string
  retryLabel?: string
  loading?: ReactNode
  empty: ReactNode
  /** Label of the button for the next page; no button without it. */
  more?: string
  moreClass?: string
  children: (items: readonly Item[]) => ReactNode
}

/** Frame of every list: loading, error, empty, items, more. Loaded items stay when a refetch fails. */
export function List<Item>(props: ListProps<Item>) {
  const { list, failed, retryLabel = t('Try again'), empty, more, children } = props
  const pages = 'hasNextPage' in list ? list : undefined
  const items = 'hasNextPage' in list ? list.items : list.data
  if (!items && !list.isError) return props.loading ?? <Skeleton lines={6} />
  const text = translate(list.error?.message ?? '')
  if (!items)
    return (
      <ErrorState
        title={failed}
        text={text}
        retryLabel={retryLabel}
        onRetry={() => void list.refetch()}
        pending={list.isFetching}
      />
    )
  return (
    <>
      {items.length === 0 ? empty : children(items)}
      {pages?.isFetchNextPageError && (
        <div className="p-3">
          <Banner
            tone="error"
            live
            title={failed}
            action={
              <SmallButton pending={list.isFetching} onClick={() => void pages.fetchNextPage()}>
                {retryLabel}
              </SmallButton>
            }
          >
            {text}
          </Banner>
        </div>
      )}
      {more && pages?.hasNextPage && (
        <div className={props.moreClass}>
          <Button
            wide
            pending={pages.isFetchingNextPage}
            onClick={({ currentTarget }) => {
              keepFocus(currentTarget)
              void pages.fetchNextPage()
            }}
          >
            {more}
          </Button>
        </div>
      )}
    </>
  )
}

interface ListCardProps<Item> {
  title: string
  list: LoadedList<Item>
  failed: string
  loading?: ReactNode
  empty: ReactNode
  more: string
  children: (item: Item) => ReactNode
}

/** A list as rows of its own card. */
export function ListCard<Item>({ title, children, ...list }: ListCardProps<Item>) {
  return (
    <Card title={title} flush>
      <List {...list} moreClass="border-t border-line px-4 py-3 sm:px-5">
        {(items) => <ul className="divide-y divide-line">{items.map(children)}</ul>}
      </List>
    </Card>
  )
}
