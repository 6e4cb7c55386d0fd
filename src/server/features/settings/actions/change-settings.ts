import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { businessToday } from '#server/base/business-time.ts'
import { settingsWith } from '#server/base/current-settings.ts'
import { db, notify, transaction } from '#server/database/database.ts'
import { settings } from '#server/database/tables/settings.ts'
import { happened } from '#server/events/happened.ts'
import { followSlotTimes } from '#server/features/booking/actions/follow-slot-times.ts'
import { recordChange } from '#server/features/changes/actions/record-change.ts'
import { applyTimeZone } from '#server/features/jobs/actions/apply-time-zone.ts'
import { receiptGaps } from '#server/features/catalog/queries/receipt-gaps.ts'
import { takesCards } from '#server/features/payments/queries.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import { shownPhone } from '#server/base/phone-numbers.ts'
import { phoneField } from '#server/http/phone-field.ts'
import { isTimeZone } from '#server/base/wall-clock.ts'
import { weekdayNames } from '#shared/rules/service-days.ts'
import {
  type ChangedValues,
  differenceOf,
  shortChanges,
  stillSo,
} from '#shared/rules/setting-changes.ts'
import { changesAfter } from '#shared/rules/dated-values.ts'
import type { Settings } from '#shared/rules/settings.ts'
import { slotsBetween, slotsOfDay, type WantedTimes } from '#shared/rules/slot-times.ts'
import { startOf } from '#shared/rules/slots.ts'
import {
  hoursForAllTimes,
  inOrderOfDay,
  serviceDaysOf,
  withHours,
  withServiceDays,
} from '#shared/rules/weekly-hours.ts'
import { confirmStep, type SetupStep } from '#shared/rules/setup.ts'
import { describeGap, type ReceiptProfile } from '#shared/rules/receipt-rules.ts'
import type { Uses } from '#shared/rules/uses.ts'
import { stateTitles } from '#shared/rules/us-states.ts'
import { phrase } from '#shared/texts/t.ts'
import { usableSettings } from '../stored-settings.ts'
import { changeConflict, findLogo, loadSettings } from '../queries.ts'

/** Settings to change; `uses` may name some of its parts. */
export type SettingsPatch = Partial<Omit<Settings, 'uses'>> & {
  uses?: Partial<Uses>
  slotTimes?: WantedTimes
}

type Undo = { undoes: string; expects: ChangedValues }

/**
 * Changes the settings in `patch` for every process, by an admin or (null) the server, and records what changed. Throws
 * Invalid for an unknown time zone, weekday, logo or phone number; Conflict when one of them has changed since version
 * `seen`, or when `undo` finds values that differ from what it expects.
 */
export async function changeSettings(
  patch: SettingsPatch,
  by: string | null = null,
  { seen, undo }: { seen?: number | undefined; undo?: Undo } = {},
): Promise<void> {
  const { uses, receiptProfile, ...others } = patch
  const given = {
    ...checked(others),
    ...(await checkedPhone(others)),
    ...(await checkedLogo(others)),
  }
  await transaction(async () => {
    const stored = await lockSettings()
    const usable = usableSettings(stored.changed)
    const before = settingsWith(usable)
    const wanted = {
      ...given,
      ...(uses && { uses: { ...before.uses, ...uses } }),
      ...(receiptProfile !== undefined && { receiptProfile: profileOf(receiptProfile, before) }),
    }
    // An unreadable version counts as older than any change.
    const since = seen === undefined ? Infinity : Number.isNaN(seen) ? -1 : seen
    const isNewer = (key: keyof Settings) => (stored.changes[key]?.version ?? -1) > since
    const steps = isNewer('confirmedSteps') && stepsOfBoth(wanted, before)
    const opening = openingOf(wanted, before)
    const changed = {
      ...wanted,
      ...opening,
      ...ratesOf(wanted, before),
      ...steps,
      ...stepsConfirmedBy({ ...wanted, ...steps }, before),
    }
    assertSomeDays({ ...before, ...changed }, wanted)
    if (wanted.weeklyHours) assertKnownStarts({ ...before, ...changed })
    if (undo && !stillSo(undo.expects, before))
      throw new Conflict(phrase('This has changed again since, so it cannot be undone.'))
    const difference = differenceOf(before, changed)
    await assertReceiptFacts({ ...before, ...changed }, difference?.after ?? {})
    const other = Object.keys(difference?.after ?? {}) as (keyof Settings)[]
    const newer = other.filter((key) => key in wanted && key !== 'confirmedSteps' && isNewer(key))
    if (newer.length > 0) throw await changeConflict(stored, before, newer)
    const at = now()
    const version = stored.version + 1
    const change = { version, by, at: at.toISOString() }
    const changes = Object.fromEntries(other.map((key) => [key, change]))
    await db()
      .update(settings)
      .set({
        changed: { ...usable, ...changed },
        ...(difference && { version, updatedAt: at, changes: { ...stored.changes, ...changes } }),
      })
      .where(eq(settings.id, 1))
    if (!difference) return
    await recordChange(by, { subject: 'settings', ...difference, undoes: undo?.undoes ?? null })
    if (changed.timeZone && changed.timeZone !== before.timeZone)
      await applyTimeZone(changed.timeZone)
    if (opening && wanted.slotTimes) await followSlotTimes(before, opening)
    await notify('settings', '1')
    await happened({
      event: 'settings_changed',
      by,
      data: { names: other, changes: shortChanges(difference.before, difference.after) },
    })
  })
  // Not only on the notification, so that the next request of this person gets the new settings.
  await loadSettings()
}

/** A profile applies from when it was switched on; saving the same state keeps that time. */
const profileOf = (wanted: ReceiptProfile | null, { receiptProfile: before }: Settings) =>
  wanted &&
  (before?.state === wanted.state ? before : { state: wanted.state, since: now().toISOString() })

/** Throws Conflict, with what is missing, for a profile that lacks facts of the products or of the business. */
async function assertReceiptFacts(settings: Settings, changed: ChangedValues): Promise<void> {
  const { receiptProfile, receiptRegistration } = settings
  if (!receiptProfile || !('receiptProfile' in changed || 'receiptRegistration' in changed)) return
  const gaps = await receiptGaps(receiptProfile.state, receiptRegistration)
  const missing = gaps.filter(({ kind }) => 'receiptProfile' in changed || kind === 'registration')
  if (missing.length === 0) return
  throw new Conflict(
    phrase('Receipts cannot follow the rules of {state} yet: {missing}.', {
      state: stateTitles.get(receiptProfile.state) ?? receiptProfile.state,
      missing: missing.map(describeGap).join('; '),
    }),
    { reason: 'receipt_facts', missing },
  )
}

/** Setting the days completes the setup step for opening hours. */
const saysDays = ({ weeklyHours, serviceDays }: Partial<Settings>) =>
  weeklyHours !== undefined || serviceDays !== undefined

/** The single row, locked until the transaction ends. */
async function lockSettings() {
  await db().insert(settings).values({ id: 1, version: 0 }).onConflictDoNothing()
  const [row] = await db().select().from(settings).where(eq(settings.id, 1)).for('update')
  if (!row) throw new Error('There is no row of settings.')
  return row
}

/** The business's phone number as shown on pages and in mails. */
async function checkedPhone({ supportPhone }: Partial<Settings>): Promise<Partial<Settings>> {
  if (supportPhone === undefined) return {}
  return { supportPhone: await shownPhone(await phoneField(supportPhone.trim(), 'supportPhone')) }
}

/** Takes the logo's dimensions and background from its stored pictures. */
async function checkedLogo({ logo }: Partial<Settings>): Promise<Partial<Settings>> {
  if (!logo) return logo === undefined ? {} : { logo }
  const made = await findLogo(logo.id)
  if (made) return { logo: made }
  throw Invalid.at('logo', phrase('This picture is no longer available. Please choose it again.'))
}

const unknownTimeZone = () =>
  Invalid.at('timeZone', phrase('Please choose a time zone such as America/Chicago.'))

/** Each may be within its own limits while together they leave no bookable day. */
function assertSomeDays({ leadDays, horizonDays }: Settings, wanted: Partial<Settings>) {
  if (leadDays < horizonDays) return
  if (wanted.leadDays === undefined && wanted.horizonDays === undefined) return
  throw Invalid.at(
    wanted.horizonDays === undefined ? 'leadDays' : 'horizonDays',
    phrase('With these two, no day could be booked: the latest must be after the earliest.'),
  )
}

const noCardToWaitFor = () =>
  Invalid.at(
    'releaseWithoutCardHours',
    phrase(
      'Card payments are off, so visits cannot be released for a missing card. Please leave this at 0.',
    ),
  )

const differentDays = () =>
  Invalid.at(
    'weeklyHours',
    phrase('The service days don’t match the opening hours. Please change only one of them.'),
  )

function checked(patch: Partial<Settings>): Partial<Settings> {
  if (patch.timeZone !== undefined && !isTimeZone(patch.timeZone)) throw unknownTimeZone()
  if (patch.releaseWithoutCardHours && !takesCards()) throw noCardToWaitFor()
  const { claims, serviceDays, weeklyHours, paymentReminderDays, invoiceReminderDays } = patch
  if (serviceDays && !serviceDays.every((day) => weekdayNames[day - 1]))
    throw new Invalid(phrase('A service day is a number from 1 (Monday) to 7 (Sunday).'))
  const days = serviceDays && inOrder(serviceDays)
  if (days && weeklyHours && String(days) !== String(serviceDaysOf(weeklyHours)))
    throw differentDays()
  return {
    ...patch,
    ...(claims && { claims: eachOnce(claims) }),
    ...(days && { serviceDays: days }),
    ...(weeklyHours && { weeklyHours: inOrderOfDay(weeklyHours) }),
    ...(paymentReminderDays && { paymentReminderDays: inOrder(paymentReminderDays) }),
    ...(invoiceReminderDays && { invoiceReminderDays: inOrder(invoiceReminderDays) }),
  }
}

/**
 * The times of a day, hours and open days that follow from those wanted: days follow from the hours, and a newly opened day
 * gets all of them. Undefined if none of them is wanted; throws Invalid for times from a past day on.
 */
function openingOf(wanted: Partial<Settings> & { slotTimes?: WantedTimes }, before: Settings) {
  const { earlierSlotTimes, serviceDays } = wanted
  const today = businessToday()
  // Times sent back unchanged do not count as wanted, except with their hours.
  const isNew = wanted.slotTimes && differenceOf(before, { slotTimes: wanted.slotTimes })
  const slotTimes = isNew || wanted.weeklyHours ? wanted.slotTimes : undefined
  const weeklyHours =
    wanted.weeklyHours ??
    (serviceDays &&
      withServiceDays(hoursForAllTimes(today, before), serviceDays, slotsOfDay(today, before)))
  if (!slotTimes && !weeklyHours) return undefined
  // Undoing a change restores earlier lists too.
  if (isNew && !earlierSlotTimes && wanted.slotTimes && wanted.slotTimes.from < today)
    throw Invalid.at('slotTimes', phrase('Please choose today or a later day.'))
  const opening = earlierSlotTimes
    ? {
        ...before,
        slotTimes: wanted.slotTimes ?? before.slotTimes,
        earlierSlotTimes,
        weeklyHours: weeklyHours ?? before.weeklyHours,
      }
    : withHours(before, { slotTimes, weeklyHours }, today)
  return {
    slotTimes: opening.slotTimes,
    earlierSlotTimes: [...opening.earlierSlotTimes],
    weeklyHours: inOrderOfDay(opening.weeklyHours),
    serviceDays: serviceDaysOf(opening.weeklyHours),
  }
}

/** Throws Invalid for hours with a start that is not one of the day's times. */
function assertKnownStarts(settings: Settings): void {
  const known = slotsBetween(settings).map(startOf)
  for (const [day, starts] of settings.weeklyHours.entries()) {
    const at = starts.findIndex((start) => !known.includes(start))
    if (at === -1) continue
    throw Invalid.at(`weeklyHours.${day}.${at}`, phrase('Please choose from the times of a day.'))
  }
}

/** A rate that holds now ends the earlier ones; later ones stay. */
const ratesOf = ({ salesTaxRateBp, salesTaxRateChanges }: Partial<Settings>, before: Settings) =>
  (salesTaxRateChanges ?? salesTaxRateBp) !== undefined && {
    salesTaxRateChanges: changesAfter(
      salesTaxRateChanges ?? before.salesTaxRateChanges,
      businessToday(),
    ).toSorted((one, other) => (one.from < other.from ? -1 : 1)),
  }

/** Setup steps that are done by changing their settings elsewhere. */
function stepsConfirmedBy(wanted: Partial<Settings>, before: Settings) {
  const steps: SetupStep[] = [
    ...(saysDays(wanted) ? (['hours'] as const) : []),
    ...(payingSettings.some((name) => wanted[name] !== undefined) ? (['payment'] as const) : []),
    ...(wanted.salesTaxEnabled === undefined ? [] : (['tax'] as const)),
    ...(wanted.uses ? (['uses'] as const) : []),
  ]
  const confirmed = wanted.confirmedSteps ?? before.confirmedSteps
  return steps.length > 0 && { confirmedSteps: steps.reduce(confirmStep, confirmed) }
}

const payingSettings = ['takesCash', 'takesChecks', 'takesTerminal', 'takesTransfers'] as const

/** Combines setup steps that two admins checked at the same time. */
const stepsOfBoth = ({ confirmedSteps }: Partial<Settings>, before: Settings) =>
  confirmedSteps && { confirmedSteps: [...new Set([...before.confirmedSteps, ...confirmedSteps])] }

/** Each text once, ignoring case; the first spelling wins. */
const eachOnce = (texts: readonly string[]) =>
  texts.filter((text, at) => texts.findIndex((one) => isSameText(one, text)) === at)

const isSameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Each number once, ascending. */
const inOrder = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b)
