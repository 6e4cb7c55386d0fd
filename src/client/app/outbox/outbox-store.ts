import { createStore, del, entries, set } from 'idb-keyval'
import { tryStorage } from '../device-storage.ts'
import type { OutboxEntry, OutboxStore } from './outbox.ts'

/**
 * Outbox in IndexedDB, photos included, with changes announced to other tabs. Entries that cannot be stored live in
 * memory, and leaving the page asks first. Data the browser wiped under the open page is stored again.
 */
export function browserStore<Change>(): OutboxStore<Change> & {
  onOtherPages: (changed: () => void) => void
} {
  const store = createStore('fivequart-outbox', 'entries')
  const channel = new BroadcastChannel('fivequart-outbox')
  const held = new Map<string, OutboxEntry<Change>>()
  const unkept = new Set<string>()
  const gone = new Set<string>()
  addEventListener('beforeunload', (event) => {
    if (unkept.size > 0) event.preventDefault()
  })
  async function write(entry: OutboxEntry<Change>): Promise<void> {
    unkept.add(entry.key)
    if (await tryStorage(() => set(entry.key, entry, store).then(() => true)))
      unkept.delete(entry.key)
  }
  function drop(key: string): void {
    held.delete(key)
    unkept.delete(key)
    gone.add(key)
  }
  return {
    async load() {
      const stored = await tryStorage(() => entries<string, OutboxEntry<Change>>(store))
      for (const [key, entry] of stored ?? [])
        if (!gone.has(key) && !unkept.has(key)) held.set(key, entry)
      const there = new Set(stored?.map(([key]) => key))
      if (stored) for (const entry of held.values()) if (!there.has(entry.key)) await write(entry)
      return [...held.values()]
    },
    async put(entry) {
      held.set(entry.key, entry)
      await write(entry)
      channel.postMessage(null)
    },
    async remove(key) {
      drop(key)
      await tryStorage(() => del(key, store))
      channel.postMessage(key)
    },
    onOtherPages(changed) {
      channel.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') drop(data)
        changed()
      })
    },
  }
}
