import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { inOwnWords } from '#server/base/owner-spanish.ts'
import { cityAndZip } from '#shared/rules/addresses-shown.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { columnNames, selectList } from '#server/database/statement.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { skillNeeded, type WantedVisit } from '#shared/rules/assignment.ts'
import { feesOfVisit, feesOnWire, notDoneFee } from '#shared/rules/fees.ts'
import { isActiveJob, jobNumber } from '#shared/rules/jobs.ts'
import { costColumns, costColumnsOfJobs, costOf, type CostRow } from './costs.ts'
import { audienceOf, show } from './seen-by.ts'
import { isUnreached } from './people.ts'
import { portraitUrl } from '#shared/rules/photos.ts'
import { foldName } from '#shared/rules/fold-text.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import type { OilType } from '#shared/rules/oil.ts'
import { type PaymentState, shownPaymentStatus } from '#shared/rules/payments.ts'
import {
  mayCorrectAddon,
  maySeePhones,
  maySeeTechnicianPhone,
  mayWorkOnJob,
} from '#shared/rules/permissions.ts'
import { needsTires } from '#shared/rules/receipt-rules.ts'
import type { Person } from '#shared/rules/roles.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { shownSlot } from '#shared/rules/slots.ts'
import { uncancelledCents } from '#shared/rules/visit-cost.ts'

type OwnColumns = Omit<typeof jobs.$inferSelect, (typeof leftOut)[number]>

/** Read only by statements that decide about a visit. */
const leftOut = [
  'seat',
  'technicianLost',
  'onInvoice',
  'confirmationDue',
  'tentativeTechnicianId',
] as const

/** A job with everything its screens and mails show, as read by `selectJobs`. */
export type JobRow = OwnColumns &
  CostRow & {
    packageName: string
    /** How long a technician stays. */
    minutes: number
    oilType: OilType
    /** Approved by the customer of a cancelled visit above the fee agreed when booking. */
    approvedFeeCents: number
    vehicle: Job['vehicle']
    customerName: string
    customerPhone: string
    customerEmail: string | null
    customerTexts: boolean
    technicianName: string | null
    /** The only part of the technician's name customers see. */
    technicianFirstName: string | null
    technicianPhone: string | null
    technicianPhotoId: string | null
    payState: PaymentState
    /** The valid invoice of a finished visit paid by invoice. */
    invoice: { number: string; dueOn: LocalDate } | null
    addons: {
      id: string
      addonServiceId: string
      name: string
      cents: number
      addedBy: string | null
      addedByTechnician: boolean
      taxable: boolean
    }[]
    reviewed: boolean
  }

type InstantColumn = {
  [Column in keyof JobRow]-?: JobRow[Column] extends Date | null ? Column : never
}[keyof JobRow]
/** Columns that JSON represents as text. */
export const instantColumns = columnNames(jobs).filter(
  (name) => jobs[name].dataType === 'date',
) as InstantColumn[]

const notOwn: readonly string[] = [...leftOut, ...costColumnsOfJobs]
const ownColumns = selectList(
  jobs,
  'j',
  columnNames(jobs).filter((name) => !notOwn.includes(name)),
)

/**
 * The query of JobRows from a relation `from` with the columns of `jobs`, a few rows at most. `lines` and
 * `paymentAccounts` name the relations to read those from; a booking names what it has just inserted.
 */
export function selectJobs({
  from,
  lines = 'job_lines',
  paymentAccounts = 'payment_accounts',
}: {
  from: string
  lines?: string
  paymentAccounts?: string
}): string {
  return `select ${ownColumns},
  coalesce(j.imported_service, p.name) as package_name, p.oil_type as oil_type,
  p.minutes,
  json_build_object('year', v.year, 'make', v.make, 'model', v.model,
    'licensePlate', v.license_plate, 'engine', v.engine, 'oilCapacity', v.oil_capacity,
    'unitNumber', nullif(v.unit_number, '')) as vehicle,
  trim(c.first_name || ' ' || c.last_name) as customer_name, c.phone as customer_phone,
  c.email as customer_email, c.sms_notifications as customer_texts,
  trim(t.first_name || ' ' || t.last_name) as technician_name,
  trim(t.first_name) as technician_first_name, t.phone as technician_phone,
  t.photo_id as technician_photo_id,
  coalesce(m.state, 'none') as pay_state, ${costColumns},
  case when j.on_invoice then (select json_build_object('number', i.number, 'dueOn', i.due_on)
    from invoices i where i.job_id = j.id and i.voided_at is null) end as invoice,
  (select coalesce(json_agg(json_build_object('id', a.id, 'addonServiceId', a.product_id,
      'name', a.description, 'cents', a.total_cents, 'addedBy', a.added_by,
      'addedByTechnician', a.added_by_technician, 'taxable', a.taxable) order by a.created_at, a.description), '[]')
    from ${lines} a where a.job_id = j.id and a.source = 'addon') as addons,
  case when j.status = 'cancelled' then (select coalesce(sum(x.total_cents), 0)::int from job_lines x
    where x.job_id = j.id and x.source = 'extra' and x.approval = 'approved' and x.created_at > j.cancelled_at) else 0 end as approved_fee_cents,
  exists (select from reviews r where r.job_id = j.id) as reviewed
  from ${from} j
  join service_packages p on p.id = j.service_package_id
  join vehicles v on v.id = j.vehicle_id
  join users c on c.id = j.customer_id
  left join users t on t.id = j.technician_id
  left join ${paymentAccounts} m on m.job_id = j.id`
}

/** The visit as input to the rule for who may take it. */
export const visitOf = (row: JobRow): WantedVisit & { place: Coordinates | null } => ({
  id: row.id,
  date: row.serviceDate,
  slot: row.slot,
  skill: skillNeeded(row.oilType),
  minutes: row.minutes,
  place: coordinatesOf(row),
})

/** Whether the visit's customer gets neither mails nor texts. */
export const isUnreachedBy = (
  row: Pick<JobRow, 'customerEmail' | 'customerPhone' | 'customerTexts'>,
) =>
  isUnreached({
    email: row.customerEmail,
    phone: row.customerPhone,
    agreesToTexts: row.customerTexts,
  })

/** The job with the fields that `seenBy` lists for `person`; `more` has what lists of jobs do not contain. */
export function toJob(
  person: Person,
  row: JobRow,
  more: Pick<
    Job,
    'lastReading' | 'engineWork' | 'productChoices' | 'needsOdometer' | 'reportPath'
  > = {},
): Job {
  const audience = audienceOf(person, row, now())
  const cost = costOf(row)
  const { receiptProfile: profile } = currentSettings()
  const customer: Job['customer'] = {
    id: row.customerId,
    ...contactOf(row),
    ...(!maySeePhones(person, row) && { phone: '' }),
    ...(row.contactName && { accountName: row.customerName }),
    email: row.customerEmail,
    ...(isUnreachedBy(row) && { isUnreached: true }),
  }
  const technician: Job['technician'] = row.technicianId
    ? {
        id: row.technicianId,
        name: (person.role === 'customer' ? row.technicianFirstName : row.technicianName) ?? '',
        phone: maySeeTechnicianPhone(person, row) ? (row.technicianPhone ?? '') : '',
        ...(row.technicianPhotoId && { photoUrl: portraitUrl(row.technicianPhotoId) }),
      }
    : null
  const notDone: Job['notDone'] = row.notDoneReason && {
    reason: row.notDoneReason,
    note: row.notDoneNote,
  }
  const all: Omit<Job, 'vehicle' | 'customer' | 'technician' | 'notDone'> = {
    id: row.id,
    number: jobNumber(row.number),
    customerId: row.customerId,
    technicianId: row.technicianId,
    ...(row.technicianLock && { technicianLock: row.technicianLock }),
    vehicleId: row.vehicleId,
    servicePackageId: row.servicePackageId,
    servicePackageName: inOwnWords(row.packageName),
    oilType: row.oilType,
    ...(row.importedService !== null && { imported: true as const }),
    scheduledDate: row.serviceDate,
    scheduledTime: shownSlot(row.slot),
    startsAt: row.startsAt.toISOString(),
    serviceAddress: row.serviceAddress,
    contactName: row.contactName,
    contactPhone: row.contactPhone,
    accessNotes: row.accessNotes,
    ...(row.poNumber && { poNumber: row.poNumber }),
    coordinates: coordinatesOf(row),
    minutes: row.minutes,
    needsConfirmation: row.needsConfirmation,
    status: row.status,
    totalAmount: decimalFromCents(row.packageCents),
    addonsAmount: decimalFromCents(row.addonsCents),
    extrasAmount: decimalFromCents(row.extrasCents),
    finalAmount: cost.amount,
    cost: audience === 'stranger' ? withoutWords(cost) : cost,
    customerNotes: row.customerNotes,
    // Notes of the old program were not written for customers.
    technicianNotes:
      row.importedService !== null && person.role === 'customer' ? '' : row.technicianNotes,
    communicationActive: row.communicationActive,
    addons: row.addons.map(({ id, addonServiceId, name, cents, ...added }) => ({
      id,
      addonServiceId,
      name: inOwnWords(name),
      price: decimalFromCents(cents),
      addedByTechnician: added.addedByTechnician,
      ...(row.taxRateBp && { taxable: added.taxable }),
      removable:
        isActiveJob(row.status) && mayWorkOnJob(person, row) && mayCorrectAddon(person, added),
    })),
    odometerMiles: row.odometerMiles,
    filledQuarts: row.filledQuarts,
    tires: row.tires,
    ...(profile &&
      isActiveJob(row.status) && { receipt: { needsTires: needsTires(profile, now()) } }),
    ...more,
    checklist: row.checklist,
    paymentStatus: shownPaymentStatus[row.payState],
    paymentState: row.payState,
    ...(row.invoice && { invoice: row.invoice }),
    heldAmount: row.heldCents > 0 ? cost.held : null,
    paidAmount: cost.paid,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    startedReceivedAt: (row.startedReceivedAt ?? row.startedAt)?.toISOString() ?? null,
    completedReceivedAt: (row.completedReceivedAt ?? row.completedAt)?.toISOString() ?? null,
    cancelReason: row.cancelReason,
    outcome: row.outcome,
    fees: feesOnWire(feesOf(row)),
    feeDecision: feeDecisionOf(row),
    agreedFee: row.status === 'cancelled' ? decimalFromCents(agreedFee(row)) : null,
    reviewed: row.reviewed && person.id === row.customerId,
  }
  return {
    ...show(audience, '', all, {
      customerId: null,
      serviceAddress: cityAndZip(row.serviceAddress),
      contactName: '',
      contactPhone: '',
      accessNotes: '',
      coordinates: null,
      customerNotes: '',
      technicianNotes: '',
      cancelReason: null,
    }),
    vehicle: show(audience, 'vehicle.', row.vehicle, { licensePlate: '' }),
    customer: show(audience, 'customer.', customer, { id: '', name: '', phone: '', email: null }),
    technician: technician && show(audience, 'technician.', technician, {}),
    notDone: notDone && show(audience, 'notDone.', notDone, { note: '' }),
  }
}

/** The contact person at the vehicle: the visit's own, else the customer. */
export const contactOf = (
  row: Pick<JobRow, 'contactName' | 'contactPhone' | 'customerName' | 'customerPhone'>,
) => ({
  name: row.contactName || row.customerName,
  phone: row.contactPhone || row.customerPhone,
})

type Contact = { name: string; phone: string }

/** A visit's contact as stored: without what equals the customer's own name and phone (E.164). */
export const contactToStore = (contact: Contact, own: Contact) => ({
  contactName: foldName(contact.name) === foldName(own.name) ? '' : contact.name,
  contactPhone: contact.phone === own.phone ? '' : contact.phone,
})

const withoutReason = <Change extends object>(change: Change) => ({ ...change, words: undefined })

/** The cost without free text, which may name the customer. */
const withoutWords = (cost: Job['cost']): Job['cost'] => ({
  ...cost,
  ...(cost.feesAndDiscounts && { feesAndDiscounts: cost.feesAndDiscounts.map(withoutReason) }),
  adjustments: cost.adjustments.map(withoutReason),
})

/** Names of its package and add-ons, in the reader's language. */
export const servicesOf = ({ packageName, addons }: Pick<JobRow, 'packageName' | 'addons'>) =>
  [packageName, ...addons.map(({ name }) => name)].map(inOwnWords)

export const feesOf = (row: JobRow) => feesOfVisit(row, currentSettings())

/** The most its customer agreed to pay for a cancelled visit, when booking and since; cents. */
export function agreedFee(row: JobRow): number {
  const costCents = uncancelledCents(row, row) - row.approvedFeeCents
  const booked =
    row.outcome === 'not_done'
      ? notDoneFee(costCents, feesOf(row))
      : row.needsConfirmation
        ? 0
        : Math.min(feesOf(row).cancelFeeCents, costCents)
  return booked + row.approvedFeeCents
}

function feeDecisionOf(row: JobRow): Job['feeDecision'] {
  const { feeDecisionUntil: until } = row
  if (!until || until <= now()) return null
  const most = notDoneFee(uncancelledCents(row, row), feesOf(row))
  return { until: until.toISOString(), maxFee: decimalFromCents(most) }
}

const coordinatesOf = ({ latitude, longitude }: JobRow) =>
  latitude === null || longitude === null ? null : { latitude, longitude }
