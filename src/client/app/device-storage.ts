import { createStore, useStore } from '#client/ui/store.ts'

/** Set when the browser refuses to store data: private window, blocked or full storage. */
const failed = createStore(false)

/** Runs a browser database call; undefined when it fails. Never throws. */
export async function tryStorage<Value>(act: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await act()
  } catch {
    failed.set(true)
    return undefined
  }
}

export const storageFailed = () => failed.get()
export const useStorageFailed = () => useStore(failed)
