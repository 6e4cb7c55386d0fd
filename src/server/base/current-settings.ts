import { defaultSettings, type Settings } from '#shared/rules/settings.ts'

let current: Settings = defaultSettings

/** The operator's settings; a new object after every change, never changed in place. */
export function currentSettings(): Settings {
  return current
}

/** For the room of the settings, which reads them. */
export function replaceSettings(settings: Settings): void {
  current = settings
}
