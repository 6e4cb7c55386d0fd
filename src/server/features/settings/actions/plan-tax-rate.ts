import { businessToday } from '#server/base/business-time.ts'
import { currentSettings, settingsVersion } from '#server/base/current-settings.ts'
import {
  planSpotRate,
  settleSpotRates,
} from '#server/features/service-area/actions/plan-spot-rate.ts'
import { Invalid } from '#server/http/errors.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { mostDatedValues, valueOn, withChange } from '#shared/rules/dated-values.ts'
import { phrase } from '#shared/texts/t.ts'
import { changeSettings } from './change-settings.ts'

type Wanted = {
  /** Basis points; null for the business's rate at a core spot. */
  rateBp: number | null
  /** Applies to visits from this business-local day on; by default from the next booking on. */
  from?: LocalDate | undefined
  /** The core spot whose rate changes; by default the business's. */
  coreSpotId?: string | undefined
}

/**
 * Changes a sales tax rate now or from a day on, by the day of the visit; visits that are booked keep theirs. Throws NotFound,
 * Conflict when it has changed since the version `seen` (of the settings, or of the core spot), Invalid for a past day or too many changes ahead.
 */
export async function planTaxRate(by: string, { rateBp, from, coreSpotId }: Wanted, seen?: number) {
  const today = businessToday()
  if (from !== undefined && from < today)
    throw Invalid.at('from', phrase('Please choose today or a later day.'))
  if (coreSpotId) return planSpotRate(by, coreSpotId, { value: rateBp, from }, seen)
  if (rateBp === null) throw Invalid.at('rateBp', phrase('Please enter a rate.'))
  const { salesTaxRateBp, salesTaxRateChanges } = currentSettings()
  const planned = withChange(
    { first: salesTaxRateBp, changes: salesTaxRateChanges },
    { value: rateBp, from },
    today,
  )
  if (planned.changes.length > mostDatedValues)
    throw Invalid.at('from', phrase('That is too many changes ahead. Please cancel one first.'))
  const { first, changes } = planned
  const patch = { salesTaxRateBp: first, salesTaxRateChanges: changes }
  await changeSettings(patch, by, { seen: seen ?? settingsVersion() })
  return planned
}

/** Makes rates whose day has come current, so that settings and history show them. Bookings don't depend on it. */
export async function settleTaxRates(): Promise<void> {
  const today = businessToday()
  const { salesTaxRateBp, salesTaxRateChanges } = currentSettings()
  if (salesTaxRateChanges.some(({ from }) => from <= today))
    await changeSettings({ salesTaxRateBp: valueOn(salesTaxRateBp, salesTaxRateChanges, today) })
  await settleSpotRates(today)
}
