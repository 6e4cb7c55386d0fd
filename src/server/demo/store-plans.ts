import { createHash } from 'node:crypto'
import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { servicePackages } from '#server/database/tables/catalog.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import {
  planConsents,
  planPeriods,
  plans,
  planVersions,
  subscriptions,
} from '#server/database/tables/plans.ts'
import { addDays, type LocalDate } from '#shared/rules/calendar.ts'
import type { PlannedJob } from './plan-jobs.ts'
import type { Household, People } from './plan-people.ts'
import { seededRandom } from './random.ts'

type NewSubscription = typeof subscriptions.$inferInsert

const dayMs = 86_400_000

/**
 * Two plans and their members: one of the demo customer's cars is booked, one due soon, one can join; others are active,
 * due without a card, paused and ended.
 */
export async function storePlans(
  { main, households }: People,
  planned: readonly PlannedJob[],
  { today, now }: { today: LocalDate; now: Date },
): Promise<void> {
  const random = seededRandom(21)
  const [care, , easy] = await storeOffers(now)
  if (!care || !easy) return
  const cards = await keptCards(now)
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  const visitsOf = (carId: string, isDone: boolean) =>
    planned
      .filter(({ job, visit }) => job.vehicleId === carId && visit.status !== 'cancelled')
      .filter(({ visit }) => (visit.status === 'completed') === isDone)
      .map(({ job }) => job)
      .toSorted((a, b) => (a.serviceDate < b.serviceDate ? -1 : 1))
  const join = (
    { user, address }: Household,
    carId: string,
    more: Partial<NewSubscription> = {},
  ): NewSubscription[] => {
    const last = visitsOf(carId, true).at(-1)
    if (!last) return []
    const { serviceDate, slot } = last
    return [
      {
        id: random.uuid(),
        customerId: user.id,
        vehicleId: carId,
        planVersionId: care,
        anchorOn: serviceDate,
        notBefore: serviceDate,
        termFrom: serviceDate,
        serviceAddress: address,
        slot,
        cardId: cards.get(user.id) ?? null,
        createdAt: ago(random.whole(20, 150)),
        ...more,
      },
    ]
  }
  const [, truck, crossover] = main.cars.map(({ id }) => id)
  const booked = truck ? join(main, truck, { planVersionId: easy, nextNumber: 2 }) : []
  const due = crossover ? join(main, crossover, { nextNumber: 2 }) : []
  const others = households
    .filter(({ fleet, cars }) => !fleet && cars[0]?.oilType === 'full_synthetic')
    .filter(({ cars: [car] }) => car && visitsOf(car.id, false).length === 0)
    .flatMap((household, at) =>
      join(household, household.cars[0]?.id ?? '', {
        ...(at === 1 && { autoBook: true }),
        ...(at === 2 && { cardId: null, nextNumber: 2 }),
        ...(at === 3 && { state: 'paused', pausedUntil: addDays(today, 40) }),
        ...(at === 4 && { state: 'ended', endedAt: ago(12), endReason: 'sold_car' }),
        ...(at === 5 && { state: 'ended', endedAt: ago(33), endReason: 'moved_away' }),
      }),
    )
    .slice(0, 8)
  const rows = [...booked, ...due, ...others]
  await db().insert(subscriptions).values(rows)
  await db()
    .insert(planConsents)
    .values(rows.map(({ id, createdAt }) => consentOf(id ?? '', createdAt ?? now)))
  const ahead = truck ? visitsOf(truck, false).at(-1) : undefined
  await db()
    .insert(planPeriods)
    .values([
      ...(ahead ? booked : []).map(({ id }) => ({
        subscriptionId: id ?? '',
        number: 1,
        dueOn: ahead?.serviceDate ?? today,
        state: 'booked' as const,
        jobId: ahead?.id ?? null,
      })),
      ...[...due, ...others.slice(2, 3)].map(({ id }) => ({
        subscriptionId: id ?? '',
        number: 1,
        dueOn: addDays(today, 12),
      })),
    ])
}

/** The ids of both plans' versions. */
async function storeOffers(now: Date): Promise<string[]> {
  const packages = await db()
    .select()
    .from(servicePackages)
    .where(and(eq(servicePackages.isActive, true), eq(servicePackages.oilType, 'full_synthetic')))
    .orderBy(servicePackages.basePriceCents)
  const [oil] = packages
  if (!oil) return []
  const offers = [
    {
      name: 'Care plan',
      description: 'For everyday cars: fresh oil on time, at 10% less.',
      terms: { everyMonths: 6, everyMiles: 5000, percent: 10 },
    },
    {
      name: 'Long-distance plan',
      description: 'For cars that drive a lot: every 3 months at a fixed price.',
      terms: { everyMonths: 3, everyMiles: 5000, keptCents: 7900 },
    },
    {
      name: 'Easy plan',
      description: 'No need to remember the next oil change. No discount, no commitment.',
      terms: { everyMonths: 4 },
    },
  ]
  const ids: string[] = []
  for (const { name, description, terms } of offers) {
    const [plan] = await db()
      .insert(plans)
      .values({ name, description, createdAt: now })
      .returning()
    const [version] = plan
      ? await db()
          .insert(planVersions)
          .values({
            ...terms,
            planId: plan.id,
            number: 1,
            servicePackageId: oil.id,
            createdAt: now,
          })
          .returning()
      : []
    if (version) ids.push(version.id)
  }
  return ids
}

/** Customer id → a saved card that is valid. */
async function keptCards(now: Date): Promise<Map<string, string>> {
  const rows = await db()
    .select({ id: paymentCards.id, userId: paymentCards.userId })
    .from(paymentCards)
    .where(and(isNotNull(paymentCards.keptAt), lt(paymentCards.createdAt, now)))
  return new Map(rows.map(({ id, userId }) => [userId, id]))
}

const words =
  'Care plan for your car: a full synthetic oil change every 6 months or 5,000 miles, whichever comes first. The plan continues until you cancel it. You can skip a visit, pause or cancel online at any time.'

const consentOf = (subscriptionId: string, createdAt: Date) => ({
  subscriptionId,
  kind: 'joined' as const,
  words,
  hash: createHash('sha256').update(words).digest('hex'),
  network: '192.0.2.10',
  createdAt,
})
