import { useCallback } from 'react'
import { useSearchParams } from 'wouter'

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
