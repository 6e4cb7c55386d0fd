import { whenIdle } from './when-idle.ts'

/** From now on keeps on this device what this person loads; its code comes after what they look at. */
export function saveReads(personId: string): void {
  whenIdle(
    () =>
      void import('./offline-cache.ts').then((kept) => kept.saveReads(personId)).catch(() => {}),
  )
}
