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

/** List filters in the URL, so they can be linked and survive reloads and Back. */
export function useFilters<const Name extends string>(names: readonly Name[]) {
  const [query, setQuery] = useSearchParams()
  const set = (values: Partial<Record<Name, string>>) =>
    setQuery(
      (parts) => {
        const next = new URLSearchParams(parts)
        for (const name of names) {
          const value = values[name]
          if (value) next.set(name, value)
          else if (value === '') next.delete(name)
        }
        return next
      },
      { replace: true },
    )
  return {
    choice: <Value extends string>(name: Name, values: readonly Value[]) =>
      values.find((one) => one === query.get(name)),
    /** The id, if valid. */
    id: (name: Name) => [query.get(name) ?? ''].find((text) => uuid.test(text)),
    /** The date, if the server accepts it. */
    date: (name: Name) =>
      [query.get(name) ?? ''].find((text) => isLocalDate(text) && isNearDate(text)),
    set,
    clear: () => set(Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>),
  }
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
