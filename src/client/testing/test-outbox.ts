import { clear, createStore } from 'idb-keyval'
import { workOutbox } from '#client/app/work/work-outbox.ts'

/** Empties the outbox of this device. */
export async function emptyOutbox(): Promise<void> {
  await workOutbox.drop(workOutbox.state.get().entries.map(({ key }) => key))
  await clear(createStore('fivequart-outbox', 'entries'))
  await workOutbox.open(undefined)
}
