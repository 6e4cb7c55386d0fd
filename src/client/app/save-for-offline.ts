import { whenIdle } from './when-idle.ts'
import { defaultLanguage, offeredLanguages } from '#shared/texts/languages.ts'
import { currentLanguage } from '#shared/texts/t.ts'

/** Saves this person's data and pages for offline use, once the browser is idle. */
export function saveForOffline(personId: string, pages: Parameters<typeof cachePages>[0]): void {
  const save = async () => {
    await import('./offline-cache.ts').then((cache) => cache.saveReads(personId)).catch(() => {})
    cachePages(pages)
  }
  whenIdle(() => void save())
}

const others = offeredLanguages.filter(({ code }) => code !== defaultLanguage)

/** Asks the service worker to cache the app's files in the current language. */
function cachePages(which: 'keep the app' | 'keep the pages of a visit' | 'keep the office'): void {
  const language = others.find(({ code }) => code === currentLanguage())
  const wanted = language ? `${which} in ${language.code}` : which
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(wanted))
}
