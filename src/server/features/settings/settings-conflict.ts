import { currentSettings } from '#server/base/current-settings.ts'
import type { settings } from '#server/database/tables/settings.ts'
import { personName } from '#server/reads/people.ts'
import { Conflict } from '#server/http/errors.ts'
import { publicTexts } from '#shared/rules/public-texts.ts'
import { describeSettingValue } from '#shared/contract/describe-setting.ts'
import type { Settings } from '#shared/rules/settings.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { type Phrase, phrase, t, wording } from '#shared/texts/t.ts'

type SettingsRow = typeof settings.$inferSelect

/**
 * The Conflict for settings that were changed since the form was loaded: who changed each, to what, and when. Saving again
 * with the `version` in its details overwrites them.
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
    ? phrase('{name} changed this to {value} at {time}. Save again to replace it.', {
        name,
        value,
        time,
      })
    : phrase('This was changed to {value} at {time}. Save again to replace it.', {
        value,
        time,
      })
}

const inOwnWords = new Set<keyof Settings>([...publicTexts.map(({ name }) => name), 'messageWords'])

function describe(key: keyof Settings, value: Settings[keyof Settings]): string {
  if (key === 'logo' && value) return t('a different picture')
  const isTyped = typeof value === 'string' || Array.isArray(value)
  if (inOwnWords.has(key) || (key === 'faq' && value !== null)) return t('a different text')
  const described = describeSettingValue(key, value)
  return isTyped && value.length > 0 && key !== 'slotCapacityMode' ? `“${described}”` : described
}
