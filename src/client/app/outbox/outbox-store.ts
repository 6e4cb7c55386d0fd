import { createStore, del, entries, set } from 'idb-keyval'
import type { OutboxEntry, OutboxStore } from './outbox.ts'

/** Entries in the browser's database, where photos may lie too; other pages of this browser are told of changes. */
export function browserStore<Change>(): OutboxStore<Change> & {
  onOtherPages: (changed: () => void) => void
} {
  const store = createStore('fivequart-outbox', 'entries')
  const channel = new BroadcastChannel('fivequart-outbox')
  const tell = () => channel.postMessage('changed')
  return {
    load: async () => (await entries<string, OutboxEntry<Change>>(store)).map(([, entry]) => entry),
    async put(entry) {
      await set(entry.key, entry, store)
      tell()
    },
    async remove(key) {
      await del(key, store)
      tell()
    },
    onOtherPages(changed) {
      channel.addEventListener('message', changed)
    },
  }
}
