import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** The value of a store, now and after every change. */
export function useStore<Value>(store: Store<Value>): Value
/** What `pick` takes from it: the same again as long as the value is the same. */
export function useStore<Value, Part>(store: Store<Value>, pick: (value: Value) => Part): Part
export function useStore<Value>(store: Store<Value>, pick = (value: Value): unknown => value) {
  const read = () => pick(store.get())
  return useSyncExternalStore(store.subscribe, read, read)
}
