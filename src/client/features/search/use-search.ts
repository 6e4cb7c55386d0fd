import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { useDebounced } from '#client/app/clock.ts'
import { t } from '#shared/texts/t.ts'
import { type EntryGroup, foundGroups } from './search-entries.ts'
import { findOfficePages } from './office-pages.ts'
import { recentEntries } from './recent-entries.ts'

const fewestLetters = 2

/** What fits the text typed so far: pages at once, the rest from the server once the typing pauses. */
export function useSearch(typed: string) {
  const text = typed.trim()
  const wanted = useDebounced(text)
  const asks = text !== '' && letters(wanted) >= fewestLetters
  const found = useCall(
    'GET /api/admin/search',
    { query: { q: wanted } },
    { enabled: asks, placeholderData: (before) => before },
  )
  const business = useBusiness()
  const pages: EntryGroup = { label: t('Pages'), entries: findOfficePages(text, business) }
  const recent: EntryGroup = { label: t('Recent'), entries: text === '' ? recentEntries() : [] }
  const server = asks && found.data && !found.isError ? foundGroups(found.data) : []
  const groups = [recent, pages, ...server].filter(({ entries }) => entries.length > 0)
  return {
    text,
    groups,
    entries: groups.flatMap(({ entries }) => entries),
    /** More letters are needed before the server is asked. */
    tooShort: text !== '' && letters(text) < fewestLetters,
    isError: asks && found.isError,
    error: found.error,
    isFetching: found.isFetching,
    retry: () => void found.refetch(),
    /** What is shown is the answer to what is typed. */
    settled: text === wanted && !(asks && (found.isPlaceholderData || found.isPending)),
  }
}

const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').length
