import { and, desc, eq, gt } from 'drizzle-orm'
import { replaceSettings, currentSettings } from '#server/base/current-settings.ts'
import { db, listen } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { settings, logoPictures, logos } from '#server/database/tables/settings.ts'
import { NotFound, Conflict } from '#server/http/errors.ts'
import type { Logo, LogoSize } from '#shared/rules/logo.ts'
import { phrase, type Phrase, t, wording } from '#shared/texts/t.ts'
import { settingChangesBefore, type WrittenChange } from '#server/features/changes/queries.ts'
import { storedCoreSpots } from '#server/features/service-area/queries.ts'
import type { SettingChange } from '#shared/contract/settings.ts'
import { stillAs, stillSo } from '#shared/rules/setting-changes.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import { personName } from '#server/reads/people.ts'
import { readJob } from '#server/reads/visits.ts'
import { publicTexts } from '#shared/rules/public-texts.ts'
import { describeSettingValue } from '#shared/contract/describe-setting.ts'
import { usableSettings } from './stored-settings.ts'
import type { Settings } from '#shared/rules/settings.ts'
import { formatInstant } from '#shared/texts/format.ts'

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
  replaceSettings(usableSettings(row?.changed ?? {}), row?.version)
}

/** Loads the settings now and again whenever another process changes them. */
export async function subscribeToSettings(): Promise<void> {
  await listen('settings', loadSettings, { onReconnect: loadSettings })
  await loadSettings()
}

/** A stored logo, chosen or not; undefined if unknown. */
export async function findLogo(id: string): Promise<Logo | undefined> {
  const { width, height, ground } = logos
  const [found] = await db()
    .select({ id: logos.id, width, height, ground })
    .from(logos)
    .where(eq(logos.id, id))
  return found
}

// The pictures of an id never change, and every page of a visitor needs the same few.
const read = new Map<string, Buffer>()
const mostRead = 16

/** A PNG of a logo. Throws NotFound. */
export async function logoPicture(id: string, size: LogoSize): Promise<Buffer> {
  const name = `${id}/${size}`
  const known = read.get(name)
  if (known) return known
  const [found] = await db()
    .select({ bytes: logoPictures.bytes })
    .from(logoPictures)
    .where(and(eq(logoPictures.logoId, id), eq(logoPictures.size, size)))
  if (!found) throw new NotFound(phrase('Picture not found.'))
  const bytes = Buffer.from(found.bytes)
  const [oldest] = read.keys()
  if (read.size >= mostRead && oldest) read.delete(oldest)
  read.set(name, bytes)
  return bytes
}

/** The business's logo for documents, with its background; null without a logo. */
export async function logoOnPaper(): Promise<{ logo: Logo; bytes: Buffer } | null> {
  const { logo } = currentSettings()
  return logo && { logo, bytes: await logoPicture(logo.id, 'paper') }
}

/** Setting changes by the office, newest first, and whether each can be undone now. */
export async function shownChanges(before?: string): Promise<SettingChange[]> {
  const [changes, spots] = await Promise.all([settingChangesBefore(before), storedCoreSpots()])
  const byId = new Map(spots.map((spot) => [spot.id, spot]))
  const canUndo = ({ subject, subjectId, after }: WrittenChange): boolean => {
    switch (subject) {
      case 'settings':
        return stillSo(after ?? {}, currentSettings())
      case 'core_spot':
        return stillAs(after, byId.get(subjectId ?? ''))
      default:
        return false
    }
  }
  return changes.map((change) => ({ ...change, canUndo: canUndo(change) }))
}

type SettingsRow = typeof settings.$inferSelect

/**
 * The Conflict for settings that were changed since the form was loaded: who changed each, to what, and when. Saving again
 * with the `version` in its details overwrites them.
 */
export async function changeConflict(
  { changes, version }: SettingsRow,
  now: Settings,
  keys: readonly (keyof Settings)[],
) {
  const conflicts = await Promise.all(
    keys.map(async (key) => {
      const { by = null, at = '' } = changes[key] ?? {}
      const name = by ? await personName(by) : ''
      return { path: key, by: name, message: describeChange(name, describe(key, now[key]), at) }
    }),
  )
  const [first] = conflicts
  return new Conflict(first?.message, {
    reason: 'changed',
    by: first?.by ?? '',
    version,
    now: Object.fromEntries(keys.map((key) => [key, now[key]])),
    fields: conflicts.map(({ path, message }) => ({ path, message: wording(message) })),
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

/** The newest visit that was not imported, as an example for previews. */
export async function newestJob(): Promise<JobRow | undefined> {
  const [newest] = await db()
    .select({ id: jobs.id })
    .from(jobs)
    .where(gt(jobs.slot, 0))
    .orderBy(desc(jobs.createdAt))
    .limit(1)
  return newest && readJob(newest.id)
}
