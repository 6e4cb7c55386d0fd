import * as z from 'zod/mini'
import { jobStatuses } from '../rules/jobs.ts'
import { endpoints } from './endpoint.ts'
import { calendarDate } from './fields.ts'

const Car = { year: z.string(), make: z.string(), model: z.string(), licensePlate: z.string() }

export const FoundCustomer = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  phone: z.string(),
})
export type FoundCustomer = z.infer<typeof FoundCustomer>

export const FoundVehicle = z.object({
  id: z.string(),
  ...Car,
  vin: z.nullable(z.string()),
  customer: FoundCustomer,
  /** Its latest visit that is not cancelled. */
  jobId: z.nullable(z.string()),
})
export type FoundVehicle = z.infer<typeof FoundVehicle>

export const FoundJob = z.object({
  id: z.string(),
  number: z.string(),
  status: z.enum(jobStatuses),
  scheduledDate: calendarDate,
  scheduledTime: z.string(),
  vehicle: z.object(Car),
  customerName: z.string(),
})
export type FoundJob = z.infer<typeof FoundJob>

export const FoundTechnician = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  status: z.enum(['active', 'waiting', 'deactivated']),
})
export type FoundTechnician = z.infer<typeof FoundTechnician>

export const search = endpoints({
  'GET /api/admin/search': {
    reads: 'much',
    summary:
      'Search: customers by name, e-mail or phone, cars by plate, VIN (or its end) or make and model, visits by number, technicians by name; at most five of each, none for less than two letters',
    allow: ['admin'],
    shows: ['customers', 'vehicles', 'jobs', 'technicians'],
    query: z.strictObject({ q: z.string().check(z.maxLength(100)) }),
    response: z.object({
      customers: z.array(FoundCustomer),
      vehicles: z.array(FoundVehicle),
      jobs: z.array(FoundJob),
      technicians: z.array(FoundTechnician),
    }),
  },
})
