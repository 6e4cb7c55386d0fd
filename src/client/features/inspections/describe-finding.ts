import { type Finding, measureLabel, resultLabels } from '#shared/rules/inspections.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { translate } from '#shared/texts/t.ts'

/** "6/32 in.", followed by the result unless it is good; '' for unchecked items. */
export function describeFound({
  result,
  measure,
  unit,
}: Pick<Finding, 'result' | 'measure' | 'unit'>): string {
  const value = measure !== undefined && unit ? measureLabel(measure, unit, formatNumber) : ''
  if (result === 'not_checked') return value
  const isPlain = result === 'ok' && value
  return [value, isPlain ? '' : translate(resultLabels[result])].filter(Boolean).join(', ')
}
