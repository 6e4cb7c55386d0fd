import { type ReactNode, useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { keepFocus } from '#client/ui/keep-focus.ts'
import { Table } from '#client/ui/table.tsx'
import { plural, t } from '#shared/texts/t.ts'
import { List } from './list.tsx'
import { SearchBox } from './search-box.tsx'
import type { SortedList } from './use-list.ts'

interface ListTableProps<Row extends { id: string }> {
  list: SortedList<Row>
  /** For screen readers. */
  caption: string
  failed: string
  retryLabel?: string
  empty: ReactNode
  search: string
  filters?: ReactNode
  onOpen?: (row: Row) => void
}

/** A server list as a table: search, sorting, pages, and loading, error and empty states. */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { list, caption, failed, retryLabel, empty, search, filters, onOpen } = props
  const box = useRef<HTMLInputElement>(null)
  const count = useRef<HTMLParagraphElement>(null)
  const clear = () => {
    list.setSearch('')
    box.current?.focus()
  }
  const table = (rows: readonly Row[] | undefined) => (
    <Table
      caption={caption}
      columns={list.columns}
      rows={rows}
      expected={10}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      sort={list.sort}
      onSort={(sort) => list.setSort(sort ?? '')}
      busy={list.isPlaceholderData}
    />
  )
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchBox
          ref={box}
          label={search}
          value={list.search}
          onSearch={list.setSearch}
          onClear={clear}
        />
        {filters}
      </div>
      <Card flush className="overflow-hidden">
        <List
          list={list}
          failed={failed}
          {...(retryLabel && { retryLabel })}
          loading={table(undefined)}
          empty={list.search ? <NoMatch search={list.search} onClear={clear} /> : empty}
        >
          {table}
        </List>
      </Card>
      <div className="mt-4 flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
        <p
          ref={count}
          role="status"
          tabIndex={-1}
          className={list.items?.length === 0 ? 'sr-only' : 'text-sm text-soft'}
        >
          {countWords(list)}
        </p>
        {list.hasNextPage && (
          <Button
            pending={list.isFetchingNextPage || list.isPlaceholderData}
            onClick={({ currentTarget }) => {
              keepFocus(currentTarget, count.current)
              void list.fetchNextPage()
            }}
          >
            {t('Show more')}
          </Button>
        )}
      </div>
    </>
  )
}

function NoMatch({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState
      title={t('No matches for “{search}”', { search })}
      action={<Button onClick={onClear}>{t('Clear search')}</Button>}
    />
  )
}

/** Shown and total counts; empty while loading. */
type Counted = Pick<SortedList<unknown>, 'items' | 'total' | 'capped' | 'search' | 'hasNextPage'>

function countWords({ items, total, capped, search, hasNextPage }: Counted): string {
  if (!items) return ''
  const all = total ?? items.length
  const shown = { shown: items.length }
  if (hasNextPage)
    return capped
      ? plural(all, { one: '', other: '{shown} of more than {count}' }, shown)
      : plural(all, { one: '', other: '{shown} of {count}' }, shown)
  return search ? plural(items.length, { one: '{count} match', other: '{count} matches' }) : ''
}
