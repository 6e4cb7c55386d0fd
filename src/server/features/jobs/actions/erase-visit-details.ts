import { eq, inArray } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { type Staying, erasedExcept, onlyStaying, whileErasing } from '#server/database/erasing.ts'
import { approvals } from '#server/database/tables/approvals.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { unsentWork } from '#server/database/tables/unsent-work.ts'
import type { EventData, JobEventName } from '#shared/rules/events.ts'

/** Erases everything about a customer's visits that is not listed here; the visits themselves stay. */
export async function eraseVisitDetails(customerId: string): Promise<void> {
  await transaction(async () => {
    const own = await db()
      .update(jobs)
      .set(erasedVisit)
      .where(eq(jobs.customerId, customerId))
      .returning({ id: jobs.id })
    if (own.length === 0) return
    const ids = own.map(({ id }) => id)
    await db().delete(unsentWork).where(inArray(unsentWork.jobId, ids))
    await whileErasing(async () => {
      await db().update(approvals).set(erasedApproval).where(inArray(approvals.jobId, ids))
      await db()
        .update(jobEvents)
        .set({ data: onlyStaying(jobEvents, stayingData) })
        .where(inArray(jobEvents.jobId, ids))
    })
  })
}

/** Erasing keeps the lines, total and method, and drops the person's name, number, words and signature. */
const erasedApproval = erasedExcept(
  approvals,
  'id',
  'jobId',
  'estimateId',
  'method',
  'lines',
  'totalCents',
  'words',
  'hash',
  'createdAt',
  'receivedAt',
)

/** Kept: when and what was done, by whom and for how much. */
const erasedVisit = erasedExcept(
  jobs,
  'id',
  'number',
  'customerId',
  'technicianId',
  'tentativeTechnicianId',
  'technicianLock',
  'vehicleId',
  'servicePackageId',
  'serviceDate',
  'slot',
  'seat',
  'startsAt',
  'needsConfirmation',
  'technicianLost',
  'status',
  'packageCents',
  'addonsCents',
  'extrasCents',
  'taxRateBp',
  'onInvoice',
  'taxableCents',
  'communicationActive',
  'odometerMiles',
  'filledQuarts',
  'tires',
  'usedProducts',
  'cancelFeeCents',
  'cancelFeeWithinHours',
  'notDoneFeeCents',
  'cancelFreeUntil',
  'checklist',
  'confirmationDue',
  'createdAt',
  'startedAt',
  'startedReceivedAt',
  'completedAt',
  'completedReceivedAt',
  'cancelledAt',
  'outcome',
  'notDoneReason',
  'feeDecisionUntil',
)

const time = { date: true, slot: true } as const
const cents = { cents: true } as const
const extra = { serviceType: true, totalCents: true, approval: true } as const

/** Event data kept in the history: nothing in people's own words, and no places. */
const stayingData: { [E in JobEventName]?: Staying<EventData[E]> } = {
  job_booked: { ...time, technicianId: true },
  job_requested: { ...time, technicianId: true },
  job_confirmed: time,
  request_expired: time,
  job_reminded: { startsAt: true },
  visit_soon: { startsAt: true },
  running_late: { startsAt: true, expectedAt: true },
  visit_overdue: { startsAt: true },
  card_asked: { ...time, releaseAt: true },
  job_released: time,
  message_resent: { about: true, channels: true },
  job_cancelled: {
    ...time,
    byOffice: true,
    heldCents: true,
    paidCents: true,
    recordedCents: true,
    feeCents: true,
    noCard: true,
  },
  job_assigned: { ...time, technicianId: true, formerTechnicianId: true, confirms: true },
  job_unassigned: { ...time, formerTechnicianId: true },
  job_claimed: time,
  job_rescheduled: {
    from: time,
    to: time,
    technicianId: true,
    formerTechnicianId: true,
    given: true,
    lost: true,
  },
  job_changed: {
    from: { vehicle: true, salesTax: true },
    to: { vehicle: true, salesTax: true },
  },
  technician_locked: { promised: true },
  job_not_done: {
    ...time,
    heldCents: true,
    paidCents: true,
    recordedCents: true,
    decideUntil: true,
  },
  checklist_saved: { ticked: true },
  inspection_saved: { ok: true, watch: true, fail: true, removed: true },
  measurements_saved: {
    odometerMiles: true,
    filledQuarts: true,
    tires: { psi: true, declined: true },
    usedProducts: true,
    late: true,
  },
  photo_added: { photoId: true, moment: true },
  photo_removed: { photoId: true, moment: true },
  review_written: { rating: true },
  service_due: { dueOn: true, atMiles: true, byMiles: true },
  // The name is the technician's.
  unsent_work: { name: true, count: true, moved: true },
  unsent_work_handled: { handled: true },
  addon_added: { addonServiceId: true, name: true, priceCents: true },
  addon_removed: { addonServiceId: true, name: true, priceCents: true, booked: true },
  extra_added: { extraId: true, serviceType: true, totalCents: true },
  extra_approval: {
    lines: { extraId: true, serviceType: true, totalCents: true, taxRate: true },
    forFee: true,
    became: true,
  },
  extra_corrected: { extraId: true, from: extra, to: extra },
  extra_removed: { extraId: true, ...extra },
  extra_left_out: { extraId: true, totalCents: true },
  extra_dismissed: { extraId: true, totalCents: true, restored: true },
  extra_billed: { serviceType: true, totalCents: true, taxRate: true, owedCents: true },
  extra_decided: {
    method: true,
    lines: { extraId: true, totalCents: true, approved: true },
    forFee: true,
  },
  technician_near: { minutes: true },
  card_saved: { brand: true, last4: true },
  payment_held: cents,
  payment_charged: { ...cents, watched: true, added: true, fee: true },
  payment_refunded: cents,
  payment_refund_failed: { ...cents, promised: true },
  payment_disputed: { ...cents, state: true },
  refund_decided: { ...cents, tip: true },
  tip_given: cents,
  tip_refunded: cents,
  payment_problem_resolved: { ...cents, outcome: true },
  payment_due: { ...cents, tried: true, fee: true },
  payment_reminded: { ...cents, days: true, fee: true },
  fee_decided: {
    feeCents: true,
    cancelled: true,
    heldCents: true,
    paidCents: true,
    recordedCents: true,
    noCard: true,
  },
  payment_adjusted: { fromCents: true, toCents: true, owedCents: true },
  invoice_issued: { ...cents, number: true, dueOn: true, replaces: true },
  invoice_reminded: { ...cents, number: true, dueOn: true, days: true },
  invoice_voided: { ...cents, number: true },
  payment_recorded: { ...cents, method: true, receivedOn: true },
  payment_taken_back: { ...cents, method: true, receivedOn: true },
  promotion_used: { ...cents, promotionId: true, code: true },
  promotion_rechecked: { ...cents, promotionId: true, code: true, kept: true, restored: true },
}
