import { createHash } from 'node:crypto'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { inOwnWords } from '#server/base/owner-spanish.ts'
import { db, queryRow, transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { planConsents, subscriptions } from '#server/database/tables/plans.ts'
import { happened } from '#server/events/happened.ts'
import { detailsNeeded } from '#server/features/booking/actions/require-contact-details.ts'
import { bookingFacts } from '#server/features/booking/queries/booking-facts.ts'
import { loadSavedCard } from '#server/features/payments/queries/saved-cards.ts'
import { locateAddress } from '#server/features/service-area/queries.ts'
import { vehicleFor } from '#server/features/vehicles/queries.ts'
import { Conflict, Invalid, NotFound } from '#server/http/errors.ts'
import { assertCompanyAllows, companyOfAccount } from '#server/reads/companies.ts'
import type { JoinForm, OfferedPlan } from '#shared/contract/plans.ts'
import { missingDetails } from '#shared/rules/contact-details.ts'
import { noOilPhrase } from '#shared/rules/oil.ts'
import { hasNoEngineOil, packageFits } from '#shared/rules/packages.ts'
import { describeInterval, describePlanPrice } from '#shared/contract/describe-plan.ts'
import type { ConsentKind } from '#shared/rules/plans.ts'
import type { Person } from '#shared/rules/roles.ts'
import { hasExpired } from '#shared/rules/saved-cards.ts'
import { type Slot, slotLabel, slotOf } from '#shared/rules/slots.ts'
import { slotsOfDay } from '#shared/rules/slot-times.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { phrase } from '#shared/texts/t.ts'
import {
  allPlans,
  customerFor,
  linesCentsOf,
  namesOf,
  paysByCard,
  planById,
  type PlanRow,
  subscriptionById,
  type SubscriptionRow,
  termsFor,
} from '../queries.ts'

const invoiced = {
  name: 'is-on-invoice',
  text: 'select invoicing is not null as is_on_invoice from users where id = $1::uuid',
}
const lastVisit = {
  name: 'last-visit-of-car',
  text: `select service_address, slot from jobs where vehicle_id = $1::uuid and customer_id = $2::uuid
      and status <> 'cancelled' and slot > 0 and service_address <> ''
    order by service_date desc limit 1`,
}

const usualOf = (customerId: string, vehicleId: string) =>
  queryRow<{ serviceAddress: string; slot: Slot }>(lastVisit, [vehicleId, customerId])

/** The plans a customer can join with a car, with their terms word for word. Throws NotFound for another's car. */
export async function plansFor(
  caller: Person,
  { vehicleId, companyId }: { vehicleId: string; companyId?: string | undefined },
): Promise<OfferedPlan[]> {
  const person = await customerFor(caller, companyId)
  const vehicle = vehicleName(await vehicleFor(person, vehicleId))
  const facts = await bookingFacts({ customerId: person.id, vehicleIds: [vehicleId], addonIds: [] })
  const car = facts?.cars.find(({ id }) => id === vehicleId)
  if (!facts || !car || hasNoEngineOil(car)) return []
  const byCard = await joinsByCard(person.id)
  const usual = await usualOf(person.id, vehicleId)
  const fitting = new Set(facts.packages.filter((one) => packageFits(car, one)).map(({ id }) => id))
  const { allowedPackageIds: allowed = [] } = (await companyOfAccount(person.id)) ?? {}
  const isOffered = ({ isActive, servicePackageId: id }: PlanRow) =>
    isActive && fitting.has(id) && (allowed.length === 0 || allowed.includes(id))
  return (await allPlans()).filter(isOffered).map((plan) => ({
    id: plan.id,
    name: inOwnWords(plan.name),
    description: inOwnWords(plan.description),
    packageName: inOwnWords(plan.packageName),
    interval: describeInterval(plan),
    price: describePlanPrice(plan, linesCentsOf(plan)),
    terms: termsFor(plan, { vehicle, autoBook: false, byCard }),
    autoTerms: termsFor(plan, { vehicle, autoBook: true, byCard }),
    serviceAddress: usual?.serviceAddress ?? '',
    time: usual ? slotLabel(usual.slot) : null,
  }))
}

const joinsByCard = async (customerId: string) =>
  paysByCard(
    (await queryRow<{ isOnInvoice: boolean }>(invoiced, [customerId])) ?? { isOnInvoice: false },
  )

/**
 * Puts a car on a plan and stores the terms word for word. Throws NotFound, Invalid with the field, and Conflict for what a company's
 * rules refuse and with `details.reason` `joined` if the car is on a plan and `terms` if the terms differ from those shown.
 */
export async function joinPlan(
  caller: Person,
  form: JoinForm,
  network: string,
): Promise<SubscriptionRow> {
  const { vehicleId, companyId, poNumber = '' } = form
  const person = await customerFor(caller, companyId)
  // No one reads a company's messages, so its visits are not proposed.
  const autoBook = companyId !== undefined || (form.autoBook ?? false)
  const car = await vehicleFor(person, vehicleId)
  const plan = await planById(form.planId)
  await assertFits(person, vehicleId, plan)
  const company = companyId === undefined ? undefined : await companyOfAccount(person.id)
  if (company) {
    const { servicePackageId } = plan
    assertCompanyAllows(company, { poNumber, servicePackageId }, false)
  }
  const { cardId } = form
  if (cardId && hasExpired((await loadSavedCard(person.id, cardId)).expires, businessToday()))
    throw Invalid.at('cardId', phrase('This card has expired. Please choose another one.'))
  const usual = await usualOf(person.id, vehicleId)
  const serviceAddress = await usualAddress(form.serviceAddress ?? usual?.serviceAddress)
  const slot = form.time ? slotOf(form.time) : (usual?.slot ?? firstSlot())
  const today = businessToday()
  const lastServiceOn = form.lastServiceOn ?? car.lastServiceDate
  if (lastServiceOn && lastServiceOn > today)
    throw Invalid.at('lastServiceOn', phrase('Please enter a day that has passed.'))
  const byCard = await joinsByCard(person.id)
  const terms = termsFor(plan, { vehicle: vehicleName(car), autoBook, byCard })
  if (form.seenTerms !== undefined && form.seenTerms !== terms)
    throw new Conflict(phrase('The terms have just changed. Please read them again.'), {
      reason: 'terms',
      terms,
    })
  try {
    return await transaction(async () => {
      const [row] = await db()
        .insert(subscriptions)
        .values({
          customerId: person.id,
          vehicleId,
          planVersionId: plan.versionId,
          anchorOn: lastServiceOn ?? today,
          passed: lastServiceOn ? 0 : -1,
          notBefore: today,
          serviceAddress,
          slot,
          poNumber,
          cardId: cardId ?? null,
          autoBook,
          termFrom: today,
          createdAt: now(),
        })
        .returning({ id: subscriptions.id })
      const joined = row && (await subscriptionById(row.id))
      if (!joined) throw new Error('The subscription was not stored.')
      await storeConsent(joined.id, { kind: 'joined', words: terms, network })
      await happened({
        event: 'subscription_changed',
        by: caller.id,
        personId: person.id,
        data: { ...namesOf(joined), what: 'joined', terms },
      })
      return joined
    })
  } catch (error) {
    if (isUniqueViolation(error, 'subscriptions_car'))
      throw new Conflict(phrase('This car is on a plan already.'), { reason: 'joined' })
    throw error
  }
}

/** Stores what a customer agreed to, in the current transaction. */
export const storeConsent = (
  subscriptionId: string,
  { kind, words, network }: { kind: ConsentKind; words: string; network: string },
) =>
  db()
    .insert(planConsents)
    .values({
      subscriptionId,
      kind,
      words,
      hash: createHash('sha256').update(words).digest('hex'),
      network,
      createdAt: now(),
    })

async function assertFits(person: Person, vehicleId: string, plan: PlanRow): Promise<void> {
  const { addonIds } = plan
  const facts = await bookingFacts({ customerId: person.id, vehicleIds: [vehicleId], addonIds })
  const car = facts?.cars.find(({ id }) => id === vehicleId)
  if (!facts || !car) throw new NotFound(phrase('Vehicle not found.'))
  if (hasNoEngineOil(car)) throw Invalid.at('vehicleId', noOilPhrase(car))
  const offer = facts.packages.find(({ id }) => id === plan.servicePackageId)
  if (!plan.isActive || !offer)
    throw Invalid.at('planId', phrase('This plan is no longer offered. Please choose another one.'))
  if (!packageFits(car, offer))
    throw Invalid.at('planId', phrase('This plan’s package does not fit your car.'))
  const missing = facts.customer.isCompany ? [] : missingDetails(facts.customer)
  if (missing.length > 0) throw detailsNeeded(missing)
}

/** An address that exists and is inside the service area, in the form it is stored. */
export async function usualAddress(given: string | undefined): Promise<string> {
  if (!given) throw Invalid.at('serviceAddress', phrase('Please enter service address'))
  const { serviceAddress, answer } = await locateAddress(given, 'serviceAddress')
  if (answer === 'outside')
    throw Invalid.at(
      'serviceAddress',
      phrase('This address is outside our usual area. Please request a time instead.'),
    )
  return serviceAddress
}

const firstSlot = (): Slot => {
  const [first] = slotsOfDay(businessToday(), currentSettings())
  if (first === undefined) throw new Error('No times are offered.')
  return first
}
