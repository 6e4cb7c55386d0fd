import { keepPages } from './keep-pages.ts'
import { whenIdle } from './when-idle.ts'

/** From now on keeps on this device what this person loads, and the pages that show it; after what they look at. */
export function keepForOffline(personId: string, pages: Parameters<typeof keepPages>[0]): void {
  const keep = async () => {
    await import('./offline-cache.ts').then((kept) => kept.saveReads(personId)).catch(() => {})
    keepPages(pages)
  }
  whenIdle(() => void keep())
}
