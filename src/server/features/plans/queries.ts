import { services } from '#server/adapters/services.ts'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { inOwnWords } from '#server/base/owner-spanish.ts'
import { siteAddress } from '#server/base/site-address.ts'
import { queryRow, queryRows } from '#server/database/database.ts'
import {
  bytesOfUuid,
  readSignedToken,
  readUuid,
  tokenSigner,
} from '#server/database/signed-token.ts'
import { NotFound } from '#server/http/errors.ts'
import { companiesOf, companyFor } from '#server/reads/companies.ts'
import type { memberLists, Member, OfficePlan, Subscription } from '#shared/contract/plans.ts'
import { addDays, type LocalDate } from '#shared/rules/calendar.ts'
import { type PriceChange, valueOn } from '#shared/rules/dated-values.ts'
import type { JobStatus } from '#shared/rules/jobs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import type { OdometerReading } from '#shared/rules/next-service.ts'
import { paths } from '#shared/rules/paths.ts'
import {
  describeInterval,
  describePlanConsent,
  describePlanPrice,
  type PlanTerms,
} from '#shared/contract/describe-plan.ts'
import {
  endReasons,
  type EndReason,
  nextDue,
  proposeDays,
  type PeriodReason,
  periodReasons,
  type PeriodState,
  type Schedule,
  type SubscriptionState,
} from '#shared/rules/plans.ts'
import type { Person } from '#shared/rules/roles.ts'
import { hasExpired } from '#shared/rules/saved-cards.ts'
import { type Slot, slotLabel } from '#shared/rules/slots.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { phrase, translate } from '#shared/texts/t.ts'

/** Terms with what their package and add-ons cost without the plan. */
type Priced = PlanTerms & {
  servicePackageId: string
  packageName: string
  addonIds: string[]
  baseCents: number
  priceChanges: readonly PriceChange[]
  addonsCents: number
}

const termsColumns = `v.service_package_id, sp.name as package_name, v.addon_ids, v.every_months, v.every_miles,
    v.kept_cents, v.percent, v.first_visits, v.first_percent, v.term_months, sp.base_price_cents as base_cents, sp.price_changes,
    (select coalesce(sum(a.price_cents), 0)::int from products a where a.id = any(v.addon_ids)) as addons_cents`

/** The price of a visit without the plan today, in cents before sales tax. */
export const linesCentsOf = ({ baseCents, priceChanges, addonsCents }: Priced): number =>
  valueOn(baseCents, priceChanges, businessToday()) + addonsCents

export type PlanRow = Priced & {
  id: string
  name: string
  description: string
  isActive: boolean
  version: number
  versionId: string
  versionNumber: number
  members: number
  olderMembers: number
}

const selectPlans = (where: string) => `select p.id, p.name, p.description, p.is_active, p.version,
    v.id as version_id, v.number as version_number, ${termsColumns},
    (select count(*)::int from subscriptions s join plan_versions o on o.id = s.plan_version_id
      where o.plan_id = p.id and s.ended_at is null) as members,
    (select count(*)::int from subscriptions s join plan_versions o on o.id = s.plan_version_id
      where o.plan_id = p.id and s.ended_at is null and o.id <> v.id) as older_members
  from plans p
    join lateral (select * from plan_versions o where o.plan_id = p.id order by o.number desc limit 1) v on true
    join service_packages sp on sp.id = v.service_package_id
  where ${where} order by not p.is_active, p.created_at, p.id`

const everyPlan = { name: 'plans', text: selectPlans('true') }
const planStatement = { name: 'plan', text: selectPlans('p.id = $1::uuid') }

export const allPlans = () => queryRows<PlanRow>(everyPlan)

/** A plan with its newest version. Throws NotFound. */
export async function planById(id: string): Promise<PlanRow> {
  const row = await queryRow<PlanRow>(planStatement, [id])
  if (!row) throw new NotFound(phrase('This plan no longer exists.'))
  return row
}

export function toOfficePlan(row: PlanRow): OfficePlan {
  const { keptCents, baseCents: _b, priceChanges: _c, addonsCents: _a, ...others } = row
  const { versionId: _v, ...rest } = others
  return {
    ...rest,
    packageName: inOwnWords(row.packageName),
    keptPrice: keptCents === null ? null : decimalFromCents(keptCents),
    interval: describeInterval(row),
    price: describePlanPrice(row, linesCentsOf(row)),
  }
}

/** A car on a plan, with everything its due dates and proposals depend on. */
export type SubscriptionRow = Priced & {
  id: string
  customerId: string
  customerName: string
  isErased: boolean
  isOnInvoice: boolean
  isCompany: boolean
  poNumber: string
  vehicleId: string
  vehicle: { year: string; make: string; model: string }
  /** Deleted, or another customer's. */
  isCarGone: boolean
  planId: string
  plan: string
  planVersionId: string
  /** The newer version they were told about, as JSON. */
  offered: (Priced & { id: string }) | null
  termFrom: LocalDate
  remindedFor: LocalDate | null
  state: SubscriptionState
  anchorOn: LocalDate
  passed: number
  notBefore: LocalDate
  nextNumber: number
  serviceAddress: string
  slot: Slot
  autoBook: boolean
  pausedUntil: LocalDate | null
  createdAt: Date
  endedAt: Date | null
  endReason: EndReason | null
  card: { id: string; brand: string; last4: string; expires: string | null } | null
  period: PeriodRow | null
  /** The last period that ended. */
  last: Pick<PeriodRow, 'id' | 'dueOn' | 'state' | 'reason'> | null
  odometer: OdometerReading[]
  /** Visits done or booked on the plan. */
  visits: number
  /** The car's next visit outside the plan, and its last service of any kind. */
  otherVisitOn: LocalDate | null
  servicedOn: LocalDate | null
}

type PeriodRow = {
  id: string
  number: number
  dueOn: LocalDate
  state: PeriodState
  reason: PeriodReason | null
  jobId: string | null
  visit: { date: LocalDate; slot: Slot; status: JobStatus; outcome: 'not_done' | null } | null
  /** The time held for it; the instant as the database's JSON has it. */
  offer: { id: string; date: LocalDate; slot: Slot; expiresAt: string } | null
}

const select = (
  where: string,
) => `select s.id, s.customer_id, trim(c.first_name || ' ' || c.last_name) as customer_name,
    c.anonymized_at is not null as is_erased, c.invoicing is not null as is_on_invoice,
    exists (select from companies k where k.account_id = c.id) as is_company, s.po_number, s.vehicle_id,
    json_build_object('year', car.year, 'make', car.make, 'model', car.model) as vehicle,
    car.deleted_at is not null or car.customer_id <> s.customer_id as is_car_gone,
    p.id as plan_id, p.name as plan, v.id as plan_version_id, ${termsColumns},
    offered.version as offered, s.term_from::text as term_from, s.reminded_for::text as reminded_for,
    s.state, s.anchor_on::text as anchor_on, s.passed, s.not_before::text as not_before, s.next_number,
    s.service_address, s.slot, s.auto_book, s.paused_until::text as paused_until, s.created_at, s.ended_at,
    s.end_reason, card.card, period.period,
    (select json_build_object('id', x.id, 'dueOn', x.due_on::text, 'state', x.state, 'reason', x.reason) from plan_periods x
      where x.subscription_id = s.id and x.state not in ('due', 'proposed', 'booked') order by x.number desc limit 1) as last,
    (select coalesce(json_agg(json_build_object('date', r.read_on::text, 'miles', r.miles)), '[]') from (
      select read_on, miles from odometer_readings where vehicle_id = s.vehicle_id
      order by read_on desc limit 60) r) as odometer,
    (select count(*)::int from plan_periods x where x.subscription_id = s.id and x.state in ('done', 'booked')) as visits,
    (select min(j.service_date)::text from jobs j where j.vehicle_id = s.vehicle_id
      and j.status in ('scheduled', 'assigned', 'in_progress')
      and not exists (select from plan_periods x where x.job_id = j.id)) as other_visit_on,
    (select max(j.service_date)::text from jobs j where j.vehicle_id = s.vehicle_id
      and j.status = 'completed') as serviced_on
  from subscriptions s
    join users c on c.id = s.customer_id
    join vehicles car on car.id = s.vehicle_id
    join plan_versions v on v.id = s.plan_version_id
    join plans p on p.id = v.plan_id
    join service_packages sp on sp.id = v.service_package_id
    left join lateral (
      select json_build_object('id', n.id, 'servicePackageId', n.service_package_id, 'packageName', np.name,
        'addonIds', n.addon_ids, 'everyMonths', n.every_months, 'everyMiles', n.every_miles, 'keptCents', n.kept_cents,
        'percent', n.percent, 'firstVisits', n.first_visits, 'firstPercent', n.first_percent, 'termMonths', n.term_months,
        'baseCents', np.base_price_cents, 'priceChanges', np.price_changes, 'addonsCents',
        (select coalesce(sum(a.price_cents), 0)::int from products a where a.id = any(n.addon_ids))) as version
      from plan_versions n join service_packages np on np.id = n.service_package_id
      where n.id = s.offered_version_id) offered on true
    left join lateral (
      select json_build_object('id', k.id, 'brand', k.brand, 'last4', k.last4, 'expires', k.expires) as card
      from payment_cards given join payment_cards k on k.user_id = s.customer_id and k.kept_at is not null
        and k.removed_at is null and (k.id = given.id or k.fingerprint = given.fingerprint)
      where given.id = s.card_id order by k.id = given.id desc, k.created_at desc limit 1) card on true
    left join lateral (
      select json_build_object('id', x.id, 'number', x.number, 'dueOn', x.due_on::text, 'state', x.state,
        'reason', x.reason, 'jobId', x.job_id, 'visit', case when j.id is not null then json_build_object(
          'date', j.service_date::text, 'slot', j.slot, 'status', j.status, 'outcome', j.outcome) end,
          'offer', (select json_build_object('id', o.id, 'date', o.service_date::text, 'slot', o.slot, 'expiresAt', o.expires_at)
            from waitlist_offers o where o.plan_period_id = x.id and o.ended_at is null)) as period
      from plan_periods x left join jobs j on j.id = x.job_id
      where x.subscription_id = s.id and x.state in ('due', 'proposed', 'booked')) period on true
  where ${where}`

const byId = { name: 'subscription', text: select('s.id = $1::uuid') }
const ofCustomer = {
  name: 'subscriptions-of-customer',
  text: `${select('s.customer_id = $1::uuid and s.ended_at is null')} order by s.created_at, s.id`,
}
const live = {
  name: 'live-subscriptions',
  text: `${select(`s.id > $1::uuid and (s.ended_at is null or exists (select from plan_periods x
    where x.subscription_id = s.id and x.state = 'booked'))`)} order by s.id limit $2::int`,
}
const listed = {
  name: 'listed-subscriptions',
  text: `${select('s.ended_at is null or s.ended_at > $1::timestamptz')} order by s.created_at, s.id limit $2::int`,
}

export const subscriptionById = (id: string) => queryRow<SubscriptionRow>(byId, [id])
export const subscriptionsOf = (customerId: string) =>
  queryRows<SubscriptionRow>(ofCustomer, [customerId])
/** Those that may need something, after an id. */
export const liveSubscriptions = (after: string, limit: number) =>
  queryRows<SubscriptionRow>(live, [after, limit])

/** A subscription of the caller or a company they manage, or any for the office. Throws NotFound. */
export async function loadSubscription(person: Person, id: string): Promise<SubscriptionRow> {
  const row = await subscriptionById(id)
  if (!row || !(await mayChange(person, row)))
    throw new NotFound(phrase('This plan no longer exists.'))
  return row
}

const mayChange = async (person: Person, { customerId, isCompany }: SubscriptionRow) =>
  person.role === 'admin' ||
  customerId === person.id ||
  (isCompany &&
    (await companiesOf(person)).some(
      ({ company, role }) => role === 'manager' && company.accountId === customerId,
    ))

/** The customer that a person acts for: themselves, or a company that they manage. Throws NotFound. */
export async function customerFor(person: Person, companyId?: string): Promise<Person> {
  if (companyId === undefined) return person
  const { company } = await companyFor(person, companyId, (role) => role === 'manager')
  return { id: company.accountId, role: 'customer', active: true }
}

export const scheduleOf = ({ anchorOn, passed, notBefore }: SubscriptionRow): Schedule => ({
  anchorOn,
  passed,
  notBefore,
})

/** When a subscription's next service is due, ignoring a period that is already open. */
export const dueOf = (row: SubscriptionRow) => nextDue(scheduleOf(row), row, row.odometer)

/** Whether visits are paid by card, so that one must be on file. */
export const paysByCard = ({ isOnInvoice }: Pick<SubscriptionRow, 'isOnInvoice'>): boolean =>
  services().cards !== undefined && !isOnInvoice

/** Whether a card is missing or will have expired on a business-local date. */
export const needsCard = (row: SubscriptionRow, on: LocalDate): boolean =>
  paysByCard(row) && (row.card === null || hasExpired(row.card.expires, on))

/** Whether an open period is close enough to propose a visit. */
export const proposesOn = ({ period }: SubscriptionRow): boolean =>
  period !== null && period.dueOn <= addDays(businessToday(), proposeDays)

const keyName = 'plan-visits'

/** The secret in a proposal's link, which answers it without a session. */
export async function planVisitToken(periodId: string): Promise<string> {
  return (await tokenSigner(keyName))(bytesOfUuid(periodId))
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const ofPeriod = {
  name: 'subscription-of-period',
  text: `select subscription_id as id, state, job_id from plan_periods where id = $1::uuid`,
}

/**
 * The subscription of a proposed visit, by its period's id for its customer and the office, or by the secret of the message's
 * link; `bySecret`: by that link. Throws the same NotFound for a missing one and another person's.
 */
export async function loadPlanVisit(person: Person | null, idOrSecret: string) {
  const bySecret = !uuid.test(idOrSecret)
  const bytes = bySecret ? await readSignedToken(keyName, idOrSecret) : undefined
  const periodId = bySecret ? bytes && readUuid(bytes).id : idOrSecret.toLowerCase()
  const found = periodId
    ? await queryRow<{ id: string; state: PeriodState; jobId: string | null }>(ofPeriod, [periodId])
    : undefined
  const row = found && (await subscriptionById(found.id))
  const isTheirs =
    bySecret || person?.role === 'admin' || (!person?.link && person?.id === row?.customerId)
  if (!periodId || !found || !row || !isTheirs)
    throw new NotFound(phrase('This visit does not exist, or is not yours.'))
  return { row, periodId, state: found.state, jobId: found.jobId, bySecret }
}

/** The absolute address of the car's page, where its plan is. */
export const linkOf = ({ vehicleId }: { vehicleId: string }): string =>
  siteAddress() + paths.vehicle(vehicleId)

export const namesOf = (row: SubscriptionRow) => ({
  subscriptionId: row.id,
  plan: inOwnWords(row.plan),
  vehicle: vehicleName(row.vehicle),
  link: linkOf(row),
})

export function toSubscription(row: SubscriptionRow): Subscription {
  const { period, state } = row
  const nextDueOn =
    state !== 'active' || period?.state === 'booked' ? null : (period?.dueOn ?? dueOf(row).dueOn)
  const visit = period?.visit
  return {
    id: row.id,
    planId: row.planId,
    plan: inOwnWords(row.plan),
    packageName: inOwnWords(row.packageName),
    interval: describeInterval(row),
    price: describePlanPrice(row, linesCentsOf(row)),
    vehicleId: row.vehicleId,
    vehicle: vehicleName(row.vehicle),
    state,
    nextDue: nextDueOn,
    pausedUntil: row.pausedUntil,
    autoBook: row.autoBook,
    card: row.card && { id: row.card.id, brand: row.card.brand, last4: row.card.last4 },
    needsCard: state !== 'ended' && needsCard(row, nextDueOn ?? businessToday()),
    serviceAddress: row.serviceAddress,
    time: slotLabel(row.slot),
    period: period && {
      id: period.id,
      number: period.number,
      dueOn: period.dueOn,
      state: period.state,
      reason: period.reason && translate(periodReasons[period.reason]),
      visit:
        visit && period.jobId
          ? { id: period.jobId, date: visit.date, time: slotLabel(visit.slot) }
          : null,
    },
    newTerms: state === 'ended' ? null : newTermsOf(row),
    mayPropose: missedOf(row, businessToday()) !== null,
    joinedAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}

/** Terms that the customer can agree to in place of theirs, in words. */
function newTermsOf(row: SubscriptionRow): Subscription['newTerms'] {
  const { offered, autoBook } = row
  if (!offered) return null
  const vehicle = vehicleName(row.vehicle)
  return {
    interval: describeInterval(offered),
    price: describePlanPrice(offered, linesCentsOf(offered)),
    terms: termsFor({ ...offered, plan: row.plan }, { vehicle, autoBook, byCard: paysByCard(row) }),
  }
}

type Terms = Pick<Priced, 'packageName'> & Parameters<typeof linesCentsOf>[0]

/** What a customer agrees to, in the current language. */
export const termsFor = (
  plan: Terms & ({ name: string } | { plan: string }),
  joined: { vehicle: string; autoBook: boolean; byCard: boolean },
): string =>
  describePlanConsent({
    terms: plan,
    linesCents: linesCentsOf(plan),
    plan: inOwnWords('name' in plan ? plan.name : plan.plan),
    packageName: inOwnWords(plan.packageName),
    brand: currentSettings().brandName,
    ...joined,
  })

const missedShownDays = 60

/** The last service if it did not take place and was not skipped. */
export function missedOf(
  { last, state, period }: SubscriptionRow,
  today: LocalDate,
): Member['missed'] {
  if (!last || period || state !== 'active' || (last.state !== 'lapsed' && last.state !== 'missed'))
    return null
  if (addDays(last.dueOn, missedShownDays) < today) return null
  return { ...last, reason: last.reason ? translate(periodReasons[last.reason]) : '' }
}

const endedShownMs = 180 * 86_400_000
const mostMembers = 500

/** All subscriptions, and those that ended within half a year. */
export const everySubscription = () =>
  queryRows<SubscriptionRow>(listed, [new Date(now().getTime() - endedShownMs), 10_000])

/** Members for the office, those due first; ended ones of the last half year last. */
export async function members(
  list: (typeof memberLists)[number] = 'all',
  most = mostMembers,
): Promise<Member[]> {
  const rows = await everySubscription()
  const today = businessToday()
  const all = rows.map((row) => ({
    row,
    member: {
      ...toSubscription(row),
      customer: { id: row.customerId, name: row.customerName },
      endReason: row.endReason && translate(endReasons[row.endReason]),
      missed: missedOf(row, today),
    },
  }))
  const isIn = ({ row, member }: (typeof all)[number]): boolean => {
    switch (list) {
      case 'active':
      case 'paused':
      case 'ended':
        return row.state === list
      case 'due':
        return member.nextDue !== null && member.nextDue.slice(0, 7) <= today.slice(0, 7)
      case 'attention':
        return row.period?.state === 'due' ? row.period.reason !== null : member.missed !== null
      default:
        return true
    }
  }
  const key = ({ member }: (typeof all)[number]) =>
    `${member.state === 'ended' ? 2 : member.state === 'paused' ? 1 : 0}${member.nextDue ?? '9'}`
  return all
    .filter(isIn)
    .toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
    .slice(0, most)
    .map(({ member }) => member)
}
