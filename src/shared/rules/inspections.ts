import { phrase, type Phrase, t, text } from '../texts/t.ts'

/** An item's result; `not_checked` also for items no one looked at. */
export const inspectionResults = ['ok', 'watch', 'fail', 'not_checked'] as const
export type InspectionResult = (typeof inspectionResults)[number]

/** In the words of customers. */
export const resultLabels: Record<InspectionResult, string> = {
  ok: text('Good'),
  watch: text('Keep an eye on it'),
  fail: text('Needs work'),
  not_checked: text('Not checked'),
}

/** By when a customer should act. */
export const resultDeadlines = {
  ok: '',
  watch: text('By the next service'),
  fail: text('As soon as you can'),
  not_checked: '',
} as const satisfies Record<InspectionResult, string>

/** The report's link works until this many days after the visit: past the next year's service. */
export const reportDays = 400

type Measure = {
  unit: string
  /** Larger values are typing errors. */
  most: number
  decimals: number
  /** The usual limits, at this value or below; an item may replace them. */
  watchAt?: number
  failAt?: number
  /** The title of the trend on the car's page. */
  trend?: string
}

/**
 * Kinds of items and what they measure; `check` measures nothing. Limits are starting values for the office to adjust: 2/32
 * in. is the legal minimum in most states, 4/32 in. is what tire shops advise for wet roads.
 */
const itemKinds = {
  check: null,
  tread: {
    unit: '32nds',
    most: 40,
    decimals: 1,
    watchAt: 4,
    failAt: 2,
    trend: text('Tire tread'),
  },
  pressure: { unit: 'psi', most: 150, decimals: 1 },
  brake: { unit: 'mm', most: 40, decimals: 1, watchAt: 5, failAt: 3, trend: text('Brake pads') },
  battery: { unit: 'V', most: 32, decimals: 2, watchAt: 12.4, failAt: 12, trend: text('Battery') },
} as const satisfies Record<string, Measure | null>
export type ItemKind = keyof typeof itemKinds
export const itemKindNames = Object.keys(itemKinds) as ItemKind[]

export const itemKindLabels: Record<ItemKind, string> = {
  check: text('Look only'),
  tread: text('Tread depth'),
  pressure: text('Tire pressure'),
  brake: text('Brake pad'),
  battery: text('Battery voltage'),
}

export type InspectionUnit = NonNullable<(typeof itemKinds)[ItemKind]>['unit']
export const inspectionUnits = Object.values(itemKinds).flatMap((kind) => kind?.unit ?? [])

/** "4/32 in.", "12.38 V". */
export function measureLabel(
  value: number,
  unit: InspectionUnit,
  formatNumber: (value: number, digits: number) => string,
): string {
  const shown = formatNumber(value, 2)
  return unit === '32nds' ? t('{value}/32 in.', { value: shown }) : `${shown} ${unit}`
}

export type InspectionItem = {
  /** Lowercase letters, digits and `_`; the same in every version, so that values of visits can be compared. */
  id: string
  label: string
  kind: ItemKind
  /** Limits for a measured value, at or below; null for the usual limit of its kind. */
  watchAt: number | null
  failAt: number | null
  /** The result's meaning for the customer; may be empty. */
  watchAdvice: string
  failAdvice: string
}
export type InspectionGroup = { id: string; title: string; items: InspectionItem[] }

export type Finding = {
  itemId: string
  result: InspectionResult
  measure?: number | undefined
  unit?: InspectionUnit | undefined
  note?: string | undefined
  photoIds: string[]
}

export const maxGroups = 20
export const maxItemsOfGroup = 20
export const maxItems = 80
export const maxPhotosOfFinding = 5
export const maxNoteLength = 500

export const itemsOf = (groups: readonly InspectionGroup[]): InspectionItem[] =>
  groups.flatMap(({ items }) => items)

/** The measure of a kind; undefined for visual checks. */
export const measureOf = (kind: ItemKind): (Measure & { unit: InspectionUnit }) | undefined =>
  itemKinds[kind] ?? undefined

/** The limits of a measured item; undefined if none apply, as for tire pressures, which are printed on the car's door. */
export function limitsOf({
  kind,
  watchAt,
  failAt,
}: Pick<InspectionItem, 'kind' | 'watchAt' | 'failAt'>): {
  watchAt: number | undefined
  failAt: number | undefined
} {
  const usual = measureOf(kind)
  return { watchAt: watchAt ?? usual?.watchAt, failAt: failAt ?? usual?.failAt }
}

/** The suggested result for a measured value; the technician decides. */
export function suggestedResult(
  item: Pick<InspectionItem, 'kind' | 'watchAt' | 'failAt'>,
  measure: number,
): InspectionResult {
  const { watchAt, failAt } = limitsOf(item)
  if (failAt !== undefined && measure <= failAt) return 'fail'
  return watchAt !== undefined && measure <= watchAt ? 'watch' : 'ok'
}

/** Why a finding does not fit its item; undefined if it does. */
export function findingProblem(
  { kind, label }: Pick<InspectionItem, 'kind' | 'label'>,
  { result, measure, unit }: Omit<Finding, 'itemId' | 'photoIds'>,
): Phrase | undefined {
  const how = measureOf(kind)
  if (measure === undefined)
    return unit === undefined ? undefined : phrase('{item}: the value is missing.', { item: label })
  if (!how) return phrase('{item} is not measured.', { item: label })
  if (unit !== how.unit)
    return phrase('{item} is measured in {unit}.', { item: label, unit: how.unit })
  if (result === 'not_checked')
    return phrase('{item} has a value, so it was checked.', { item: label })
  if (!(measure >= 0 && measure <= how.most))
    return phrase('{item}: please enter a value from 0 to {most} {unit}.', {
      item: label,
      most: how.most,
      unit: how.unit,
    })
  if (!hasAtMostDecimals(measure, how.decimals))
    return phrase('{item}: please round to {decimals} decimals.', {
      item: label,
      decimals: how.decimals,
    })
  return undefined
}

const hasAtMostDecimals = (value: number, decimals: number) =>
  Number(value.toFixed(decimals)) === value

/** A report's items by their result, in the template's order. */
export function sortedForReport<Item extends { result: InspectionResult }>(
  groups: readonly { items: readonly Item[] }[],
): Record<InspectionResult, Item[]> {
  const items = groups.flatMap((group) => group.items)
  const of = (result: InspectionResult) => items.filter((item) => item.result === result)
  return { ok: of('ok'), watch: of('watch'), fail: of('fail'), not_checked: of('not_checked') }
}

/** Counts of the results; items without a finding were not checked. */
export function countResults(
  groups: readonly InspectionGroup[],
  findings: readonly Pick<Finding, 'itemId' | 'result'>[],
): Record<InspectionResult, number> {
  const counts = { ok: 0, watch: 0, fail: 0, not_checked: 0 }
  const results = new Map(findings.map(({ itemId, result }) => [itemId, result]))
  for (const { id } of itemsOf(groups)) counts[results.get(id) ?? 'not_checked'] += 1
  return counts
}

type Merging = {
  saved: readonly Finding[]
  /** The findings the device started from. */
  seen: readonly Finding[]
  made: readonly Finding[]
  /** Whether the device's changes were made after the saved ones. */
  isLater: boolean
}

/**
 * Merges one device's changes (differences from `seen`) into the saved findings. If another device changed the same item in
 * the meantime, the later change counts; `late` has those that don't. Photos of both stay.
 */
export function mergeFindings({ saved, seen, made, isLater }: Merging): {
  findings: Finding[]
  late: Finding[]
} {
  const late: Finding[] = []
  const ids = new Set([...saved, ...made].map(({ itemId }) => itemId))
  const findings = [...ids].flatMap((itemId) => {
    const of = (all: readonly Finding[]) =>
      all.find((one) => one.itemId === itemId) ?? noFinding(itemId)
    const [known, before, mine] = [of(saved), of(seen), of(made)]
    const isMine = !isSameFinding(mine, before)
    const isTaken = isMine && !isLater && !isSameFinding(known, before)
    if (isTaken && !isSameFinding(known, mine)) late.push(mine)
    const photoIds = [
      ...known.photoIds.filter((id) => mine.photoIds.includes(id) || !before.photoIds.includes(id)),
      ...mine.photoIds.filter((id) => !before.photoIds.includes(id)),
    ]
    const merged = { ...(isMine && !isTaken ? mine : known), photoIds: [...new Set(photoIds)] }
    return isUnknown(merged) ? [] : [merged]
  })
  return { findings, late }
}

const noFinding = (itemId: string): Finding => ({ itemId, result: 'not_checked', photoIds: [] })

/** Whether two findings are equal apart from photos. */
const isSameFinding = (one: Finding, other: Finding): boolean =>
  one.result === other.result &&
  one.measure === other.measure &&
  one.unit === other.unit &&
  (one.note ?? '') === (other.note ?? '')

const isUnknown = ({ result, measure, note, photoIds }: Finding): boolean =>
  result === 'not_checked' && measure === undefined && !note && photoIds.length === 0

/** A free id for a new item or group, from its English words. */
export function idFromWords(words: string, taken: ReadonlySet<string>): string {
  const plain = words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 32)
  const base = plain || 'item'
  for (let nth = 1; ; nth++) {
    const id = nth === 1 ? base : `${base}_${nth}`
    if (!taken.has(id)) return id
  }
}
