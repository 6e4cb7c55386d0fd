import { countryName } from '../rules/countries.ts'
import { percentFromBp } from '../rules/sales-tax.ts'
import { type Setting, settingsTable } from '../rules/settings-table.ts'
import { allParts, parts, type Uses } from '../rules/uses.ts'
import { describeStarts, type WeeklyHours } from '../rules/weekly-hours.ts'
import { formatCents, formatClock, formatNumber } from '../texts/format.ts'
import { t, translate } from '../texts/t.ts'

const known = (name: string): Setting | undefined =>
  Object.hasOwn(settingsTable, name) ? settingsTable[name as keyof typeof settingsTable] : undefined

/** The label of a setting; its bare name if a stored change has one that no longer exists. */
export const labelOfSetting = (name: string): string => translate(known(name)?.label ?? name)

/** The changed settings on one line. */
export const nameSettings = (names: readonly string[]): string =>
  names
    // The days follow from the hours.
    .filter((name) => name !== 'serviceDays' || !names.includes('weeklyHours'))
    .map((name) => translate(known(name)?.nameAlone ?? labelOfSetting(name)))
    .join(', ')

const namesOf = (codes: readonly string[]) =>
  codes.map((code) => countryName(code) ?? code).join(', ')

/** A setting's old or new value, worded for the reader. */
export function describeSettingValue(name: string, value: unknown): string {
  const setting = known(name)
  if (typeof value === 'boolean') return value ? t('on') : t('off')
  switch (setting?.kind) {
    case 'own':
      return setting.describe(value as never)
    case 'money':
      return formatCents(value as number)
    case 'percent':
      return `${percentFromBp(value as number)}%`
    case 'countries':
      return namesOf(value as string[])
    case 'hour':
      return formatClock(value as string)
    case 'uses': {
      const used = allParts.filter((part) => (value as Partial<Uses>)[part])
      return used.map((part) => translate(parts[part].title)).join(', ') || t('nothing')
    }
    case 'weeklyHours':
      return describeStarts(value as WeeklyHours)
    case 'choice':
      return translate(setting.options[value as string] ?? String(value))
    default:
      if (typeof value === 'number') return formatNumber(value, 4)
      return (Array.isArray(value) ? value.join(', ') : (value as string | null)) || t('nothing')
  }
}
