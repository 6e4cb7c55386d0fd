import { defaultSettings, type Settings } from '#shared/rules/settings.ts'
import { withServiceDays } from '#shared/rules/weekly-hours.ts'

let installation: Partial<Settings> = {}
let changed: Partial<Settings> = {}
let current: Settings = defaultSettings
let version = 0
const zoneListeners = new Set<() => void>()

/** Calls back whenever the business has another time zone; never the first time the settings are read. */
export const onTimeZone = (tell: () => void) => void zoneListeners.add(tell)

/** The operator's settings; a new object after every change, never changed in place. */
export function currentSettings(): Settings {
  return current
}

/** What this installation starts from in place of the defaults, until the office changes it. */
export function startFromSettings(given: Partial<Settings>): void {
  installation = given
  current = settingsWith(changed)
}

/** The settings as they are with these changes stored. */
export function settingsWith(stored: Partial<Settings>): Settings {
  const settings = { ...defaultSettings, ...installation, ...stored }
  // Whoever knows the open days alone, a process of before or an installation, has written those.
  const weeklyHours = withServiceDays(settings.weeklyHours, settings.serviceDays)
  return { ...settings, weeklyHours }
}

/** For the room of the settings, which reads what the office has changed. */
export function replaceSettings(stored: Partial<Settings>, storedVersion = 0): void {
  changed = stored
  version = storedVersion
  const { timeZone } = current
  current = settingsWith(changed)
  if (current.timeZone !== timeZone) for (const tell of zoneListeners) tell()
}

/** Counts the changes by the office; belongs to what `currentSettings` says. */
export const settingsVersion = (): number => version
