import type { Job } from '#shared/contract/jobs.ts'
import { mayKnowCustomer } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'

/** `stranger`: a technician who does not know the customer, before claiming a visit and from a day after it. */
export type Audience = 'customer' | 'technician' | 'stranger' | 'office'

/** Whose view of a visit `person` gets; a guest is its customer. */
export function audienceOf(
  person: Person,
  job: Parameters<typeof mayKnowCustomer>[1],
  now: Date,
): Audience {
  if (person.role === 'admin') return 'office'
  if (!mayKnowCustomer(person, job, now)) return 'stranger'
  return person.role === 'technician' ? 'technician' : 'customer'
}

/** Records inside a visit, whose fields are listed one by one. */
type Part = 'vehicle' | 'customer' | 'technician' | 'notDone'
export type JobField =
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
  'scheduledDate',
  'scheduledTime',
  'startsAt',
  'needsConfirmation',
  'status',
  'totalAmount',
  'addonsAmount',
  'extrasAmount',
  'finalAmount',
  'cost',
  'technicianNotes',
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
  'reviewed',
] as const satisfies JobField[]

const knowing = [
  ...everyone,
  'customerId',
  'serviceAddress',
  'accessNotes',
  'coordinates',
  'customerNotes',
  'vehicle.licensePlate',
  'customer.id',
  'customer.name',
  'customer.phone',
  'cancelReason',
] as const satisfies JobField[]

/** The fields of a visit that each audience sees; a field that is not listed is hidden from all of them. */
export const seenBy = {
  stranger: everyone,
  customer: [...knowing, 'invoice'],
  technician: [...knowing, 'customer.isUnreached', 'notDone.note'],
  office: [...knowing, 'customer.isUnreached', 'notDone.note', 'customer.email', 'invoice'],
} as const satisfies Record<Audience, readonly JobField[]>

const seen: Record<Audience, ReadonlySet<string>> = {
  stranger: new Set(seenBy.stranger),
  customer: new Set(seenBy.customer),
  technician: new Set(seenBy.technician),
  office: new Set(seenBy.office),
}

/** What the wire has instead of each required field that somebody does not see. */
type Hidden<T, Prefix extends string> = {
  [
    K in keyof T as undefined extends T[K]
      ? never
      : `${Prefix}${K & string}` extends (typeof everyone)[number]
        ? never
        : K
  ]: T[K]
}

/** Reduces a record to what the audience sees of it; optional fields are left out, others `hidden`. */
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
