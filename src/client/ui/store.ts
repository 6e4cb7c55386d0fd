import { useSyncExternalStore } from 'react'

/** One value outside of React, and whoever hears of its changes. */
export interface Store<Value> {
  get: () => Value
  set: (next: Value) => void
  /** Calls back after every change; returns the unsubscribe. */
  subscribe: (listener: () => void) => () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The value of a store, now and after every change. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}
