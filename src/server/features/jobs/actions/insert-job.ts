import { wordsOfBooking } from '#shared/contract/describe-approval.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { inOwnWords } from '#server/base/owner-spanish.ts'
import { queryRow } from '#server/database/database.ts'
import { statement, withCamelKeys } from '#server/database/statement.ts'
import { publishSoon } from '#server/events/live-updates.ts'
import type { ActionKey } from '#server/http/idempotency.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { EventName } from '#shared/rules/events.ts'
import type { FeePolicy } from '#shared/rules/fee-policy.ts'
import type { Person } from '#shared/rules/roles.ts'
import { type LineSource, type SourcedLine, totalsOf } from '#shared/rules/lines.ts'
import { type TaxMode, withSalesTax } from '#shared/rules/sales-tax.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { freeSeat, type Wanted } from '../queries/free-seat.ts'
import type { Placing } from './place-on-road.ts'
import { lineColumns, rowsOfLines } from './write-lines.ts'
import { bookingHappening } from './claim-unannounced-bookings.ts'
import { approvalRow } from '#server/reads/approvals.ts'
import { instantColumns, type JobRow, selectJobs, toJob } from '#server/reads/job-row.ts'
import { notifyOfBookingsSoon } from '../tasks.ts'

export type NewJob = Wanted &
  Placing & {
    customerId: string
    vehicleId: string
    servicePackageId: string
    /** Of its package and add-ons. */
    lines: readonly SourcedLine[]
    /** Sales tax in basis points, null for none, and what it applies to. */
    taxRateBp: number | null
    taxMode: TaxMode
    startsAt: Date
    serviceAddress: string
    /** The address's coordinates, if known. */
    coordinates: Coordinates | undefined
    /** Outside the service area: no seat is taken and no technician assigned until the office confirms. */
    needsConfirmation: boolean
    /** The contact person at the vehicle, if not the customer; empty otherwise. */
    contactName: string
    contactPhone: string
    accessNotes: string
    customerNotes: string
    poNumber: string
    /** The limits from `capsOf`; undefined for the office. */
    caps: string | undefined
    /** The name of the customer who agrees to the total now; empty for the office and if a promotion changes it. */
    agreedBy: string
  }

const [booked, requested] = ['job_booked', 'job_requested'] satisfies EventName[]

type Values = Omit<NewJob, 'lines' | 'coordinates' | 'agreedBy'> &
  FeePolicy &
  Partial<ActionKey> & {
    actorId: string
    latitude: number | null
    longitude: number | null
    packageCents: number
    addonsCents: number
    taxableCents: number
    /** SourcedLines as JSON. */
    lines: string
    /** What the customer agrees to, as JSON of an ApprovalRow; null if nothing. */
    agreement: string | null
  }

// A single statement, so that a booking is one round trip; unique indexes decide between processes. If a seat is being taken
// concurrently, the insert waits and then does nothing, instead of failing the transaction. The vehicle lock and its
// deletion wait for each other. A function counts the limits, because unlike the statement it sees what was committed while
// it waited. Where the road decides, the day's version says whether the plan still holds. With a key, a repeated request waits for the seat, the vehicle or the key itself, and stores nothing.
type Kind = { candidates: boolean; capped: boolean; keyed: boolean; road: boolean }
const nameOf = ({ candidates, capped, keyed, road }: Kind) =>
  `insert-job${candidates ? '-assigned' : ''}${capped ? '-capped' : ''}${keyed ? '-keyed' : ''}${road ? '-road' : ''}`
const insertion = ({ candidates, capped, keyed, road }: Kind) =>
  statement<JobRow, Values>(
    nameOf({ candidates, capped, keyed, road }),
    ($) => `with ${freeSeat($, { candidates })}, vehicle as materialized (
    select id from vehicles where id = ${$.vehicleId}::uuid and deleted_at is null for share
  ), ${road ? dayPlan($) : ''} job as (
    insert into jobs (service_date, slot, seat, technician_id,${road ? ' tentative_technician_id,' : ''} status, customer_id, vehicle_id,
      service_package_id, package_cents, addons_cents, starts_at, service_address, customer_notes,
      latitude, longitude, needs_confirmation, access_notes, confirmation_due,
      cancel_fee_cents, cancel_fee_within_hours, not_done_fee_cents, tax_rate_bp, tax_mode, taxable_cents, on_invoice,
      contact_name, contact_phone, po_number)
    select ${$.serviceDate}::date, ${$.slot}::int,
      case when ${$.needsConfirmation}::boolean then null else free.seat end, technician.id,
      ${road ? `${$.tentativeTechnicianId}::uuid,` : ''}
      case when technician.id is null then 'scheduled' else 'assigned' end,
      ${$.customerId}::uuid, ${$.vehicleId}::uuid, ${$.servicePackageId}::uuid, ${$.packageCents}::int,
      ${$.addonsCents}::int, ${$.startsAt}::timestamptz, ${$.serviceAddress}::text,
      ${$.customerNotes}::text, ${$.latitude}::float8, ${$.longitude}::float8,
      ${$.needsConfirmation}::boolean, ${$.accessNotes}::text, true,
      ${$.cancelFeeCents}::int, ${$.cancelFeeWithinHours}::int, ${$.notDoneFeeCents}::int,
      ${$.taxRateBp}::int, ${$.taxMode}::text, ${$.taxableCents}::int,
      (select invoicing is not null from users where id = ${$.customerId}::uuid),
      ${$.contactName}::text, ${$.contactPhone}::text, ${$.poNumber}::text
    from ${road ? 'day_plan cross join' : ''} free cross join vehicle left join technician on true
    ${
      capped
        ? `where (select booking_refusal(${$.customerId}::uuid, ${$.vehicleId}::uuid,
      ${$.serviceDate}::date, ${$.caps}::jsonb)) is null`
        : ''
    }
    on conflict do nothing
    returning *
  ), line as (
    insert into job_lines (job_id, ${lineColumns})
    select job.id, ${lineColumns} from job, ${rowsOfLines(`${$.lines}::jsonb`)}
    returning *
  ), agreement as (
    insert into approvals (job_id, method, person, sent_by, lines, total_cents, words, hash, created_at, received_at)
    select job.id, a.method, a.person, a."sentBy", a.lines, a."totalCents", a.words, a.hash, a."createdAt", a."receivedAt"
    from job, jsonb_to_record(${$.agreement}::jsonb) as a (method text, person text, "sentBy" uuid, lines jsonb,
      "totalCents" int, words text, hash text, "createdAt" timestamptz, "receivedAt" timestamptz)
    where ${$.agreement}::jsonb is not null
  ), payment_account as (
    insert into payment_accounts (job_id, amount_cents, visit_on, technician_id, state)
    select id, visit_amount_cents(status, package_cents, addons_cents, 0, taxable_cents, tax_rate_bp, 0, 0),
      service_date, technician_id, case when on_invoice then 'on_invoice' else 'none' end
    from job returning *
  ), event as (
    insert into job_events (job_id, actor_id, kind, data)
    select id, ${$.actorId}::uuid, case when needs_confirmation then '${requested}' else '${booked}' end,
      jsonb_build_object('date', service_date, 'slot', slot, 'technicianId', technician_id)
    from job
  ), inserted as (${selectJobs({ from: 'job', lines: 'line', paymentAccounts: 'payment_account' })}
  )${
    keyed
      ? `, key as (
    insert into idempotency_keys (key_hash, body_hash, response)
    select ${$.keyHash}::text, ${$.bodyHash}::text, to_jsonb(inserted) from inserted
  )`
      : ''
  } select * from inserted`,
  )

// The lock of the day comes first; visits that change technicians are locked after it.
const dayPlan = ($: Record<keyof Values, string>) => `day_plan as (
    insert into day_plans (service_date, version) values (${$.serviceDate}::date, 1)
    on conflict (service_date) do update set version = day_plans.version + 1
      where day_plans.version = ${$.dayVersion}::int
    returning version
  ), planned as (
    update jobs set tentative_technician_id = planned.technician_id
    from day_plan, unnest(${$.changedIds}::uuid[], ${$.changedTechnicians}::uuid[]) as planned(id, technician_id)
    where jobs.id = planned.id
  ),`

const both = [false, true]
const statements = new Map(
  both
    .flatMap((candidates) =>
      both.flatMap((capped) =>
        both.flatMap((keyed) => both.map((road) => insertion({ candidates, capped, keyed, road }))),
      ),
    )
    .map((one) => [one.name, one]),
)

/**
 * Books a visit into the smallest free seat of its slot, with add-ons, payment account and history; the confirmation
 * follows. A request needs a free seat too, but does not take it. Returns undefined when there is no seat (slot full or
 * blocked, vehicle already booked or deleted, seat lost concurrently) or a limit is reached. A `key` is stored for
 * `insertedJob`; throws a unique violation if it already exists.
 */
export async function insertJob(
  person: Person,
  { agreedBy, ...job }: NewJob,
  key?: ActionKey,
): Promise<Job | undefined> {
  const centsOf = (source: LineSource) =>
    totalsOf(job.lines.filter((line) => line.source === source)).cents
  // The fees this customer agrees to; later changes apply to later bookings.
  const { cancelFeeCents, cancelFeeWithinHours, notDoneFeeCents } = currentSettings()
  const kind = {
    candidates: job.candidates.length > 0,
    capped: job.caps !== undefined,
    keyed: key !== undefined,
    road: job.dayVersion !== null,
  }
  const row = await queryRow(statements.get(nameOf(kind)) ?? insertion(kind), {
    ...job,
    ...key,
    packageCents: centsOf('package'),
    addonsCents: centsOf('addon'),
    taxableCents: totalsOf(job.lines).taxableCents,
    lines: JSON.stringify(job.lines),
    agreement: agreedBy
      ? JSON.stringify(bookingAgreement(person, { ...job, agreedBy, totalCents: null }))
      : null,
    actorId: person.id,
    latitude: job.coordinates?.latitude ?? null,
    longitude: job.coordinates?.longitude ?? null,
    cancelFeeCents,
    cancelFeeWithinHours,
    notDoneFeeCents,
  })
  if (!row) return undefined
  publishSoon(bookingHappening(row))
  notifyOfBookingsSoon()
  return toJob(person, row)
}

/**
 * What a customer agrees to by booking: the lines at this total in cents, by default their sum with sales tax. The words are in
 * their language.
 */
export function bookingAgreement(
  person: Person,
  {
    lines,
    taxRateBp,
    agreedBy,
    totalCents,
  }: Pick<NewJob, 'lines' | 'taxRateBp' | 'agreedBy'> & { totalCents: number | null },
) {
  const cents = totalCents ?? withSalesTax(totalsOf(lines), taxRateBp)
  return approvalRow({
    estimateId: null,
    method: 'booking',
    person: agreedBy,
    phone: '',
    said: '',
    sentBy: person.id,
    lines: lines.map(({ description, quantity, unitCents, totalCents: ofLine, taxable }) => ({
      lineId: null,
      description: inOwnWords(description),
      quantity,
      unitCents,
      totalCents: ofLine,
      taxable,
      approved: true,
    })),
    totalCents: cents,
    words: wordsOfBooking(cents),
    signature: null,
    createdAt: now(),
    receivedAt: now(),
  })
}

/** The job stored with a key, in its state when it was booked. */
export function insertedJob(person: Person, stored: object): Job {
  const [row] = withCamelKeys<JobRow>([stored]) as [JobRow]
  const instants = instantColumns.map((column) => {
    const at = row[column]
    return [column, at && new Date(at)]
  })
  return toJob(person, { ...row, ...(Object.fromEntries(instants) as Partial<JobRow>) })
}
