import { defaultSettings, type Settings } from '#shared/rules/settings.ts'

let installation: Partial<Settings> = {}
let changed: Partial<Settings> = {}
let current: Settings = defaultSettings
let version = 0

/** The operator's settings; a new object after every change, never changed in place. */
export function currentSettings(): Settings {
  return current
}

/** What this installation starts from in place of the defaults, until the office changes it. */
export function startFromSettings(given: Partial<Settings>): void {
  installation = given
  current = settingsWith(changed)
}

/** For the room of the settings, which reads what the office has changed. */
export function replaceSettings(stored: Partial<Settings>, storedVersion = 0): void {
  changed = stored
  current = settingsWith(changed)
  version = storedVersion
}

/** Counts the changes by the office; belongs to what `currentSettings` says. */
export const settingsVersion = (): number => version

/** The settings of this installation when the office has changed those. */
export const settingsWith = (stored: Partial<Settings>): Settings => ({
  ...defaultSettings,
  ...installation,
  ...stored,
})
