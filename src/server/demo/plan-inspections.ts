import { now } from '#server/base/clock.ts'
import type { inspections } from '#server/database/tables/inspections.ts'
import { daysBetween } from '#shared/rules/calendar.ts'
import {
  type Finding,
  type InspectionGroup,
  type InspectionItem,
  itemsOf,
  measureOf,
  suggestedResult,
} from '#shared/rules/inspections.ts'
import type { PlannedJob } from './plan-jobs.ts'
import type { People } from './plan-people.ts'
import { type Random, seededRandom } from './random.ts'

type NewInspection = typeof inspections.$inferInsert
type Template = { templateId: string; templateVersion: number; groups: InspectionGroup[] }

/** An occasional problem other than wear. */
const oddities: Record<string, string> = {
  windshield: 'A small chip on the passenger side.',
  front_wipers: 'They leave streaks.',
  washer_fluid: 'Topped up.',
  oil_leak: 'Damp around the valve cover.',
  battery_terminals: 'A little corrosion, cleaned.',
}

/** Inspections for all completed visits that were started. Tires and pads wear from one to the next. */
export function planInspections(
  { main, households }: People,
  planned: readonly PlannedJob[],
  template: Template,
): NewInspection[] {
  // Its own random sequence, so other demo data stays the same.
  const random = seededRandom(41)
  return [main, ...households].flatMap(({ cars }) =>
    cars.flatMap((car) => {
      const visits = planned
        .map(({ job }) => job)
        .filter(({ vehicleId, startedAt, completedAt }) =>
          Boolean(vehicleId === car.id && startedAt && completedAt),
        )
        .toSorted((one, other) => one.serviceDate.localeCompare(other.serviceDate))
      const first = visits[0]?.serviceDate
      const starts = new Map(itemsOf(template.groups).map((item) => [item.id, newAt(item, random)]))
      return visits.flatMap(({ id: jobId, serviceDate, completedAt }) => {
        if (!jobId || !first) return []
        const months = daysBetween(first, serviceDate) / 30
        const savedAt = new Date((completedAt ?? now()).getTime() - 5 * 60_000)
        const findings = itemsOf(template.groups).map((item) =>
          findingOf(item, (starts.get(item.id) ?? 0) - wearOf(item) * months, random),
        )
        const { templateId, templateVersion } = template
        return [{ jobId, templateId, templateVersion, findings, savedAt, receivedAt: savedAt }]
      })
    }),
  )
}

/** A value at the first visit. */
function newAt({ kind }: InspectionItem, random: Random): number {
  switch (kind) {
    case 'tread':
      return random.whole(6, 10)
    case 'brake':
      return random.whole(6, 11)
    case 'battery':
      return random.whole(1235, 1270) / 100
    case 'pressure':
      return random.whole(31, 36)
    case 'check':
      return 0
  }
}

/** Wear per month of driving. */
function wearOf({ id, kind }: InspectionItem): number {
  if (kind === 'tread') return id.startsWith('front') ? 0.22 : 0.15
  if (kind === 'brake') return id.startsWith('front') ? 0.2 : 0.12
  return kind === 'battery' ? 0.008 : 0
}

function findingOf(item: InspectionItem, value: number, random: Random): Finding {
  const how = measureOf(item.kind)
  const base = { itemId: item.id, photoIds: [] }
  if (how) {
    const scale = item.kind === 'battery' ? 100 : 2
    const measure = Math.round(Math.max(value, 1.5) * scale) / scale
    return { ...base, result: suggestedResult(item, measure), measure, unit: how.unit }
  }
  const note = oddities[item.id]
  if (note && random.chance(0.12)) return { ...base, result: 'watch', note }
  // Many cars have no such item, or hide it.
  if (item.id === 'power_steering' || item.id === 'transmission')
    return { ...base, result: random.chance(0.5) ? 'ok' : 'not_checked' }
  return { ...base, result: 'ok' }
}
