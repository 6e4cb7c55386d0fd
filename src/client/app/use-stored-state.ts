import { useState } from 'react'
import { writeSessionStore, readSessionStore } from './session-store.ts'

/** State that survives a reload in this tab; null resets and clears it. */
export function useStoredState<T>(name: string, start: T): [T, (value: T | null) => void] {
  const [value, setValue] = useState(() => (readSessionStore(name) as T | null) ?? start)
  const set = (next: T | null) => {
    writeSessionStore(name, next)
    setValue(next ?? start)
  }
  return [value, set]
}
