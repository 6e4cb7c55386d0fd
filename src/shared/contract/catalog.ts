import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'
import { oilType } from './fields.ts'

export const ServicePackage = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  basePrice: z.number(),
  oilType,
  features: z.array(z.string()),
  isActive: z.boolean(),
  serviceType: z.string(),
})
export type ServicePackage = z.infer<typeof ServicePackage>

/** What can be added to a visit. */
export const Addon = z.object({ id: z.string(), name: z.string(), price: z.string() })
export type Addon = z.infer<typeof Addon>

export const catalog = endpoints({
  'GET /api/service-packages': {
    summary: 'Packages on sale, cheapest first',
    allow: ['public'],
    shows: ['catalog'],
    response: z.array(ServicePackage),
  },
  'GET /api/addon-services': {
    summary: 'Add-ons that can be booked with a visit',
    allow: ['public'],
    shows: ['catalog'],
    response: z.array(Addon),
  },
})
