import { clear, createStore } from 'idb-keyval'
import { workOutbox } from '#client/app/work/work-outbox.ts'

/** Leaves nothing on this device, as before a technician's first day. */
export async function emptyOutbox(): Promise<void> {
  await clear(createStore('fivequart-outbox', 'entries'))
  await workOutbox.open(undefined)
}
