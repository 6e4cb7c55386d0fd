import { defaultSettings, type Settings } from '#shared/rules/settings.ts'

let installation: Partial<Settings> = {}
let changed: Partial<Settings> = {}
let current: Settings = defaultSettings

/** The operator's settings; a new object after every change, never changed in place. */
export function currentSettings(): Settings {
  return current
}

/** What this installation starts from in place of the defaults, until the office changes it. */
export function startFromSettings(given: Partial<Settings>): void {
  installation = given
  current = { ...defaultSettings, ...installation, ...changed }
}

/** For the room of the settings, which reads what the office has changed. */
export function replaceSettings(stored: Partial<Settings>): void {
  changed = stored
  current = { ...defaultSettings, ...installation, ...changed }
}
