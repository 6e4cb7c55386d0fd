import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useDebounced } from '#client/app/use-debounced.ts'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { ClearButton } from '#client/app/list/search-box.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { plural, t, translate } from '#shared/texts/t.ts'
import { FoundList } from './found-list.tsx'
import { findOfficePages } from './office-pages.ts'
import {
  bookingForNew,
  type Entry,
  type EntryGroup,
  foundGroups,
  recentEntries,
  saveRecentEntry,
} from './search-entries.ts'

export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const base = useId()
  const field = useRef<HTMLInputElement>(null)
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  // Enter was pressed before the results came: choose the first one.
  const [hurried, setHurried] = useState(false)
  const found = useSearch(typed)
  const { entries, settled } = found
  const at = Math.min(active, entries.length - 1)
  const idOf = (index: number) => `${base}option${index}`

  const choose = (entry: Entry, newTab = false) => {
    saveRecentEntry(entry)
    if (newTab) return void window.open(entry.href, '_blank')
    onClose()
    navigate(entry.href)
  }
  const chooseFirst = useEffectEvent(() => {
    if (entries[0]) choose(entries[0])
  })
  useEffect(() => {
    if (hurried && settled) chooseFirst()
  }, [hurried, settled])

  const type = (text: string) => {
    setTyped(text)
    setActive(0)
    setHurried(false)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = entries.length - 1
    const chosen = entries[at]
    // Escape would only clear a search field.
    if (event.key === 'Escape') onClose()
    else if (event.key === 'ArrowDown') setActive(at < last ? at + 1 : 0)
    else if (event.key === 'ArrowUp') setActive(at > 0 ? at - 1 : Math.max(last, 0))
    else if (event.key !== 'Enter') return
    else if (!settled && at <= 0) setHurried(true)
    else if (chosen) choose(chosen, event.ctrlKey || event.metaKey)
    event.preventDefault()
  }

  return (
    <Dialog onClose={onClose} title={t('Find anything')}>
      <div className="flex min-h-[60dvh] flex-col sm:min-h-96">
        <Field label={t('Name, phone, plate, VIN, visit or page')} hideLabel>
          <TextInput
            ref={field}
            type="search"
            role="combobox"
            maxLength={100}
            placeholder={t('Name, phone, plate, VIN, visit or page')}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            aria-autocomplete="list"
            aria-expanded={entries.length > 0}
            aria-controls={entries.length > 0 ? `${base}list` : undefined}
            aria-activedescendant={at >= 0 ? idOf(at) : undefined}
            value={typed}
            onChange={(event) => type(event.target.value)}
            onKeyDown={press}
            before={<Search className="size-4.5" />}
            after={
              typed && (
                <ClearButton
                  onClick={() => {
                    type('')
                    field.current?.focus()
                  }}
                />
              )
            }
            className="[&::-webkit-search-cancel-button]:hidden"
          />
        </Field>
        <p role="status" className="sr-only">
          {countWords(found)}
        </p>
        {entries.length > 0 && (
          <FoundList
            id={`${base}list`}
            groups={found.groups}
            active={at}
            idOf={idOf}
            busy={!settled}
            onChoose={choose}
          />
        )}
        <Remark found={found} />
        <p className="mt-auto pt-4 text-sm text-soft max-sm:hidden">
          {t('Arrow keys move, Enter opens, Ctrl and Enter opens a new tab.')}
        </p>
      </div>
    </Dialog>
  )
}

type Found = ReturnType<typeof useSearch>

function countWords({ text, entries, settled, isError }: Found): string {
  if (text === '' || !settled || isError) return ''
  return plural(entries.length, { one: '{count} result', other: '{count} results' })
}

/** Status of the list: loading, failed, empty, or search too short. */
function Remark({ found }: { found: Found }) {
  const { text, entries, settled, isError, isFetching, error, tooShort, retry, onlyUnknown } = found
  if (isError)
    return (
      <div role="alert" className="mt-4">
        <p className="font-medium">{t('The search did not work')}</p>
        <p className="mb-2 text-soft">{translate(error?.message ?? '')}</p>
        <SmallButton pending={isFetching} onClick={retry}>
          {t('Try again')}
        </SmallButton>
      </div>
    )
  if (tooShort && entries.length === 0)
    return <p className="mt-4 text-soft">{t('Type one more letter.')}</p>
  if (entries.length > 0 && !onlyUnknown) return null
  if (!settled)
    return (
      <div className="mt-4">
        <Skeleton lines={4} />
      </div>
    )
  return (
    <div className="mt-4 wrap-anywhere">
      <p className="font-medium">{t('Nothing found for “{search}”', { search: text })}</p>
      <p className="text-soft">
        {t('Try part of a name, an e-mail, a phone number, a plate, the end of a VIN or FQ-1042.')}
      </p>
    </div>
  )
}

const minLetters = 2

/** Matches for the typed text: pages at once, the rest from the server after a typing pause. */
function useSearch(typed: string) {
  const text = typed.trim()
  const wanted = useDebounced(text)
  const asks = text !== '' && letters(wanted) >= minLetters
  const found = useCall(
    'GET /api/admin/search',
    { query: { q: wanted } },
    { enabled: asks, placeholderData: (before) => before },
  )
  const business = useBusiness()
  const pages: EntryGroup = { label: t('Pages'), entries: findOfficePages(text, business) }
  const recent: EntryGroup = { label: t('Recent'), entries: text === '' ? recentEntries() : [] }
  const server = asks && found.data && !found.isError ? foundGroups(found.data) : []
  const settled = text === wanted && !(asks && (found.isPlaceholderData || found.isPending))
  const isUnknown = server.every(({ entries }) => entries.length === 0)
  const unknown = asks && settled && !found.isError && isUnknown ? bookingForNew(text) : []
  const groups = [recent, pages, ...server, ...unknown].filter(({ entries }) => entries.length > 0)
  return {
    text,
    groups,
    /** Only a new customer's booking can be offered. */
    onlyUnknown: unknown.length > 0 && groups.length === unknown.length,
    entries: groups.flatMap(({ entries }) => entries),
    /** Whether more letters are needed before asking the server. */
    tooShort: text !== '' && letters(text) < minLetters,
    isError: asks && found.isError,
    error: found.error,
    isFetching: found.isFetching,
    retry: () => void found.refetch(),
    /** Whether the results match the typed text. */
    settled,
  }
}

const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').length
