import { useState } from 'react'
import { keep, readSessionStore } from './session-store.ts'

/** State that this tab keeps under a name through a reload; null goes back to the start and keeps nothing. */
export function useStoredState<T>(name: string, start: T): [T, (value: T | null) => void] {
  const [value, setValue] = useState(() => (readSessionStore(name) as T | null) ?? start)
  const set = (next: T | null) => {
    keep(name, next)
    setValue(next ?? start)
  }
  return [value, set]
}
