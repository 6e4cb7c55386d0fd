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
