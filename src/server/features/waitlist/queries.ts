import { now } from '#server/base/clock.ts'
import { queryRow, queryRows } from '#server/database/database.ts'
import {
  bytesOfUuid,
  readSignedToken,
  readUuid,
  tokenSigner,
} from '#server/database/signed-token.ts'
import { inOwnWords } from '#server/base/owner-spanish.ts'
import { quoteVisit } from '#server/features/booking/queries/quote-visit.ts'
import { AppError, NotFound } from '#server/http/errors.ts'
import type {
  OfficeWaitlistEntry,
  WaitlistEntry,
  WaitlistOffer,
} from '#shared/contract/waitlist.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import type { JobStatus } from '#shared/rules/jobs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import type { Person } from '#shared/rules/roles.ts'
import { type Slot, slotLabel } from '#shared/rules/slots.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import type { EntryOutcome, OfferOutcome } from '#shared/rules/waitlist.ts'
import { phrase } from '#shared/texts/t.ts'

/** An offer in the database's JSON. */
export type OfferRow = {
  id: string
  date: LocalDate
  slot: Slot
  expiresAt: string
  visitStartsAt: string | null
  endedAt: string | null
  outcome: OfferOutcome | null
}

export type EntryRow = {
  id: string
  customerId: string
  customerName: string
  jobId: string | null
  vehicleId: string
  vehicle: { year: string; make: string; model: string }
  isCarDeleted: boolean
  servicePackageId: string | null
  from: LocalDate
  to: LocalDate
  slots: Slot[]
  serviceAddress: string
  position: number
  createdAt: Date
  endedAt: Date | null
  outcome: EntryOutcome | null
  visit: {
    date: LocalDate
    slot: Slot
    startsAt: string
    status: JobStatus
    packageName: string
  } | null
  /** Newest first. */
  offers: OfferRow[]
}

const select = (where: string) => `select e.id, e.customer_id,
    coalesce(nullif(j.contact_name, ''), trim(c.first_name || ' ' || c.last_name)) as customer_name, e.job_id,
    coalesce(j.vehicle_id, e.vehicle_id) as vehicle_id,
    json_build_object('year', v.year, 'make', v.make, 'model', v.model) as vehicle,
    v.deleted_at is not null as is_car_deleted,
    e.service_package_id, e.from_date::text as from, e.to_date::text as to, e.slots,
    coalesce(j.service_address, e.service_address) as service_address, e.position, e.created_at,
    e.ended_at, e.outcome,
    case when j.id is not null then json_build_object('date', j.service_date::text, 'slot', j.slot,
      'startsAt', j.starts_at, 'status', j.status, 'packageName', p.name) end as visit,
    (select coalesce(json_agg(json_build_object('id', o.id, 'date', o.service_date::text, 'slot', o.slot,
        'expiresAt', o.expires_at, 'visitStartsAt', o.visit_starts_at, 'endedAt', o.ended_at,
        'outcome', o.outcome) order by o.created_at desc), '[]')
      from waitlist_offers o where o.entry_id = e.id) as offers
  from waitlist_entries e join users c on c.id = e.customer_id
    left join jobs j on j.id = e.job_id
    left join service_packages p on p.id = j.service_package_id
    join vehicles v on v.id = coalesce(j.vehicle_id, e.vehicle_id)
  where ${where}`

const byId = { name: 'waitlist-entry', text: select('e.id = $1::uuid') }
const byIds = { name: 'waitlist-entries', text: select('e.id = any($1::uuid[])') }
const byOffer = {
  name: 'waitlist-entry-of-offer',
  text: select('e.id = (select entry_id from waitlist_offers where id = $1::uuid)'),
}
const ofCustomer = {
  name: 'waitlist-of-customer',
  text: select('e.customer_id = $1::uuid and e.ended_at is null') + ' order by e.created_at',
}
const open = {
  name: 'waitlist-open',
  text: select('e.ended_at is null') + ' order by e.position, e.id limit 200',
}
const recent = {
  name: 'waitlist-recent',
  text: select('e.ended_at > $1::timestamptz') + ' order by e.ended_at desc, e.id limit 200',
}

/** Open entries in order, at most 200. */
export const openEntries = () => queryRows<EntryRow>(open)

/** Entries in any state. */
export const entriesById = (ids: readonly string[]) => queryRows<EntryRow>(byIds, [[...ids]])

export const entryById = (id: string) => queryRow<EntryRow>(byId, [id])

/** Customers may answer for themselves, guests for their link's visit, the office for everyone. */
const mayAnswer = ({ id, role, link }: Person, entry: EntryRow): boolean =>
  role === 'admin' ||
  (role === 'customer' && entry.customerId === id && (!link || link.jobId === entry.jobId))

/** A person's entry. Throws NotFound. */
export async function loadEntry(person: Person, id: string): Promise<EntryRow> {
  const entry = await entryById(id)
  if (!entry || !mayAnswer(person, entry))
    throw new NotFound(phrase('This is no longer on the waitlist.'))
  return entry
}

/** The time an entry currently holds. */
export const heldBy = ({ offers }: EntryRow): OfferRow | undefined =>
  offers.find((offer) => stateOf(offer) === 'open')

/** Whether the visit was moved since the offer was made. */
export const hasMoved = ({ visit }: EntryRow, { visitStartsAt }: OfferRow) =>
  visit && new Date(visit.startsAt).getTime() !== new Date(visitStartsAt ?? 0).getTime()

/** An offer past its deadline has expired even if no task has ended it. */
export const stateOf = ({ outcome, expiresAt }: OfferRow): OfferOutcome | 'open' =>
  outcome ?? (new Date(expiresAt) <= now() ? 'expired' : 'open')

const keyName = 'waitlist-offers'

/** The secret in a message's link, which gives access to the offer without a session. */
export async function offerToken(offerId: string): Promise<string> {
  return (await tokenSigner(keyName))(bytesOfUuid(offerId))
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** `bySecret`: the request used the message's link. */
type Asked = { entry: EntryRow; offer: OfferRow; bySecret: boolean }

/** The offer with that id, or of a message's link. Throws the same NotFound for a missing offer and another person's. */
export async function loadOffer(person: Person | null, idOrSecret: string): Promise<Asked> {
  const bySecret = !uuid.test(idOrSecret)
  const bytes = bySecret ? await readSignedToken(keyName, idOrSecret) : undefined
  const id = bySecret ? bytes && readUuid(bytes).id : idOrSecret.toLowerCase()
  const entry = id ? await queryRow<EntryRow>(byOffer, [id]) : undefined
  const offer = entry?.offers.find((one) => one.id === id)
  if (!entry || !offer || (!bySecret && !(person && mayAnswer(person, entry))))
    throw new NotFound(phrase('This offer does not exist, or is not yours.'))
  return { entry, offer, bySecret }
}

const heldForAnother = {
  name: 'waitlist-offer-of-another',
  text: `select 1 from waitlist_offers o join waitlist_entries e on e.id = o.entry_id
    where o.id = $1::uuid and o.ended_at is null and o.expires_at > $2::timestamptz
      and e.customer_id <> $3::uuid and exists (select from waitlist_entries mine
        where mine.customer_id = $3::uuid and mine.ended_at is null)`,
}

/** Whether this is an open offer to another customer while the person is on the waitlist too. */
export const isHeldForAnother = async (
  { id, role }: Person,
  idOrSecret: string,
): Promise<boolean> =>
  role === 'customer' &&
  uuid.test(idOrSecret) &&
  (await queryRow(heldForAnother, [idOrSecret.toLowerCase(), now(), id])) !== undefined

/** The offer in the contract's shape, for its customer. */
export async function toOffer(entry: EntryRow, offer: OfferRow): Promise<WaitlistOffer> {
  const { visit, jobId } = entry
  const state = stateOf(offer)
  // Without a price if it can no longer be booked; accepting explains why.
  const quote =
    visit || state !== 'open'
      ? undefined
      : await quoteVisit(entry, offer).catch((error: unknown) => {
          if (error instanceof AppError) return undefined
          throw error
        })
  return {
    id: offer.id,
    date: offer.date,
    time: slotLabel(offer.slot),
    expiresAt: new Date(offer.expiresAt).toISOString(),
    state,
    visit: visit && jobId ? { id: jobId, date: visit.date, time: slotLabel(visit.slot) } : null,
    vehicle: vehicleName(entry.vehicle),
    packageName: visit ? inOwnWords(visit.packageName) : (quote?.packageName ?? ''),
    price: quote ? decimalFromCents(quote.priceCents) : null,
    serviceAddress: entry.serviceAddress,
  }
}

const wire = (entry: EntryRow) => ({
  id: entry.id,
  jobId: entry.jobId,
  vehicleId: entry.vehicleId,
  vehicle: vehicleName(entry.vehicle),
  from: entry.from,
  to: entry.to,
  times: entry.slots.map(slotLabel),
  serviceAddress: entry.serviceAddress,
  createdAt: entry.createdAt.toISOString(),
})

export async function toEntry(entry: EntryRow): Promise<WaitlistEntry> {
  const held = heldBy(entry)
  return { ...wire(entry), offer: held ? await toOffer(entry, held) : null }
}

/** A customer's open entries, or a guest's for their visit. */
export async function ownEntries(person: Person): Promise<WaitlistEntry[]> {
  const entries = await queryRows<EntryRow>(ofCustomer, [person.id])
  return Promise.all(entries.filter((entry) => mayAnswer(person, entry)).map(toEntry))
}

const shownForMs = 14 * 24 * 3_600_000

/** Open entries in order, then ended ones, newest first. */
export async function officeWaitlist(): Promise<OfficeWaitlistEntry[]> {
  const since = new Date(now().getTime() - shownForMs)
  const entries = [...(await openEntries()), ...(await queryRows<EntryRow>(recent, [since]))]
  return entries.map((entry) => ({
    ...wire(entry),
    customer: { id: entry.customerId, name: entry.customerName },
    visit: entry.visit && { date: entry.visit.date, time: slotLabel(entry.visit.slot) },
    outcome: entry.outcome,
    endedAt: entry.endedAt?.toISOString() ?? null,
    offers: entry.offers.map((offer) => ({
      id: offer.id,
      date: offer.date,
      time: slotLabel(offer.slot),
      expiresAt: new Date(offer.expiresAt).toISOString(),
      state: stateOf(offer),
    })),
  }))
}
