import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { settingsWith } from '#server/base/current-settings.ts'
import { db, notify, transaction } from '#server/database/database.ts'
import { settings } from '#server/database/tables/settings.ts'
import { happened } from '#server/events/happened.ts'
import { takesCards } from '#server/features/payments/queries.ts'
import { atField, Invalid } from '#server/http/errors.ts'
import { shownPhone } from '#server/base/phone-numbers.ts'
import { phoneField } from '#server/http/phone-field.ts'
import { isTimeZone } from '#server/base/wall-clock.ts'
import { weekdayNames } from '#shared/rules/service-days.ts'
import type { Settings } from '#shared/rules/settings.ts'
import { phrase } from '#shared/texts/t.ts'
import { changedMeanwhile } from '../changed-meanwhile.ts'
import { loadSettings } from '../queries.ts'

/**
 * Changes what `patch` names, for every process, in the name of an admin or of nobody. Throws Invalid for an unknown
 * time zone or weekday, and for what is no phone number; Conflict when one of them was changed to something else since
 * the version that was `seen`.
 */
export async function changeSettings(
  patch: Partial<Settings>,
  by: string | null = null,
  seen?: number,
): Promise<void> {
  const changed = { ...checked(patch), ...(await checkedPhone(patch)) }
  await transaction(async () => {
    const before = await lockSettings()
    const current = settingsWith(before.changed)
    const other = keysOf(changed).filter((key) => !isSame(changed[key], current[key]))
    // A version that nothing has was seen by nobody.
    const since = seen === undefined ? Infinity : Number.isNaN(seen) ? -1 : seen
    const meanwhile = other.filter((key) => (before.changes[key]?.version ?? -1) > since)
    if (meanwhile.length > 0) throw await changedMeanwhile(before, current, meanwhile)
    const at = now()
    const version = before.version + (other.length > 0 ? 1 : 0)
    const change = { version, by, at: at.toISOString() }
    await db()
      .update(settings)
      .set({
        changed: { ...before.changed, ...changed },
        changes: { ...before.changes, ...Object.fromEntries(other.map((key) => [key, change])) },
        version,
        updatedAt: at,
      })
      .where(eq(settings.id, 1))
    await notify('settings', '1')
    if (other.length > 0) await happened({ event: 'settings_changed', by, data: {} })
  })
  // Not only by the message, so that whoever changed them sees the new ones in the next request.
  await loadSettings()
}

/** The one row, so that two changes come one after the other. */
async function lockSettings() {
  await db().insert(settings).values({ id: 1, version: 0 }).onConflictDoNothing()
  const [row] = await db().select().from(settings).where(eq(settings.id, 1)).for('update')
  if (!row) throw new Error('There is no row of settings.')
  return row
}

const keysOf = (patch: Partial<Settings>) => Object.keys(patch) as (keyof Settings)[]
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The number of the business as it stands on pages and in mails. */
async function checkedPhone({ supportPhone }: Partial<Settings>): Promise<Partial<Settings>> {
  if (supportPhone === undefined) return {}
  return { supportPhone: await shownPhone(await phoneField(supportPhone.trim(), 'supportPhone')) }
}

function noCardToWaitFor() {
  const said = phrase(
    'Card payments are not switched on, so no visit can be released for want of a card. Please leave this at 0.',
  )
  return new Invalid(said, atField('releaseWithoutCardHours', said))
}

function checked(patch: Partial<Settings>): Partial<Settings> {
  if (patch.timeZone !== undefined && !isTimeZone(patch.timeZone))
    throw new Invalid(phrase('Please choose a time zone such as America/Chicago.'))
  if (patch.releaseWithoutCardHours && !takesCards()) throw noCardToWaitFor()
  const { serviceDays, paymentReminderDays } = patch
  if (serviceDays && !serviceDays.every((day) => weekdayNames[day - 1]))
    throw new Invalid(phrase('A service day is a number from 1 (Monday) to 7 (Sunday).'))
  return {
    ...patch,
    ...(serviceDays && { serviceDays: inOrder(serviceDays) }),
    ...(paymentReminderDays && { paymentReminderDays: inOrder(paymentReminderDays) }),
  }
}

/** Each number once, ascending. */
const inOrder = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b)
