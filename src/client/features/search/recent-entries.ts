import { keep, readSessionStore } from '#client/app/session-store.ts'
import type { Entry } from './search-entries.ts'

const name = 'office search'
const kept = 5

/** What was found and opened in this tab, the last one first. */
export const recentEntries = () => (readSessionStore(name) as Entry[] | null) ?? []

/** Pages are listed anyway. */
export function saveRecentEntry(entry: Entry): void {
  if (entry.kind === 'page') return
  const others = recentEntries().filter(({ title }) => title !== entry.title)
  keep(name, [entry, ...others].slice(0, kept))
}
