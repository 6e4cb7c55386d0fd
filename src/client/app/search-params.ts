import { useCallback } from 'react'
import { useSearchParams } from 'wouter'
import { isLocalDate, isNearDate } from '#shared/rules/calendar.ts'

/** State in the URL, `?name=value`, so it can be linked and survives Back; '' when missing. */
export function useSearchParam(name: string) {
  const [query, setQuery] = useSearchParams()
  const set = useCallback(
    (value: string) =>
      setQuery(
        (parts) => {
          const next = new URLSearchParams(parts)
          if (value) next.set(name, value)
          else next.delete(name)
          return next
        },
        { replace: true },
      ),
    [name, setQuery],
  )
  return [query.get(name) ?? '', set] as const
}

/** Reads a filter; undefined when invalid. */
type Reader = (typed: string) => string | undefined

export const oneOf =
  <const Value extends string>(values: readonly Value[]) =>
  (typed: string): Value | undefined =>
    values.find((one) => one === typed)

export const anId: Reader = (typed) =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(typed) ? typed : undefined

/** A date that the server accepts. */
export const aDate: Reader = (typed) =>
  isLocalDate(typed) && isNearDate(typed) ? typed : undefined

/** List filters in the URL, so they can be linked and survive reloads and Back; invalid ones are ignored. */
export function useFilters<const Readers extends Record<string, Reader>>(readers: Readers) {
  const [query, setQuery] = useSearchParams()
  const names = Object.keys(readers)
  const filters = Object.fromEntries(
    names.map((name) => [name, readers[name]?.(query.get(name) ?? '')]),
  ) as { [Name in keyof Readers]: ReturnType<Readers[Name]> }
  const set = (values: Partial<Record<keyof Readers, string>>) =>
    setQuery(
      (parts) => {
        const next = new URLSearchParams(parts)
        for (const [name, value] of Object.entries(values))
          if (value) next.set(name, value)
          else if (value === '') next.delete(name)
        return next
      },
      { replace: true },
    )
  return {
    filters,
    isFiltered: Object.values(filters).some((value) => value !== undefined),
    set,
    clear: () =>
      set(Object.fromEntries(names.map((name) => [name, ''])) as Record<keyof Readers, string>),
  }
}
