import type { CompanyVisit } from '#shared/contract/companies.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { maySeeAmounts, type MemberRole } from '#shared/rules/companies.ts'
import { mayKnowCustomer } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'

/** `stranger`: a technician who may not know the customer: before claiming a visit, and from a day after its end. */
type Audience = 'customer' | 'technician' | 'stranger' | 'office'

/** The audience `person` belongs to for a visit; a guest is its customer. */
export function audienceOf(
  person: Person,
  job: Parameters<typeof mayKnowCustomer>[1],
  now: Date,
): Audience {
  if (person.role === 'admin') return 'office'
  if (!mayKnowCustomer(person, job, now)) return 'stranger'
  return person.role === 'technician' ? 'technician' : 'customer'
}

/** Nested records of a visit, whose fields are listed separately. */
type Part = 'vehicle' | 'customer' | 'technician' | 'notDone'
type JobField =
  | Exclude<keyof Job, Part>
  | { [P in Part]: `${P}.${keyof NonNullable<Job[P]> & string}` }[Part]

const everyone = [
  'id',
  'number',
  'technicianId',
  'vehicleId',
  'servicePackageId',
  'servicePackageName',
  'oilType',
  'imported',
  'scheduledDate',
  'scheduledTime',
  'startsAt',
  'minutes',
  'needsConfirmation',
  'status',
  'totalAmount',
  'addonsAmount',
  'extrasAmount',
  'finalAmount',
  'cost',
  'communicationActive',
  'addons',
  'vehicle.year',
  'vehicle.make',
  'vehicle.model',
  'vehicle.engine',
  'vehicle.oilCapacity',
  'technician.id',
  'technician.name',
  'technician.phone',
  'technician.photoUrl',
  'odometerMiles',
  'filledQuarts',
  'tires',
  'checklist',
  'paymentStatus',
  'paymentState',
  'heldAmount',
  'paidAmount',
  'createdAt',
  'startedAt',
  'completedAt',
  'startedReceivedAt',
  'completedReceivedAt',
  'outcome',
  'notDone.reason',
  'fees',
  'feeDecision',
  'agreedFee',
  'reviewed',
] as const satisfies JobField[]

const knowing = [
  ...everyone,
  'customerId',
  'serviceAddress',
  'accessNotes',
  'coordinates',
  'customerNotes',
  'technicianNotes',
  'poNumber',
  'vehicle.licensePlate',
  'vehicle.unitNumber',
  'customer.id',
  'customer.name',
  'customer.phone',
  'cancelReason',
] as const satisfies JobField[]

/** The visit fields visible to each audience; unlisted fields are hidden. */
const seenBy = {
  stranger: everyone,
  customer: [...knowing, 'invoice', 'reportPath'],
  technician: [
    ...knowing,
    'customer.isUnreached',
    'notDone.note',
    'lastReading',
    'engineWork',
    'needsOdometer',
    'productChoices',
    'receipt',
  ],
  office: [
    ...knowing,
    'customer.isUnreached',
    'notDone.note',
    'customer.email',
    'customer.accountName',
    'contactName',
    'contactPhone',
    'invoice',
    'technicianLock',
    'receipt',
  ],
} as const satisfies Record<Audience, readonly JobField[]>

const seen: Record<Audience, ReadonlySet<string>> = {
  stranger: new Set(seenBy.stranger),
  customer: new Set(seenBy.customer),
  technician: new Set(seenBy.technician),
  office: new Set(seenBy.office),
}

/** Substitutes for required fields that an audience may not see. */
type Hidden<T, Prefix extends string> = {
  [
    K in keyof T as undefined extends T[K]
      ? never
      : `${Prefix}${K & string}` extends (typeof everyone)[number]
        ? never
        : K
  ]: T[K]
}

/** The record with only the fields the audience may see; optional fields are left out, others come from `hidden`. */
export function show<T extends object, Prefix extends '' | `${Part}.`>(
  audience: Audience,
  prefix: Prefix,
  all: T,
  hidden: NoInfer<Hidden<T, Prefix>>,
): T {
  const shown: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(all))
    if (seen[audience].has(`${prefix}${name}`)) shown[name] = value
    else if (name in hidden) shown[name] = hidden[name as keyof typeof hidden]
  return shown as T
}

/** What a driver sees of a company's visit; nothing listed here may tell an amount. */
const seenByDriver = new Set<string>([
  'id',
  'number',
  'vehicleId',
  'unitNumber',
  'vehicle',
  'date',
  'time',
  'startsAt',
  'status',
  'isRequest',
  'notDone',
  'packageName',
  'serviceAddress',
  'technician',
  'poNumber',
  'odometerMiles',
  'mayCancel',
  'approval',
] satisfies (keyof CompanyVisit)[])

/** A company's visit with only the fields that a member in this role may see. */
export const showToMember = (role: MemberRole | 'office', visit: CompanyVisit): CompanyVisit =>
  maySeeAmounts(role)
    ? visit
    : (Object.fromEntries(
        Object.entries(visit).filter(([name]) => seenByDriver.has(name)),
      ) as CompanyVisit)
