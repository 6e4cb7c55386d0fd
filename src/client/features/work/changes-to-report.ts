import type { WorkEntry } from '#client/app/work/waiting-changes.ts'

/**
 * The changes to report. An extra that exists only on this device is reported as last corrected; if removed again, only its
 * removal.
 */
export function toReport(entries: readonly WorkEntry[]): WorkEntry[] {
  const idOf = ({ key, change }: WorkEntry) =>
    change.kind === 'extra' ? (change.body.id ?? key) : 'before' in change ? change.before.id : ''
  const of = (kind: WorkEntry['change']['kind']) =>
    entries.filter(({ change }) => change.kind === kind)
  const removed = new Set(of('removeExtra').map(idOf))
  const added = new Set(of('extra').map(idOf))
  const corrected = new Map(of('correctExtra').map((entry) => [idOf(entry), entry.change]))
  return entries.flatMap((entry) => {
    const { change } = entry
    const id = idOf(entry)
    if (change.kind === 'correctExtra') return added.has(id) || removed.has(id) ? [] : [entry]
    if (change.kind !== 'extra') return [entry]
    if (removed.has(id)) return []
    const latest = corrected.get(id)
    return latest?.kind === 'correctExtra'
      ? [{ ...entry, change: { ...change, body: { ...latest.body, id } } }]
      : [entry]
  })
}
