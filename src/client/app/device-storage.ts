import { createStore, useStore } from '#client/ui/store.ts'

/** Whether this browser has refused to keep something: a private window, blocked or full storage. */
const failed = createStore(false)

/** Answers what a database of this browser does, undefined where it keeps nothing. Never throws. */
export async function fromDevice<Value>(act: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await act()
  } catch {
    failed.set(true)
    return undefined
  }
}

export const keepsNothing = () => failed.get()
export const useKeepsNothing = () => useStore(failed)
