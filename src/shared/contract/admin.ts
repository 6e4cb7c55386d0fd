import * as z from 'zod/mini'
import { calendarDate, instant, localDate, money, optionalText, slot } from './fields.ts'
import { endpoints } from './endpoint.ts'

/** A figure and its value in the previous period. */
const Compared = z.object({ value: z.string(), previous: z.string() })

export const Stats = z.object({
  todayJobs: z.number(),
  todayRevenue: money,
  activeTechs: z.number(),
  /** Mean of all ratings, 1 decimal; null without reviews. */
  avgRating: z.nullable(z.number()),
  reviewCount: z.number(),
  /** The previous open day up to the same hour; null while today is closed. */
  compared: z.nullable(
    z.object({
      date: calendarDate,
      /** Visits of the whole day, like today's. */
      jobs: z.number(),
      revenue: money,
    }),
  ),
  weekRevenue: Compared,
  monthRevenue: Compared,
  pendingRevenue: money,
  /** Held on cards for visits ahead, and owed for completed visits. */
  pendingParts: z.object({ reserved: money, owed: money }),
  /** Captured money per business-local day, last 14 days, oldest first. */
  revenueByDay: z.array(z.object({ date: calendarDate, amount: money })),
  /** Whether any visit was ever booked. */
  hasVisits: z.boolean(),
})
export type Stats = z.infer<typeof Stats>

export const Utilization = z.object({
  /** This week and next, from Monday. */
  days: z.array(
    z.object({
      date: calendarDate,
      booked: z.number(),
      /**
       * Booked plus free seats; closed days and blocked slots count booked seats only. A slot that has begun keeps its count
       * from then; null for days before the first known one.
       */
      seats: z.nullable(z.number()),
    }),
  ),
})
export type Utilization = z.infer<typeof Utilization>

export const Rebooking = z.object({
  /** First and last day of the completed visits counted. */
  from: calendarDate,
  to: calendarDate,
  /** Customers with a visit completed in this range. */
  customers: z.number(),
  /** Those who booked another visit within six months of the first and did not cancel it. */
  rebooked: z.number(),
})
export type Rebooking = z.infer<typeof Rebooking>

export const Review = z.object({
  id: z.string(),
  rating: z.number(),
  comment: z.string(),
  customerName: z.string(),
  createdAt: instant,
})
export type Review = z.infer<typeof Review>

const BlockedSlot = z.object({
  date: calendarDate,
  timeSlot: slot(),
  isBlocked: z.boolean(),
  blockedReason: z.string(),
})

export const dashboard = endpoints({
  'GET /api/dashboard/stats': {
    reads: 'much',
    summary: 'Key figures of the business from jobs, reviews and the ledger',
    allow: ['admin'],
    shows: ['jobs', 'payments', 'technicians', 'reviews'],
    response: Stats,
  },
  'GET /api/dashboard/utilization': {
    reads: 'much',
    summary: 'Booked and total seats by day of this week and the next; past days as they were',
    allow: ['admin'],
    shows: ['availability', 'jobs', 'technicians', 'settings'],
    response: Utilization,
  },
  'GET /api/dashboard/rebooking': {
    reads: 'much',
    summary: 'Customers who booked again within six months',
    allow: ['admin'],
    shows: ['jobs'],
    response: Rebooking,
  },
  'GET /api/reviews/recent': {
    reads: 'much',
    summary: 'Newest reviews',
    allow: ['admin'],
    shows: ['reviews'],
    response: z.array(Review),
  },
})

const blockReason = optionalText(200)

/** An admin's reason for blocking a slot or day. */
export const BlockForm = z.strictObject({ reason: blockReason })

export const schedule = endpoints({
  'GET /api/admin/blocked-slots': {
    summary: 'The five slots of a date: blocked or not',
    allow: ['admin'],
    shows: ['availability'],
    query: z.strictObject({ date: localDate() }),
    response: z.array(BlockedSlot),
  },
  'GET /api/admin/blocked-slots/{date}': {
    summary: 'The same, with the date in the path',
    allow: ['admin'],
    shows: ['availability'],
    response: z.array(BlockedSlot),
  },
  'POST /api/admin/block-slot': {
    summary: 'Block or unblock one slot; bookings stay',
    allow: ['admin'],
    changes: ['availability'],
    body: z.strictObject({
      date: localDate(),
      timeSlot: slot(),
      isBlocked: z.boolean(),
      reason: blockReason,
    }),
    response: z.array(BlockedSlot),
  },
  'POST /api/admin/block-day': {
    summary: 'Block or unblock all five slots of a date; bookings stay',
    allow: ['admin'],
    changes: ['availability'],
    body: z.strictObject({
      date: localDate(),
      isBlocked: z.boolean(),
      reason: blockReason,
    }),
    response: z.array(BlockedSlot),
  },
})
