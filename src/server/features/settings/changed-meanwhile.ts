import { currentSettings } from '#server/base/current-settings.ts'
import type { settings } from '#server/database/tables/settings.ts'
import { personName } from '#server/features/technicians/queries/person-name.ts'
import { Conflict } from '#server/http/errors.ts'
import { describeServiceDays } from '#shared/rules/service-days.ts'
import { slotCapacityLabels, type Settings } from '#shared/rules/settings.ts'
import { describeWeeklyHours } from '#shared/rules/weekly-hours.ts'
import { formatCents, formatInstant } from '#shared/texts/format.ts'
import { type Phrase, phrase, t, translate, wording } from '#shared/texts/t.ts'

type SettingsRow = typeof settings.$inferSelect

/**
 * The Conflict for settings that somebody has changed since they were on the screen: at each of them who changed it to
 * what, and when; `version` is what has to be seen to have one's own.
 */
export async function changedMeanwhile(
  { changes, version }: SettingsRow,
  now: Settings,
  keys: readonly (keyof Settings)[],
) {
  const said = await Promise.all(
    keys.map(async (key) => {
      const { by = null, at = '' } = changes[key] ?? {}
      const name = by ? await personName(by) : ''
      return { path: key, by: name, said: describeChange(name, describe(key, now[key]), at) }
    }),
  )
  const [first] = said
  return new Conflict(first?.said, {
    reason: 'changed',
    by: first?.by ?? '',
    version,
    now: Object.fromEntries(keys.map((key) => [key, now[key]])),
    fields: said.map(({ path, said: message }) => ({ path, message: wording(message) })),
  })
}

function describeChange(name: string, value: string, at: string): Phrase {
  const time = formatInstant(at, currentSettings().timeZone)
  return name
    ? phrase('{name} changed this to {value} at {time}. Save once more to replace it.', {
        name,
        value,
        time,
      })
    : phrase('This was changed to {value} at {time}. Save once more to replace it.', {
        value,
        time,
      })
}

function describe(key: keyof Settings, value: Settings[keyof Settings]): string {
  if (key === 'logo') return value ? t('another picture') : t('nothing')
  if (typeof value === 'boolean') return value ? t('state|on') : t('state|off')
  if (key === 'slotCapacityMode') return translate(slotCapacityLabels[value as 'number'])
  if (key === 'weeklyHours') return `“${describeWeeklyHours(value as Settings['weeklyHours'])}”`
  if (key === 'serviceDays') return `“${describeServiceDays(value as number[])}”`
  if (typeof value === 'number') return key.endsWith('Cents') ? formatCents(value) : String(value)
  const words = typeof value === 'string' ? value : listOf(value)
  return words ? `“${words}”` : t('nothing')
}

const listOf = (value: object | null): string =>
  Array.isArray(value) && value.every((one) => typeof one !== 'object')
    ? value.join(', ')
    : t('other words')
