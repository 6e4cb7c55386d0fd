import { whenIdle } from './when-idle.ts'
import { defaultLanguage, offeredLanguages } from '#shared/texts/languages.ts'
import { currentLanguage } from '#shared/texts/t.ts'

/** From now on keeps on this device what this person loads, and the pages that show it; after what they look at. */
export function saveForOffline(personId: string, pages: Parameters<typeof keepPages>[0]): void {
  const keep = async () => {
    await import('./offline-cache.ts').then((kept) => kept.saveReads(personId)).catch(() => {})
    keepPages(pages)
  }
  whenIdle(() => void keep())
}

const others = offeredLanguages.filter(({ code }) => code !== defaultLanguage)

/**
 * Has the service worker put the app's files on this device, in the language of the page: all that a technician opens,
 * the pages of a visit, or the office's home.
 */
function keepPages(which: 'keep the app' | 'keep the pages of a visit' | 'keep the office'): void {
  const language = others.find(({ code }) => code === currentLanguage())
  const wanted = language ? `${which} in ${language.code}` : which
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(wanted))
}
