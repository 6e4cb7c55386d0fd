import { useCallback } from 'react'
import { useSearchParams } from 'wouter'
import { isLocalDate, isNearDate } from '#shared/rules/calendar.ts'

/** A part of the address, `?name=value`, so that it can be linked to and survives going back; empty when it is not there. */
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

/** The filters of a list, as parts of the address: they can be linked to, and stay through a reload and going back. */
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
    /** What stands there, if it is one of these. */
    choice: <Value extends string>(name: Name, values: readonly Value[]) =>
      values.find((one) => one === query.get(name)),
    /** The id that stands there, if it is one. */
    id: (name: Name) => [query.get(name) ?? ''].find((text) => uuid.test(text)),
    /** The date that stands there, if calls take it. */
    date: (name: Name) =>
      [query.get(name) ?? ''].find((text) => isLocalDate(text) && isNearDate(text)),
    set,
    clear: () => set(Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>),
  }
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
