import { createStore, del, entries, set } from 'idb-keyval'
import { tryStorage } from '../device-storage.ts'
import type { OutboxEntry, OutboxStore } from './outbox.ts'

/**
 * Outbox in IndexedDB, photos included, with changes announced to other tabs. Entries that cannot be stored live in
 * memory, and leaving the page asks first.
 */
export function browserStore<Change>(): OutboxStore<Change> & {
  onOtherPages: (changed: () => void) => void
} {
  const store = createStore('fivequart-outbox', 'entries')
  const channel = new BroadcastChannel('fivequart-outbox')
  const tell = () => channel.postMessage('changed')
  const unkept = new Map<string, OutboxEntry<Change>>()
  const gone = new Set<string>()
  addEventListener('beforeunload', (event) => {
    if (unkept.size > 0) event.preventDefault()
  })
  return {
    async load() {
      const kept = await tryStorage(() => entries<string, OutboxEntry<Change>>(store))
      const all = new Map([...(kept ?? []), ...unkept])
      return [...all.values()].filter(({ key }) => !gone.has(key))
    },
    async put(entry) {
      unkept.set(entry.key, entry)
      const isKept = await tryStorage(() => set(entry.key, entry, store).then(() => true))
      if (isKept) unkept.delete(entry.key)
      tell()
    },
    async remove(key) {
      unkept.delete(key)
      gone.add(key)
      await tryStorage(() => del(key, store))
      tell()
    },
    onOtherPages(changed) {
      channel.addEventListener('message', changed)
    },
  }
}
