import { type Setting, settingGroups, settingsTable } from './settings-table.ts'
import type { Part, Uses } from './uses.ts'

type Table = typeof settingsTable
export type SettingName = keyof Table

type ValueOfKind = {
  switch: boolean
  number: number
  money: number
  percent: number
  text: string
  hour: string
  timeZone: string
  lines: string[]
  days: number[]
  countries: string[]
}
type ValueOf<Row extends Setting> = Row extends { kind: 'choice'; options: infer Options }
  ? keyof Options
  : Row['kind'] extends keyof ValueOfKind
    ? ValueOfKind[Row['kind']]
    : Row['default']

/** Everything an operator can change. */
export type Settings = { [Name in SettingName]: ValueOf<Table[Name]> }

/** Settings whose schema is written in the contract. */
export type OwnSettingName = {
  [Name in SettingName]: Table[Name] extends { kind: 'own' } ? Name : never
}[SettingName]

export const settingsByName: readonly (readonly [SettingName, Setting])[] = Object.entries(
  settingsTable,
) as [SettingName, Setting][]

export const defaultSettings = Object.fromEntries(
  settingsByName.map(([name, setting]) => [name, setting.default]),
) as Settings

/** A setting for a form. */
export type SettingField = Setting & { name: SettingName }

/** A tab's cards with their settings. */
export const settingCards = (
  tab: 'system' | 'business',
  { cardPayments, uses }: { cardPayments: boolean; uses: Uses },
) =>
  Object.entries(settingGroups)
    .map(([id, group]: [string, { tab: string; title: string; text?: string; part?: Part }]) => ({
      id,
      ...group,
      fields: settingsByName.flatMap(([name, setting]): SettingField[] =>
        setting.group === id && (cardPayments || !setting.needsCards) ? [{ name, ...setting }] : [],
      ),
    }))
    .filter(
      ({ part, fields, ...card }) => card.tab === tab && fields.length > 0 && (!part || uses[part]),
    )
export type SettingCard = ReturnType<typeof settingCards>[number]
