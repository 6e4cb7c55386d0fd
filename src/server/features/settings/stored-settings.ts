import * as z from 'zod/mini'
import { log } from '#server/base/log.ts'
import { isTimeZone } from '#server/base/wall-clock.ts'
import { AdminSettings } from '#shared/contract/settings.ts'
import { labelOfSetting } from '#shared/contract/describe-setting.ts'
import { defaultSettings, type SettingName, type Settings } from '#shared/rules/settings.ts'

/**
 * The stored changes that can be used. A value that is not valid (edited by hand, or of another version) is left out, so its
 * default applies, and logged by the setting's name.
 */
export function usableSettings(stored: unknown): Partial<Settings> {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) {
    log.error(
      'The stored settings are not an object, so all defaults apply. Save the settings again.',
    )
    return {}
  }
  return Object.fromEntries(
    Object.entries(stored).filter(([name, value]) => {
      const usable = !Object.hasOwn(defaultSettings, name) || isUsable(name as SettingName, value)
      if (!usable)
        log.error(
          { setting: name, value },
          `The stored setting “${labelOfSetting(name)}” (${name}) is not valid, so its default applies. Save it again on the settings page.`,
        )
      return usable
    }),
  )
}

const isUsable = (name: SettingName, value: unknown): boolean =>
  z.safeParse(AdminSettings.shape[name], value).success &&
  (name !== 'timeZone' || isTimeZone(value as string))
