import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { maxNetDays, memberRoles, mostCarsAtOnce } from '../rules/companies.ts'
import { importTypes, maxImportBytes } from '../rules/imports.ts'
import { jobStatuses } from '../rules/jobs.ts'
import { maxMiles } from '../rules/measurements.ts'
import { endpoints } from './endpoint.ts'
import {
  address,
  amount,
  calendarDate,
  done,
  email,
  emailOrNone,
  instant,
  limit,
  localDate,
  money,
  optionalText,
  phone,
  requiredLine,
  slot,
  switchedOn,
  uuid,
} from './fields.ts'
import { ImportProblem } from './imports.ts'
import { Place, PlaceForm } from './places.ts'
import { VehicleForm } from './vehicles.ts'

const role = z.enum(memberRoles, text('Please choose a role'))
const line = (max: number) =>
  z.string().check(
    z.trim(),
    z.overwrite((typed) => typed.replace(/\s+/g, ' ')),
    z.maxLength(max),
  )

const rules = {
  poRequired: z.boolean(),
  odometerRequired: z.boolean(),
  /** Visits that cost more wait for an approver; null for none. */
  approvalAbove: z.nullable(amount()),
  /** Empty for all packages. */
  allowedPackageIds: z.array(uuid()).check(z.maxLength(50)),
  netDays: limit(maxNetDays),
  /** Number of the certificate of exemption from sales tax; empty without one. */
  taxCertificate: line(60),
  /** Its last day; null if it does not expire. */
  taxExemptUntil: z.nullable(localDate(text('Please select a date'))),
}

export const CompanyForm = z.strictObject({
  name: requiredLine(text('Please enter the company’s name'), 80),
  phone,
  billingEmail: emailOrNone,
  billingAddress: line(200),
  ...rules,
})
export type CompanyForm = z.infer<typeof CompanyForm>

const CompanyChange = z.strictObject({
  ...z.partial(CompanyForm).shape,
  onHold: z.optional(z.boolean()),
  isClosed: z.optional(z.boolean()),
})
export type CompanyChange = z.infer<typeof CompanyChange>

export const ListedCompany = z.object({
  id: uuid(),
  name: z.string(),
  phone: z.string(),
  cars: z.number(),
  members: z.number(),
  /** Owed for visits that are over. */
  open: money,
  onHold: z.boolean(),
  isClosed: z.boolean(),
})
export type ListedCompany = z.infer<typeof ListedCompany>

const Member = z.object({
  id: uuid(),
  userId: uuid(),
  name: z.string(),
  email: z.nullable(z.string()),
  role,
  joinedAt: instant,
  /** Whether they have ever signed in. */
  hasSignedIn: z.boolean(),
})
export type CompanyMember = z.infer<typeof Member>

/** A company as the office sees it. */
export const OfficeCompany = z.object({
  id: uuid(),
  /** The customer whose cars and visits are the company's. */
  accountId: uuid(),
  ...z.object(CompanyForm.shape).shape,
  phone: z.string(),
  approvalAbove: z.nullable(money),
  onHold: z.boolean(),
  isClosed: z.boolean(),
  open: money,
  members: z.array(Member),
  yards: z.array(Place),
})
export type OfficeCompany = z.infer<typeof OfficeCompany>

/** A company as its members see it; members and amounts are for some roles only. */
export const OwnCompany = z.object({
  id: uuid(),
  name: z.string(),
  role,
  poRequired: z.boolean(),
  /** Whether new bookings are refused, without the reason. */
  isPaused: z.boolean(),
  packages: z.array(z.object({ id: uuid(), name: z.string() })),
  yards: z.array(Place),
  members: z.optional(z.array(Member)),
  /** Owed for visits that are over. */
  open: z.optional(money),
})
export type OwnCompany = z.infer<typeof OwnCompany>

export const CompanyCar = z.object({
  id: uuid(),
  unitNumber: z.string(),
  year: z.string(),
  make: z.string(),
  model: z.string(),
  licensePlate: z.string(),
  vin: z.nullable(z.string()),
  driver: z.nullable(z.object({ userId: uuid(), name: z.string() })),
  lastServiceDate: z.nullable(calendarDate),
  /** The newest reading. */
  miles: z.nullable(z.number()),
  /** When its next service is due by date and miles; null if unknown. */
  dueOn: z.nullable(calendarDate),
  isDue: z.boolean(),
  /** How many things its last inspection found. */
  found: z.object({ needsWork: z.number(), toWatch: z.number() }),
  /** Its visit ahead. */
  next: z.nullable(z.object({ jobId: uuid(), date: calendarDate, time: z.string() })),
})
export type CompanyCar = z.infer<typeof CompanyCar>

const unitNumber = line(20)
export const CompanyCarForm = z.strictObject({
  ...VehicleForm.shape,
  licensePlate: line(12),
  unitNumber,
  driverId: z.optional(z.nullable(uuid())),
})
export type CompanyCarForm = z.infer<typeof CompanyCarForm>

export const CompanyCarChange = z.strictObject({
  unitNumber: z.optional(unitNumber),
  /** The member who drives it; null for none. */
  driverId: z.optional(z.nullable(uuid())),
})
export type CompanyCarChange = z.infer<typeof CompanyCarChange>

export const OtherCompany = z.strictObject({ companyId: uuid(text('Please choose a company')) })

/** `left`: cars that stayed. */
export const MovedCars = z.object({
  moved: z.number(),
  left: z.array(z.object({ unit: z.string(), reason: z.string() })),
})
export type MovedCars = z.infer<typeof MovedCars>

const CarImport = z.object({
  rows: z.number(),
  added: z.number(),
  /** Already among the company's cars. */
  known: z.number(),
  problems: z.array(ImportProblem),
})
export type CarImport = z.infer<typeof CarImport>

/** A visit of a company's car. Amounts are for managers, approvers and the office. */
export const CompanyVisit = z.object({
  id: uuid(),
  number: z.string(),
  vehicleId: uuid(),
  unitNumber: z.string(),
  vehicle: z.string(),
  date: calendarDate,
  time: z.string(),
  startsAt: instant,
  status: z.enum(jobStatuses),
  isRequest: z.boolean(),
  notDone: z.boolean(),
  packageName: z.string(),
  serviceAddress: z.string(),
  technician: z.string(),
  poNumber: z.string(),
  odometerMiles: z.nullable(z.int().check(z.maximum(maxMiles))),
  mayCancel: z.boolean(),
  /** Waits for the company's approval; `late`: the office decides too. */
  approval: z.optional(z.enum(['waiting', 'late'])),
  amount: z.optional(money),
  due: z.optional(money),
})
export type CompanyVisit = z.infer<typeof CompanyVisit>

export const CompanyBookingForm = z
  .strictObject({
    /** Units and cars by id; together at most 60. */
    units: z.prefault(z.array(unitNumber).check(z.maxLength(mostCarsAtOnce)), []),
    vehicleIds: z.prefault(z.array(uuid()).check(z.maxLength(mostCarsAtOnce)), []),
    serviceAddress: address,
    accessNotes: optionalText(500),
    customerNotes: optionalText(1000),
    /** First and last day. */
    from: localDate(text('Please select a date')),
    to: localDate(text('Please select a date')),
    /** The fitting one of each car if omitted. */
    servicePackageId: z.optional(uuid()),
    poNumber: z.optional(line(40)),
    /** Only report which cars fit when. */
    dryRun: z.optional(z.boolean()),
    /** Book those that fit even if some do not; else all or none. */
    whatFits: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ from, to }) => from <= to, {
      message: text('The last day is before the first one.'),
      path: ['to'],
    }),
    z.refine(({ units, vehicleIds }) => units.length + vehicleIds.length > 0, {
      message: text('Please choose at least one car'),
      path: ['vehicleIds'],
    }),
  )
export type CompanyBookingForm = z.infer<typeof CompanyBookingForm>

const CompanyBooking = z.object({
  /** In order of time; `jobId` is null for a dry run. */
  placed: z.array(
    z.object({
      vehicleId: uuid(),
      unitNumber: z.string(),
      vehicle: z.string(),
      date: calendarDate,
      time: slot(),
      jobId: z.nullable(uuid()),
    }),
  ),
  left: z.array(z.object({ unit: z.string(), reason: z.string() })),
})
export type CompanyBooking = z.infer<typeof CompanyBooking>

const Answer = z.strictObject({ approved: z.boolean() })

export const CompanyApproval = z.object({
  company: z.string(),
  unit: z.string(),
  date: calendarDate,
  time: z.string(),
  serviceAddress: z.string(),
  packageName: z.string(),
  poNumber: z.string(),
  amount: money,
  /** `over`: cancelled or done. */
  state: z.enum(['waiting', 'approved', 'declined', 'over']),
})
export type CompanyApproval = z.infer<typeof CompanyApproval>

const link = z.strictObject({
  token: z
    .string()
    .check(z.minLength(20), z.maxLength(200), z.regex(/^[\w-]+$/, text('Unknown id'))),
})

const companyParts = ['companies', 'customers'] as const
const member = ['customer', 'admin'] as const
const visitsShow = ['companies', 'jobs', 'vehicles', 'payments'] as const

export const companies = endpoints(
  {
    'GET /api/admin/companies': {
      reads: 'much',
      summary: 'Companies by name, closed ones last; ?search in the name',
      allow: ['admin'],
      shows: ['companies', 'customers', 'vehicles', 'payments'],
      query: z.strictObject({ search: z.optional(z.string().check(z.maxLength(100))) }),
      response: z.array(ListedCompany),
    },
    'POST /api/admin/companies': {
      summary: 'Add a company with an account of its own',
      allow: ['admin'],
      changes: companyParts,
      body: CompanyForm,
      response: OfficeCompany,
      status: 201,
      errors: [409],
      idempotent: 'in transaction',
    },
    'GET /api/admin/companies/{id}': {
      summary: 'A company with its rules, members and yards',
      allow: ['admin'],
      shows: ['companies', 'customers', 'payments'],
      response: OfficeCompany,
      errors: [404],
    },
    'PATCH /api/admin/companies/{id}': {
      summary: 'Change details and rules, put a company on hold, close or reopen it',
      allow: ['admin'],
      changes: companyParts,
      body: CompanyChange,
      response: OfficeCompany,
      errors: [404, 409],
      ifMatch: true,
    },
    'POST /api/admin/companies/{id}/cars/{vehicleId}/move': {
      summary:
        'Move a car to another company; its visits stay. 409 with a visit ahead, or when the other company has its plate or VIN',
      allow: ['admin'],
      changes: [...companyParts, 'vehicles'],
      body: OtherCompany,
      response: done,
      errors: [404, 409],
    },
    'POST /api/admin/companies/{id}/merge': {
      summary:
        'Move members, yards and cars to another company and close this one; visits, statements and cars with a visit ahead stay',
      allow: ['admin'],
      changes: [...companyParts, 'vehicles'],
      body: OtherCompany,
      response: MovedCars,
      errors: [404, 409],
    },
    'GET /api/companies': {
      summary: 'The companies the caller is a member of',
      allow: ['customer'],
      shows: ['companies'],
      response: z.array(z.object({ id: uuid(), name: z.string(), role })),
    },
    'GET /api/companies/{id}': {
      summary: 'A company as its member sees it',
      allow: ['customer'],
      shows: ['companies', 'payments'],
      response: OwnCompany,
      errors: [404],
    },
    'POST /api/companies/{id}/members': {
      summary:
        "Invite a person by e-mail, or change a member's role; managers and the office. 409 for someone who works here",
      allow: member,
      changes: ['companies'],
      body: z.strictObject({ email: email(), name: optionalText(80), role }),
      response: z.array(Member),
      status: 201,
      errors: [404, 409],
      idempotent: 'in transaction',
    },
    'DELETE /api/companies/{id}/members/{userId}': {
      summary: 'End a membership at once; visits stay, and cars lose their driver. Or leave',
      allow: member,
      changes: ['companies', 'vehicles'],
      response: done,
      errors: [404, 409],
    },
    'GET /api/companies/{id}/cars': {
      reads: 'much',
      summary: 'The cars of a company, by unit number; a driver’s own',
      allow: member,
      shows: ['companies', 'vehicles', 'jobs'],
      response: z.array(CompanyCar),
      errors: [404],
    },
    'POST /api/companies/{id}/cars': {
      summary: 'Add a car; its oil data is looked up',
      allow: member,
      changes: ['companies', 'vehicles'],
      body: CompanyCarForm,
      response: z.object({ id: uuid() }),
      status: 201,
      errors: [404, 409],
    },
    'POST /api/companies/{id}/cars/import': {
      summary:
        'Add cars from a CSV file sent as the body: unit, VIN, plate, year, make, model; ?dryRun only previews. Cars the company has stay as they are; rows with problems are skipped',
      allow: member,
      changes: ['companies', 'vehicles'],
      query: z.strictObject({ dryRun: switchedOn }),
      upload: { types: importTypes, maxBytes: maxImportBytes },
      idempotent: 'in transaction',
      response: CarImport,
      errors: [404, 413, 415],
    },
    'PATCH /api/companies/{id}/cars/{vehicleId}': {
      summary: 'Change unit number and driver',
      allow: member,
      changes: ['companies', 'vehicles'],
      body: CompanyCarChange,
      response: done,
      errors: [404, 409],
    },
    'DELETE /api/companies/{id}/cars/{vehicleId}': {
      summary: 'Remove a car without a visit ahead; its visits stay',
      allow: member,
      changes: ['companies', 'vehicles'],
      response: done,
      errors: [404, 409],
    },
    'POST /api/companies/{id}/yards': {
      summary: 'Save a yard with its access notes',
      allow: member,
      changes: ['companies'],
      body: PlaceForm,
      response: Place,
      status: 201,
      errors: [404, 409],
    },
    'PATCH /api/companies/{id}/yards/{yardId}': {
      summary: 'Change a yard',
      allow: member,
      changes: ['companies'],
      body: PlaceForm,
      response: Place,
      errors: [404],
    },
    'DELETE /api/companies/{id}/yards/{yardId}': {
      summary: 'Remove a yard; visits there stay unchanged',
      allow: member,
      changes: ['companies'],
      response: done,
      errors: [404],
    },
    'GET /api/companies/{id}/visits': {
      reads: 'much',
      summary:
        'Visits of a company, newest first, at most 200; a driver’s are those of their cars, without amounts',
      allow: member,
      shows: visitsShow,
      query: z.strictObject({ when: z.optional(z.enum(['ahead', 'past'])) }),
      response: z.array(CompanyVisit),
      errors: [404],
    },
    'POST /api/companies/{id}/bookings': {
      summary:
        "Book cars at one address, one after another, on the first days that fit. 409 has details.field 'poNumber' without a required PO, details.reason 'on_hold', 'closed', 'package', or 'left' with details.left when not all fit; dryRun reports only",
      allow: member,
      changes: ['companies', 'jobs', 'vehicles', 'availability', 'payments'],
      body: CompanyBookingForm,
      maxBytes: 32_768,
      response: CompanyBooking,
      status: 201,
      errors: [404, 409],
      idempotent: 'by the verb',
    },
    'POST /api/companies/{id}/visits/{jobId}/cancel': {
      summary:
        "Cancel a visit before it starts; a driver for their cars, while it costs nothing. Where it does, 409 has details.reason 'fee' and details.fee, for those who see amounts, if it differs from seenFee",
      allow: member,
      changes: ['companies', 'jobs', 'vehicles', 'availability', 'payments'],
      body: z.strictObject({ reason: optionalText(500), seenFee: z.optional(amount()) }),
      response: done,
      errors: [404, 409],
    },
    'POST /api/companies/{id}/visits/{jobId}/answer': {
      summary:
        'Approve a visit above the limit, or decline it, which cancels it; approvers, managers and the office. 409 once answered',
      allow: member,
      changes: ['companies', 'jobs', 'vehicles', 'availability', 'payments'],
      body: Answer,
      response: done,
      errors: [404, 409],
    },
    'GET /api/company-approvals/{token}': {
      summary: 'A visit that waits for an approver, by the link in their mail',
      allow: ['public'],
      shows: visitsShow,
      params: link,
      response: CompanyApproval,
      errors: [404],
    },
    'POST /api/company-approvals/{token}': {
      summary: 'Approve or decline it by that link',
      allow: ['public'],
      changes: ['companies', 'jobs', 'vehicles', 'availability', 'payments'],
      params: link,
      body: Answer,
      response: done,
      errors: [404, 409],
    },
    'POST /api/companies/{id}/visits/{jobId}/link': {
      summary: 'The page of a visit, with its costs; managers and approvers',
      allow: ['customer'],
      changes: [],
      response: z.object({ path: z.string() }),
      errors: [404],
    },
  },
  'companies',
)
