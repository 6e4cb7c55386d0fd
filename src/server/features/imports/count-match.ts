import type { ImportCounts } from '#shared/rules/imports.ts'
import type { Match } from './match-row.ts'

/** Counts one more row; `match` is undefined for an unreadable one. */
export function addToCounts(counts: ImportCounts, match: Match | undefined): void {
  if (!match || match.outcome === 'problem') {
    counts.badRows++
    return
  }
  if (match.outcome === 'new') counts.newCustomers++
  else counts.matchedCustomers++
  if (match.car === 'new') counts.newVehicles++
  if (match.car === 'known') counts.knownVehicles++
}
