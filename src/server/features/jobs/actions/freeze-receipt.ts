import { businessDate } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { db } from '#server/database/database.ts'
import { jobReceipts } from '#server/database/tables/job-receipts.ts'
import { vehiclesById } from '#server/features/vehicles/queries.ts'
import { Conflict } from '#server/http/errors.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import { receiptDetails } from '#server/reads/receipt-details.ts'
import { nextService } from '#shared/rules/next-service.ts'
import { needsTires, showsSubtotals } from '#shared/rules/receipt-rules.ts'
import type { ReceiptDetails } from '#shared/rules/receipts.ts'
import { phrase } from '#shared/texts/t.ts'

/**
 * Stores and returns the receipt details of a visit completed at that time, by the current profile; does nothing without
 * one. Throws Conflict with `reason: "tires"` if required tire pressures and a reason are both missing.
 */
export async function freezeReceipt(job: JobRow, at: Date): Promise<ReceiptDetails | undefined> {
  const settings = currentSettings()
  const { receiptProfile: profile } = settings
  if (!profile || at.toISOString() < profile.since) return undefined
  if (needsTires(profile, at) && !job.tires)
    throw new Conflict(
      phrase('Please enter the four tire pressures, or why they were not measured.'),
      { reason: 'tires' },
    )
  const [car] = await vehiclesById([job.vehicleId])
  const next = car && nextService({ ...car, oilType: car.oilType ?? job.oilType }, businessDate(at))
  const isKnown = next !== undefined && next.state !== 'none'
  await db()
    .insert(jobReceipts)
    .values({
      jobId: job.id,
      state: profile.state,
      subtotals: showsSubtotals(profile.state, job.taxMode),
      registrationNumber: settings.receiptRegistration,
      warranty: settings.receiptWarranty,
      nextServiceWords: settings.receiptNextService,
      nextServiceOn: isKnown ? next.date : null,
      nextServiceMiles: isKnown ? next.atMiles : null,
    })
  return (await receiptDetails(job)) ?? undefined
}
