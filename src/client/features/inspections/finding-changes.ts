import {
  type Finding,
  type InspectionItem,
  type InspectionResult,
  measureOf,
  suggestedResult,
} from '#shared/rules/inspections.ts'

type Findings = readonly Finding[]

export const findingOf = (findings: Findings, itemId: string): Finding | undefined =>
  findings.find((finding) => finding.itemId === itemId)

/** The findings with one changed; an item with nothing recorded has no finding. */
function withFinding(
  findings: Findings,
  itemId: string,
  change: (finding: Finding) => Finding,
): Findings {
  const before = findingOf(findings, itemId)
  const after = change(before ?? { itemId, result: 'not_checked', photoIds: [] })
  const isEmpty =
    after.result === 'not_checked' &&
    after.measure === undefined &&
    !after.note &&
    after.photoIds.length === 0
  const others = findings.filter((finding) => finding.itemId !== itemId)
  return isEmpty ? others : [...others, after]
}

/** Choosing the selected result again clears it and its measurement. */
export const withResult = (findings: Findings, itemId: string, result: InspectionResult) =>
  withFinding(findings, itemId, (finding) => {
    if (finding.result !== result) return { ...finding, result }
    const { measure: _measure, unit: _unit, ...rest } = finding
    return { ...rest, result: 'not_checked' }
  })

/** A measured value sets the suggested result; clearing it keeps the result. */
export const withMeasure = (
  findings: Findings,
  item: InspectionItem,
  measure: number | undefined,
) =>
  withFinding(findings, item.id, ({ measure: _measure, unit: _unit, ...finding }) => {
    const unit = measureOf(item.kind)?.unit
    if (measure === undefined || !unit) return finding
    return { ...finding, measure, unit, result: suggestedResult(item, measure) }
  })

export const withNote = (findings: Findings, itemId: string, note: string) =>
  withFinding(findings, itemId, ({ note: _note, ...finding }) => ({
    ...finding,
    ...(note.trim() && { note }),
  }))

export const withPhotos = (findings: Findings, itemId: string, photoIds: readonly string[]) =>
  withFinding(findings, itemId, (finding) => ({
    ...finding,
    photoIds: [...new Set([...finding.photoIds, ...photoIds])],
  }))

/** Marks all unchecked items as good. */
export const withRestGood = (findings: Findings, items: readonly InspectionItem[]): Findings =>
  items.reduce(
    (all, { id }) =>
      isChecked(findingOf(all, id))
        ? all
        : withFinding(all, id, (one) => ({ ...one, result: 'ok' })),
    findings,
  )

export const isChecked = (finding: Finding | undefined): boolean =>
  finding !== undefined && finding.result !== 'not_checked'

/** Whether it is to watch or needs work. */
export const isProblem = (finding: Finding | undefined): boolean =>
  finding?.result === 'watch' || finding?.result === 'fail'
