import { eq, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { plans, planVersions } from '#server/database/tables/plans.ts'
import { happened } from '#server/events/happened.ts'
import { offersNow } from '#server/features/booking/queries/booking-facts.ts'
import { recordChange } from '#server/features/catalog/actions/record-catalog-change.ts'
import { changeConflict } from '#server/features/catalog/queries.ts'
import { Invalid } from '#server/http/errors.ts'
import { isStale } from '#server/http/versions.ts'
import type { PlanChange, PlanForm } from '#shared/contract/plans.ts'
import { changesBetween } from '#shared/rules/catalog.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { planById, type PlanRow, toOfficePlan } from '../queries.ts'

type Terms = Pick<
  PlanRow,
  | 'servicePackageId'
  | 'addonIds'
  | 'everyMonths'
  | 'everyMiles'
  | 'keptCents'
  | 'percent'
  | 'firstVisits'
  | 'firstPercent'
  | 'termMonths'
>

/** Adds a plan; returns its id. Throws Invalid for a package or add-on that is not on offer. */
export function addPlan(person: Person, form: PlanForm): Promise<string> {
  const { name, description = '', isActive = true, keptPrice = null } = form
  const terms: Terms = {
    servicePackageId: form.servicePackageId,
    addonIds: form.addonIds ?? [],
    everyMonths: form.everyMonths,
    everyMiles: form.everyMiles ?? null,
    keptCents: centsOf(keptPrice),
    percent: form.percent ?? null,
    firstVisits: form.firstVisits ?? 0,
    firstPercent: form.firstPercent ?? 0,
    termMonths: form.termMonths ?? null,
  }
  return transaction(async () => {
    await assertOffered(terms)
    const [plan] = await db()
      .insert(plans)
      .values({ name, description, isActive, createdAt: now() })
      .returning({ id: plans.id })
    if (!plan) throw new Error('The plan was not stored.')
    await addVersion(plan.id, 1, terms)
    await recordPlan(person, await planById(plan.id))
    return plan.id
  })
}

/**
 * Changes the given fields; changed terms become a new version. Throws NotFound, Conflict when the version has changed,
 * Invalid as adding does.
 */
export async function changePlan(
  person: Person,
  id: string,
  { version, keptPrice, ...change }: PlanChange & { version: number | undefined },
): Promise<void> {
  await transaction(async () => {
    await db().select({ id: plans.id }).from(plans).where(eq(plans.id, id)).for('update')
    const before = await planById(id)
    if (isStale(version, before)) throw await changeConflict(id, toOfficePlan(before))
    const { name = before.name, description = before.description } = change
    const { isActive = before.isActive } = change
    const after: Terms = {
      ...termsOf(before),
      ...withoutUndefined(change),
      ...(keptPrice !== undefined && { keptCents: centsOf(keptPrice) }),
      // A percentage and a kept price replace each other.
      ...(keptPrice && { percent: null }),
      ...(change.percent && { keptCents: null }),
    }
    if (after.firstVisits > 0 && after.firstPercent === 0)
      throw Invalid.at('firstPercent', phrase('Please enter a whole number from 1 to 100'))
    if (JSON.stringify(termsOf(before)) !== JSON.stringify(termsOf(after))) {
      await assertOffered(after)
      await addVersion(id, before.versionNumber + 1, after)
    }
    await db()
      .update(plans)
      .set({ name, description, isActive, version: sql`${plans.version} + 1` })
      .where(eq(plans.id, id))
    await recordPlan(person, await planById(id), before)
  })
}

const centsOf = (dollars: string | number | null) =>
  dollars === null ? null : (centsFromDecimal(dollars) ?? null)

const withoutUndefined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }

const termsOf = (terms: Terms): Terms => ({
  servicePackageId: terms.servicePackageId,
  addonIds: terms.addonIds,
  everyMonths: terms.everyMonths,
  everyMiles: terms.everyMiles,
  keptCents: terms.keptCents,
  percent: terms.percent,
  firstVisits: terms.firstVisits,
  firstPercent: terms.firstPercent,
  termMonths: terms.termMonths,
})

const addVersion = (planId: string, number: number, terms: Terms) =>
  db()
    .insert(planVersions)
    .values({ ...termsOf(terms), planId, number, createdAt: now() })

async function assertOffered({ servicePackageId, addonIds }: Terms): Promise<void> {
  const offers = await offersNow(addonIds)
  if (!offers.packages.some(({ id }) => id === servicePackageId))
    throw Invalid.at(
      'servicePackageId',
      phrase('This service package is no longer offered. Please choose another one.'),
    )
  if (addonIds.some((wanted) => !offers.addons.some(({ id }) => id === wanted)))
    throw Invalid.at(
      'addonIds',
      phrase('An add-on you chose is no longer offered. Please choose again.'),
    )
}

/** Records what changed and publishes it. */
async function recordPlan(person: Person, plan: PlanRow, before?: PlanRow): Promise<void> {
  const changes = changesBetween(before ? factsOf(before) : {}, factsOf(plan))
  if (changes.length === 0) return
  await recordChange(plan.id, { by: person.id, changes })
  await happened({
    event: 'plan_changed',
    by: person.id,
    data: { planId: plan.id, name: plan.name, what: before ? 'changed' : 'added', changes },
  })
}

const factsOf = (plan: PlanRow) => ({
  name: plan.name,
  description: plan.description,
  isActive: plan.isActive,
  packages: [plan.packageName],
  addons: plan.addonIds.length === 0 ? null : plan.addonIds.length,
  everyMonths: plan.everyMonths,
  everyMiles: plan.everyMiles,
  keptPrice: plan.keptCents === null ? null : decimalFromCents(plan.keptCents),
  percent: plan.percent,
  firstVisits: plan.firstVisits,
  firstPercent: plan.firstPercent,
  termMonths: plan.termMonths,
})
