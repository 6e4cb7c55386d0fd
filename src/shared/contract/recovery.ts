import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'
import { instant, listQuery } from './fields.ts'
import { Vehicle } from './vehicles.ts'

const known = Vehicle.shape

/** A deleted car with its owner. */
export const DeletedVehicle = z.object({
  id: known.id,
  customerId: known.customerId,
  make: known.make,
  model: known.model,
  year: known.year,
  licensePlate: known.licensePlate,
  vin: known.vin,
  trim: known.trim,
  engine: known.engine,
  oilType: known.oilType,
  createdAt: known.createdAt,
  deletedAt: instant,
  customer: z.object({
    id: z.string(),
    name: z.string(),
    email: z.nullable(z.string()),
    phone: z.string(),
  }),
  /** Number of all its visits. */
  jobCount: z.number(),
  lastServiceDate: z.nullable(z.string()),
})
export type DeletedVehicle = z.infer<typeof DeletedVehicle>

export const deletedVehicleSorts = ['deleted', 'vehicle', 'customer'] as const

export const recovery = endpoints({
  'GET /api/admin/deleted-vehicles': {
    reads: 'much',
    summary: 'Deleted vehicles, last deleted first; ?search in plate, VIN, make, model and owner',
    allow: ['admin'],
    shows: ['vehicles', 'customers', 'jobs'],
    query: z.strictObject(listQuery(deletedVehicleSorts)),
    response: z.array(DeletedVehicle),
  },
  'PUT /api/admin/vehicles/{id}/recover': {
    summary:
      "Restore a deleted vehicle to its customer's account; refused if another of their vehicles has its plate or VIN",
    allow: ['admin'],
    changes: ['vehicles', 'customers'],
    response: Vehicle,
    errors: [404, 409],
  },
})
