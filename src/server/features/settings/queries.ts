import { eq } from 'drizzle-orm'
import { db, listen } from '#server/database/database.ts'
import { settings } from '#server/database/tables/schedule.ts'
import { defaultSettings, type Settings } from '#shared/rules/settings.ts'

let current: Settings = defaultSettings
let reads = 0
let currentRead = 0

/** The operator's settings; a new object after every change, never changed in place. */
export function currentSettings(): Settings {
  return current
}

/** Reads the settings into this process; a read that began earlier never replaces a later one. */
export async function loadSettings(): Promise<void> {
  const read = ++reads
  const [row] = await db()
    .select({ changed: settings.changed })
    .from(settings)
    .where(eq(settings.id, 1))
  if (read < currentRead) return
  currentRead = read
  current = { ...defaultSettings, ...row?.changed }
}

/** Loads the settings now and again whenever another process changes them. */
export async function followSettings(): Promise<void> {
  await listen('settings', loadSettings, { onReconnect: loadSettings })
  await loadSettings()
}
