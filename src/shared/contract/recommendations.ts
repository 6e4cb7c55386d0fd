import * as z from 'zod/mini'
import { extraTypeIds } from '../rules/extras.ts'
import { endpoints } from './endpoint.ts'
import { calendarDate, done, localDate, money } from './fields.ts'

/** A line that its customer declined, and that was not offered again since. */
export const Recommendation = z.object({
  /** Of the line; `repeats` of a new estimate names it. */
  id: z.string(),
  serviceType: z.enum(extraTypeIds),
  description: z.string(),
  quantity: z.number(),
  unitPrice: z.number(),
  totalPrice: z.number(),
  productId: z.optional(z.string()),
  findingItemId: z.optional(z.string()),
  /** Day of the visit at which it was declined. */
  declinedOn: calendarDate,
})
export type Recommendation = z.infer<typeof Recommendation>

export const OfficeRecommendations = z.object({
  /** Of all cars, in dollars before sales tax. */
  total: money,
  /** The dearest cars first, at most 200; `cars` counts all of them. */
  cars: z.number(),
  entries: z.array(
    z.object({
      vehicle: z.object({ id: z.string(), name: z.string() }),
      customer: z.object({
        id: z.string(),
        name: z.string(),
        phone: z.string(),
        email: z.string(),
      }),
      /** Day of the car's next visit, if one is booked. */
      nextVisitOn: z.nullable(calendarDate),
      total: money,
      lines: z.array(Recommendation),
    }),
  ),
})
export type OfficeRecommendations = z.infer<typeof OfficeRecommendations>

/** Business-local days of the visits, both included. */
const declinedOn = { from: z.optional(localDate()), to: z.optional(localDate()) }

/** What customers declined, so that it is offered again. */
export const recommendations = endpoints({
  'GET /api/jobs/{id}/recommendations': {
    summary: "What the car's owner declined at earlier visits, for this one",
    allow: ['technician', 'admin'],
    shows: ['extras', 'jobs'],
    response: z.array(Recommendation),
    errors: [404],
  },
  'GET /api/vehicles/{id}/recommendations': {
    summary: "What the car's owner declined and was not offered again",
    allow: ['customer', 'admin'],
    shows: ['extras', 'vehicles'],
    response: z.array(Recommendation),
    errors: [404],
  },
  'GET /api/admin/recommendations': {
    reads: 'much',
    summary:
      'Declined lines of all cars, with their total; of visits on the days from ?from to ?to',
    allow: ['admin'],
    shows: ['extras', 'vehicles', 'customers'],
    query: z.strictObject(declinedOn),
    response: OfficeRecommendations,
  },
  'POST /api/admin/recommendations/{id}/dismiss': {
    summary: 'Take a declined line off the recommendations, for example if it was done elsewhere',
    allow: ['admin'],
    changes: ['extras'],
    response: done,
    errors: [404],
  },
  'DELETE /api/admin/recommendations/{id}/dismiss': {
    summary: 'Put it back',
    allow: ['admin'],
    changes: ['extras'],
    response: done,
    errors: [404],
  },
})
