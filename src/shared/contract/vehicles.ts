import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { usStates } from '../rules/us-states.ts'
import { normalizeVin } from '../rules/vin.ts'
import { roles } from '../rules/roles.ts'
import { maxMiles } from '../rules/measurements.ts'
import { calendarDate, done, instant, localDate, oilType, page, requiredLine } from './fields.ts'
import { endpoints } from './endpoint.ts'
import { Job } from './jobs.ts'

/** Result of a lookup. Capacity is quarts with filter, null if only the technician can tell. */
export const VehicleSpec = z.object({
  vin: z.optional(z.string()),
  year: z.string(),
  make: z.string(),
  model: z.string(),
  trim: z.optional(z.string()),
  engine: z.optional(z.string()),
  fuel: z.optional(z.string()),
  oilType,
  oilCapacity: z.nullable(z.number()),
  recommendedServiceLevel: oilType,
  capacitySource: z.string(),
  confidence: z.enum(['high', 'medium', 'low', 'none']),
  /** Such as "0W-20", if a curated row has it. */
  viscosity: z.optional(z.string()),
  /** A note for the customer, such as "about 5.5 qt, confirmed by your technician". */
  note: z.optional(z.string()),
  /** Set if the check digit is wrong: check again, or continue if the VIN is right. */
  warning: z.optional(z.string()),
})
export type VehicleSpec = z.infer<typeof VehicleSpec>

export const Vehicle = z.object({
  id: z.string(),
  customerId: z.string(),
  make: z.string(),
  model: z.string(),
  year: z.string(),
  licensePlate: z.string(),
  vin: z.nullable(z.string()),
  trim: z.nullable(z.string()),
  engine: z.nullable(z.string()),
  fuel: z.nullable(z.string()),
  oilType: z.nullable(oilType),
  oilCapacity: z.nullable(z.number()),
  recommendedServiceLevel: z.nullable(oilType),
  capacitySource: z.nullable(z.string()),
  confidence: z.nullable(z.string()),
  createdAt: instant,
  /** True while it has a scheduled, assigned or in_progress job, which blocks deletion. */
  hasActiveJob: z.boolean(),
  lastServiceDate: z.nullable(z.string()),
  /** Read by the technician at that service. */
  lastServiceMiles: z.nullable(z.number()),
  /** Quarts last measured by a technician while filling this car. */
  measuredQuarts: z.nullable(z.number()),
  /** Odometer readings, newest first, at most 100. */
  odometer: z.array(z.object({ date: calendarDate, miles: z.number() })),
})
export type Vehicle = z.infer<typeof Vehicle>

const vinPlease = text('Please enter a valid 17-character VIN number.')
const vin = z.string().check(
  z.overwrite(normalizeVin),
  z.maxLength(17, vinPlease),
  // The server asks for all 17 characters unless the car is from before 1981.
  z.regex(/^[A-Z0-9]{4,}$/, vinPlease),
)

export const VehicleForm = z.strictObject({
  make: requiredLine(text('Please enter vehicle make'), 60),
  model: requiredLine(text('Please enter vehicle model'), 80),
  year: z
    .string(text('Please enter vehicle year'))
    .check(
      z.trim(),
      z.minLength(4, text('Please enter vehicle year')),
      z.maxLength(4, text('Please enter a year like 2018')),
      z.regex(/^(19|20)\d\d$/, text('Please enter a year like 2018')),
    ),
  licensePlate: requiredLine(text('Please enter license plate'), 12),
  /** Set if the car came from a VIN lookup; the server decodes it again. */
  vin: z.optional(vin),
})
export type VehicleForm = z.infer<typeof VehicleForm>

const VehicleChange = z.strictObject({
  make: z.optional(VehicleForm.shape.make),
  model: z.optional(VehicleForm.shape.model),
  year: z.optional(VehicleForm.shape.year),
  licensePlate: z.optional(VehicleForm.shape.licensePlate),
  /** Null removes the VIN. */
  vin: z.nullish(vin),
})
export type VehicleChange = z.infer<typeof VehicleChange>

const whole = text('Please enter the miles as a whole number, for example 45200')

export const OdometerForm = z.strictObject({
  date: localDate(text('Please select a date')),
  miles: z
    .number(whole)
    .check(z.int(whole), z.minimum(0, whole), z.maximum(maxMiles, text('Please check the miles'))),
  /** For miles of ten times the last reading or more. */
  confirmed: z.optional(z.boolean()),
})
export type OdometerForm = z.infer<typeof OdometerForm>

const OdometerReading = z.object({
  date: calendarDate,
  miles: z.number(),
  /** Who read it; null if unknown. */
  readBy: z.nullable(z.enum(roles)),
})
export type OdometerReading = z.infer<typeof OdometerReading>

const VehicleLookup = z.object({
  success: z.boolean(),
  vehicleSpec: z.optional(VehicleSpec),
  /** The car was found and has no engine oil; `error` explains it. */
  noOil: z.optional(z.literal(true)),
  error: z.optional(z.string()),
})
export type VehicleLookup = z.infer<typeof VehicleLookup>

export const vehicles = endpoints({
  'GET /api/vehicles': {
    summary: 'Own vehicles; admins pass ?customerId',
    allow: ['customer', 'admin'],
    shows: ['vehicles'],
    query: z.strictObject({ customerId: z.optional(z.string().check(z.uuid())) }),
    response: z.array(Vehicle),
    errors: [404],
  },
  'POST /api/vehicles': {
    summary: 'Add a vehicle; its oil data is looked up',
    allow: ['customer', 'admin'],
    changes: ['vehicles'],
    query: z.strictObject({ customerId: z.optional(z.string().check(z.uuid())) }),
    body: VehicleForm,
    response: Vehicle,
    status: 201,
    errors: [404, 409],
    idempotent: 'in transaction',
  },
  'GET /api/vehicles/{id}': {
    summary: 'One vehicle',
    allow: ['customer', 'admin'],
    shows: ['vehicles'],
    response: Vehicle,
    errors: [404],
  },
  'PATCH /api/vehicles/{id}': {
    summary: "Correct a vehicle; a different car's oil data is looked up again",
    allow: ['customer', 'admin'],
    changes: ['vehicles', 'jobs'],
    body: VehicleChange,
    response: Vehicle,
    errors: [404, 409],
  },
  'GET /api/vehicles/{id}/jobs': {
    summary: 'Visits of one vehicle, newest service date first',
    allow: ['customer', 'admin'],
    shows: ['jobs'],
    query: z.strictObject(page),
    response: z.array(Job),
    errors: [404],
  },
  'GET /api/vehicles/{id}/odometer': {
    summary: 'Odometer readings, newest first',
    allow: ['customer', 'admin'],
    shows: ['vehicles'],
    response: z.array(OdometerReading),
    errors: [404],
  },
  'DELETE /api/vehicles/{id}/odometer/{date}': {
    summary: "Remove a day's reading",
    allow: ['customer', 'admin'],
    changes: ['vehicles'],
    response: done,
    errors: [404],
  },
  'POST /api/vehicles/{id}/odometer': {
    summary:
      "Add an odometer reading; a second one on the same day replaces the first. 409 has details.reason 'confirm' for ten times the last one or more without `confirmed`",
    allow: ['customer', 'admin'],
    changes: ['vehicles'],
    body: OdometerForm,
    response: OdometerReading,
    status: 201,
    errors: [404, 409],
  },
  'DELETE /api/vehicles/{id}': {
    summary: 'Delete a vehicle; refused while it has an active job; an admin can recover it',
    allow: ['customer', 'admin'],
    changes: ['vehicles'],
    response: done,
    errors: [404, 409],
  },
  'POST /api/vehicles/vin-lookup': {
    summary: 'Decode a VIN and recommend oil',
    allow: ['public'],
    changes: [],
    body: z.strictObject({ vin: z.string().check(z.overwrite(normalizeVin), z.maxLength(30)) }),
    response: VehicleLookup,
  },
  'POST /api/vehicles/plate-lookup': {
    summary: 'Look up a license plate and recommend oil',
    allow: ['public'],
    changes: [],
    body: z.strictObject({
      plate: requiredLine(text('Please enter both license plate and state.'), 12),
      state: z
        .string()
        .check(z.refine((code) => usStates.includes(code), text('Choose one of the 50 states'))),
    }),
    response: VehicleLookup,
  },
  'GET /api/vehicles/suggestions': {
    summary: 'Makes and models with model years, for suggestions while typing',
    allow: ['public'],
    shows: [],
    response: z.record(z.string(), z.record(z.string(), z.string())),
  },
})
