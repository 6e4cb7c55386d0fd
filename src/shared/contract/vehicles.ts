import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { done, idParams, instant, oilType, required } from './fields.ts'
import { endpoints } from './endpoint.ts'

/** Result of a lookup. Capacity is quarts with filter, null when only the technician can tell. */
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
  /** Such as "0W-20", where a curated row says so. */
  viscosity: z.optional(z.string()),
  /** A sentence for the customer, such as "about 5.5 qt, confirmed by your technician". */
  note: z.optional(z.string()),
  /** Set when the check digit does not fit: look again, but go on if it is right. */
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
  /** True while a scheduled, assigned or in_progress job exists; deletion is refused then. */
  hasActiveJob: z.boolean(),
  lastServiceDate: z.nullable(z.string()),
})
export type Vehicle = z.infer<typeof Vehicle>

export const VehicleForm = z.strictObject({
  make: required(text('Please enter vehicle make'), 60),
  model: required(text('Please enter vehicle model'), 80),
  year: z
    .string(text('Please enter vehicle year'))
    .check(
      z.trim(),
      z.minLength(4, text('Please enter vehicle year')),
      z.regex(/^(19|20)\d\d$/, text('Please enter a year like 2018')),
    ),
  licensePlate: required(text('Please enter license plate'), 12),
  /** Given when the car came from a VIN lookup; the server decodes it again. */
  vin: z.optional(z.string().check(z.trim(), z.toUpperCase(), z.length(17))),
})
export type VehicleForm = z.infer<typeof VehicleForm>

const VehicleLookup = z.object({
  success: z.boolean(),
  vehicleSpec: z.optional(VehicleSpec),
  error: z.optional(z.string()),
})
export type VehicleLookup = z.infer<typeof VehicleLookup>

export const vehicles = endpoints({
  'GET /api/vehicles': {
    summary: 'Own vehicles; an admin names a customer with ?customerId',
    allow: ['customer', 'admin'],
    query: z.strictObject({ customerId: z.optional(z.string().check(z.uuid())) }),
    response: z.array(Vehicle),
    errors: [404],
  },
  'POST /api/vehicles': {
    summary: 'Add a vehicle; its oil data is looked up',
    allow: ['customer', 'admin'],
    query: z.strictObject({ customerId: z.optional(z.string().check(z.uuid())) }),
    body: VehicleForm,
    response: Vehicle,
    status: 201,
    errors: [404],
    idempotent: 'in transaction',
  },
  'GET /api/vehicles/{id}': {
    summary: 'One vehicle',
    allow: ['customer', 'admin'],
    params: idParams,
    response: Vehicle,
    errors: [404],
  },
  'DELETE /api/vehicles/{id}': {
    summary: 'Delete a vehicle; refused while it has an active job; an admin can recover it',
    allow: ['customer', 'admin'],
    params: idParams,
    response: done,
    errors: [404, 409],
  },
  'POST /api/vehicles/vin-lookup': {
    summary: 'Decode a VIN and recommend oil',
    allow: ['public'],
    body: z.strictObject({ vin: z.string().check(z.trim(), z.toUpperCase(), z.maxLength(30)) }),
    response: VehicleLookup,
    perMinute: 120,
  },
  'POST /api/vehicles/plate-lookup': {
    summary: 'Look a licence plate up and recommend oil',
    allow: ['public'],
    body: z.strictObject({
      plate: required(text('Please enter both license plate and state.'), 12),
      state: z
        .string()
        .check(z.regex(/^[A-Z]{2}$/, text('Please enter both license plate and state.'))),
    }),
    response: VehicleLookup,
    perMinute: 20,
  },
  'GET /api/vehicles/suggestions': {
    summary: 'Makes and models with their model years, to help typing',
    allow: ['public'],
    response: z.record(z.string(), z.record(z.string(), z.string())),
  },
})
