import { setImmediate } from 'node:timers/promises'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { seatsOffered } from '#server/features/booking/queries.ts'
import { describePlanPrice } from '#shared/contract/describe-plan.ts'
import { addDays, type LocalDate } from '#shared/rules/calendar.ts'
import { askCardDays, missedDays, renewalOf } from '#shared/rules/plans.ts'
import {
  dueOf,
  linesCentsOf,
  liveSubscriptions,
  namesOf,
  needsCard,
  proposesOn,
  subscriptionById,
  type SubscriptionRow,
} from '../queries.ts'
import {
  endPeriod,
  endSubscription,
  lockSubscription,
  openPeriod,
  resume,
  serviced,
  update,
  withdrawProposal,
} from './change-subscription.ts'
import { proposeVisit, storeReason } from './propose-visit.ts'

const batch = 200

/**
 * Updates all plans: ends expired ones, opens due periods, and proposes or books their visits. Every step
 * is a transaction that looks at the current state, so it may be interrupted anywhere and run in several processes at once.
 * Switched off, gives up held times and changes nothing else.
 */
export async function runPlans(): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  const failures: unknown[] = []
  for (;;) {
    const rows = await liveSubscriptions(after, batch)
    for (const row of rows) {
      // One that fails must not keep the others from their services.
      await bringUpToDate(row).catch((error: unknown) => failures.push(error))
      // Lets requests run in between.
      await setImmediate()
    }
    const last = rows.at(-1)
    if (!last || rows.length < batch) break
    after = last.id
  }
  // The task is shown as failed, and runs again.
  if (failures.length > 0) throw failures[0]
}

async function bringUpToDate(known: SubscriptionRow): Promise<void> {
  const { id } = known
  if (!currentSettings().uses.plans) {
    if (known.period?.state === 'proposed')
      await transaction(async () => {
        const row = await lockSubscription(id)
        if (row) await withdrawProposal(row)
      })
    return
  }
  const isChanging = nextStep(known, await isTimeGone(known)) !== undefined
  if (isChanging)
    await transaction(async () => {
      const row = await lockSubscription(id)
      // One step may make the next one necessary.
      if (row && (await settle(row, await isTimeGone(row)))) {
        const settled = await subscriptionById(id)
        if (settled) await settle(settled, false)
      }
    })
  // Most need nothing, so they are read once.
  const row = isChanging ? await subscriptionById(id) : known
  if (row?.state !== 'active' || row.period?.state !== 'due') return
  if (proposesOn(row)) await proposeVisit(id)
  else if (needsCard(row, row.period.dueOn)) await storeReason(id, 'card')
}

/** Whether the held time was closed in the meantime. */
async function isTimeGone({ period }: SubscriptionRow): Promise<boolean> {
  const held = period?.state === 'proposed' ? period.offer : null
  if (!held) return false
  return (await seatsOffered(held.date, held.date))(held.date, held.slot) === 0
}

type Step = (row: SubscriptionRow) => Promise<unknown>

async function settle(row: SubscriptionRow, isGone: boolean): Promise<boolean> {
  const step = nextStep(row, isGone)
  await step?.(row)
  return step !== undefined
}

/** The next change a subscription needs by itself; undefined for none. */
function nextStep(row: SubscriptionRow, isGone: boolean): Step | undefined {
  const { state, period } = row
  const today = businessToday()
  if (period?.state === 'booked') {
    const ended = endOfVisit(row)
    if (ended) return (one) => endPeriod(one, ended)
  }
  if (state === 'ended') return undefined
  if (row.isErased) return (one) => endSubscription(null, one, { reason: 'erased' })
  if (row.isCarGone) return (one) => endSubscription(null, one, { reason: 'car_removed' })
  if (state === 'paused' && row.pausedUntil !== null && row.pausedUntil <= today)
    return (one) => resume(null, one)
  const renewal = renewalOf(row, today)
  if (renewal?.isOver) return (one) => update(one, { termFrom: renewal.renewsOn })
  if (renewal?.notice) return (one) => announceRenewal(one, renewal.renewsOn)
  const servicedOn = servicedOutside(row)
  if (servicedOn) {
    if (!period) return (one) => serviced(one, servicedOn)
    if (period.state !== 'booked')
      return (one) => endPeriod(one, { state: 'skipped', reason: 'serviced', servicedOn })
  }
  if (period?.state === 'proposed') {
    if (!period.offer || new Date(period.offer.expiresAt) <= now()) return lapse
    if (isGone) return withdrawProposal
  }
  if (period?.state === 'due' && addDays(period.dueOn, missedDays) < today && state === 'active')
    return (one) => endPeriod(one, { state: 'missed', reason: period.reason ?? 'no_time' })
  if (!period && state === 'active') {
    const due = dueOf(row)
    if (due.dueOn <= addDays(today, askCardDays)) return (one) => openPeriod(one, due)
  }
  return undefined
}

/** How the booked visit of a period ended; undefined while it is ahead or under way. */
function endOfVisit({ period }: SubscriptionRow): Parameters<typeof endPeriod>[1] | undefined {
  const visit = period?.visit
  if (!visit) return { state: 'missed', reason: 'visit_cancelled' }
  if (visit.status === 'completed') return { state: 'done', reason: null, servicedOn: visit.date }
  if (visit.status !== 'cancelled') return undefined
  return {
    state: 'missed',
    reason: visit.outcome === 'not_done' ? 'not_done' : 'visit_cancelled',
  }
}

/** The date of a service of the car outside the plan that counts as the next one. */
function servicedOutside({ period, servicedOn, anchorOn }: SubscriptionRow) {
  if (!servicedOn || servicedOn <= anchorOn) return undefined
  return !period || servicedOn >= addDays(period.dueOn, -askCardDays) ? servicedOn : undefined
}

async function announceRenewal(row: SubscriptionRow, renewsOn: LocalDate): Promise<void> {
  await update(row, { remindedFor: renewsOn })
  await happened({
    event: 'plan_renews',
    by: null,
    personId: row.customerId,
    data: { ...namesOf(row), renewsOn, price: describePlanPrice(row, linesCentsOf(row)) },
  })
}

async function lapse(row: SubscriptionRow): Promise<void> {
  const offer = row.period?.offer
  if (!(await endPeriod(row, { state: 'lapsed', reason: 'unanswered' })) || !offer) return
  await happened({
    event: 'plan_visit_lapsed',
    by: null,
    personId: row.customerId,
    data: { ...namesOf(row), date: offer.date, slot: offer.slot },
  })
}
