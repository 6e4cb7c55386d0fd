import { eq } from 'drizzle-orm'
import { replaceSettings } from '#server/base/current-settings.ts'
import { db, listen } from '#server/database/database.ts'
import { settings } from '#server/database/tables/settings.ts'

let reads = 0
let currentRead = 0

/** Loads the settings into this process; an older read never replaces a newer one. */
export async function loadSettings(): Promise<void> {
  const read = ++reads
  const [row] = await db()
    .select({ changed: settings.changed, version: settings.version })
    .from(settings)
    .where(eq(settings.id, 1))
  if (read < currentRead) return
  currentRead = read
  replaceSettings(row?.changed ?? {}, row?.version)
}

/** Loads the settings now and again whenever another process changes them. */
export async function subscribeToSettings(): Promise<void> {
  await listen('settings', loadSettings, { onReconnect: loadSettings })
  await loadSettings()
}
