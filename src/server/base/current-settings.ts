import { defaultSettings, type Settings } from '#shared/rules/settings.ts'
import { slotsIn } from '#shared/rules/slot-times.ts'
import { withServiceDays } from '#shared/rules/weekly-hours.ts'

let installation: Partial<Settings> = {}
let changed: Partial<Settings> = {}
let current: Settings = defaultSettings
let version = 0
const zoneListeners = new Set<() => void>()

/** Calls back when the business's time zone changes, but not when settings are first read. */
export const onTimeZone = (tell: () => void) => void zoneListeners.add(tell)

/** The operator's settings; a new object after every change, never mutated. */
export function currentSettings(): Settings {
  return current
}

/** Replaces the defaults of this installation until the office changes them. */
export function startFromSettings(given: Partial<Settings>): void {
  installation = given
  current = settingsWith(changed)
}

/** The settings with these stored changes applied. */
export function settingsWith(stored: Partial<Settings>): Settings {
  const settings = {
    ...defaultSettings,
    ...installation,
    ...stored,
    // Settings stored before a part existed do not name it.
    uses: { ...defaultSettings.uses, ...installation.uses, ...stored.uses },
  }
  // Older processes and `BUSINESS_…` settings write only the service days.
  const slots = slotsIn(settings.slotTimes)
  const weeklyHours = withServiceDays(settings.weeklyHours, settings.serviceDays, slots)
  return { ...settings, weeklyHours }
}

/** For the settings feature, which reads the office's stored changes. */
export function replaceSettings(stored: Partial<Settings>, storedVersion = 0): void {
  changed = stored
  version = storedVersion
  const { timeZone } = current
  current = settingsWith(changed)
  if (current.timeZone !== timeZone) for (const listener of zoneListeners) listener()
}

/** Counts the office's changes; matches the settings of `currentSettings`. */
export const settingsVersion = (): number => version
