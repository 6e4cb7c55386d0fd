import * as z from 'zod/mini'
import { slotStatuses } from '../rules/slots.ts'
import { text } from '../texts/t.ts'
import { endpoints } from './endpoint.ts'
import { address, calendarDate, instant, localDate, slot, uuid } from './fields.ts'
import { Job } from './jobs.ts'

/** The office's view of a day. */
export const ScheduleDay = z.object({
  date: calendarDate,
  /** Whether the business works on that weekday. */
  serviceDay: z.boolean(),
  slots: z.array(
    z.object({
      timeSlot: slot(),
      /** The office's status of the slot: `past` once it has started. */
      status: z.enum(slotStatuses),
      /** Seats of the slot, and how many are taken. */
      capacity: z.number(),
      booked: z.number(),
      /** Booked visits without a technician. */
      unassigned: z.number(),
      /** Requests awaiting the office; they take no seat. */
      requests: z.number(),
      isBlocked: z.boolean(),
      blockedReason: z.string(),
    }),
  ),
})
export type ScheduleDay = z.infer<typeof ScheduleDay>

/** The part of `Job` that boards show and use to decide where it may be placed. */
export const BoardVisit = z.object({
  ...z.pick(Job, {
    id: true,
    number: true,
    technicianId: true,
    technicianLock: true,
    vehicleId: true,
    oilType: true,
    scheduledDate: true,
    scheduledTime: true,
    serviceAddress: true,
    coordinates: true,
    minutes: true,
    needsConfirmation: true,
    status: true,
    finalAmount: true,
  }).shape,
  vehicle: z.pick(Job.shape.vehicle, { year: true, make: true, model: true, licensePlate: true }),
  customer: z.pick(Job.shape.customer, { name: true, phone: true, isUnreached: true }),
  technician: z.nullable(z.object({ id: z.string(), name: z.string() })),
})
export type BoardVisit = z.infer<typeof BoardVisit>

const Assignment = z.object({
  jobId: z.string(),
  number: z.string(),
  timeSlot: slot(),
  vehicle: z.object({ year: z.string(), make: z.string(), model: z.string() }),
  customerName: z.string(),
  /** The planned technician; null if no one can do it. */
  technician: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** Whether they are assigned now. */
  assigned: z.boolean(),
  /** Why no one can do it, or why it could not be assigned. */
  problem: z.nullable(z.string()),
})
export type Assignment = z.infer<typeof Assignment>

const place = z.object({ latitude: z.number(), longitude: z.number() })

const DayRoad = z.object({
  /** ISO weekday. */
  weekday: z.number(),
  /** Minutes between arriving and a visit's start. */
  bufferMinutes: z.number(),
  /** The business's hours that day, `HH:MM`. */
  hours: z.object({ from: z.string(), to: z.string() }),
  /** Where technicians without a home start the day. */
  starts: z.array(place),
  /** When the clock changes that day: times from this minute after midnight on are shifted by these minutes. */
  clockChange: z.optional(z.object({ from: z.number(), minutes: z.number() })),
  /** Rounded places, and the router's minutes between them; null if unknown, so that the estimate counts. */
  points: z.array(place),
  minutes: z.array(z.array(z.nullable(z.number()))),
  /** The correction factor for drives that begin in each hour. */
  factors: z.array(z.number()),
  /** Where and when technicians start: all of them for the office, else only the technician who asks. */
  drivers: z.array(
    z.object({
      id: z.string(),
      home: z.nullable(place),
      hours: z.nullable(z.object({ from: z.string(), to: z.string() })),
    }),
  ),
  /** The router's miles of the day's drives; others are estimated. */
  legs: z.array(z.object({ from: place, to: place, miles: z.number() })),
  /** The position of the requested address; `isCenter`: only its ZIP code is known. */
  place: z.optional(z.nullable(z.object({ ...place.shape, isCenter: z.optional(z.boolean()) }))),
})

const Driven = z.object({ minutes: z.number(), miles: z.number() })

const technicianChange = { from: z.nullable(uuid()), to: z.nullable(uuid()) }

export const OptimizedDay = z.object({
  moves: z.array(
    z.object({
      jobId: z.string(),
      from: z.nullable(z.string()),
      to: z.nullable(z.string()),
      /**
       * Minutes of the drive to the visit, then and now. `room`: not shorter itself, but shortens the day. Missing for
       * given moves.
       */
      reason: z.optional(
        z.object({
          kind: z.enum(['placed', 'shorter', 'room']),
          minutes: z.number(),
          minutesNow: z.optional(z.number()),
        }),
      ),
    }),
  ),
  /** Drives to the first visit and between visits, by the router where it was asked, else estimated. */
  before: Driven,
  after: Driven,
  technicians: z.array(
    z.object({ id: z.string(), name: z.string(), before: Driven, after: Driven }),
  ),
  /** Visits for which no technician was found, and why. */
  unassigned: z.array(z.object({ jobId: z.string(), reason: z.string() })),
  /** Visits that keep their technician, and why. */
  locked: z.array(z.object({ jobId: z.string(), reason: z.string() })),
  /** The day's version, which changes with its visits, their technicians and who works. */
  version: z.string(),
})
export type OptimizedDay = z.infer<typeof OptimizedDay>

export const dispatch = endpoints({
  'GET /api/admin/schedule': {
    reads: 'much',
    summary: 'Days and slots for planning: seats, visits, blocks; at most 42 days',
    allow: ['admin'],
    shows: ['jobs', 'availability', 'technicians', 'settings'],
    query: z.strictObject({ from: localDate(), to: localDate() }),
    response: z.array(ScheduleDay),
  },
  'GET /api/admin/board': {
    reads: 'much',
    summary: "A date's visits for the day board, without cancelled ones; at most 1000",
    allow: ['admin'],
    shows: ['jobs'],
    query: z.strictObject({ date: localDate() }),
    response: z.array(BoardVisit),
  },
  'GET /api/road': {
    reads: 'much',
    summary:
      "What a date's drives depend on: of all its visits, for a technician of their own. `address`: one more place, for the office",
    allow: ['technician', 'admin'],
    shows: ['jobs', 'technicians', 'settings'],
    query: z.strictObject({ date: localDate(), address: z.optional(address) }),
    response: DayRoad,
  },
  'POST /api/admin/schedule/assign': {
    summary:
      "Assign a day's unassigned visits, least busy technician first, then the nearest. `dryRun` only proposes; `visits` applies a proposal, each visit once, otherwise 400. Each visit has its own result, with the reason if it fails, such as a visit on another day",
    allow: ['admin'],
    changes: ['jobs', 'availability', 'technicians', 'conversation', 'position', 'notifications'],
    body: z.strictObject({
      date: localDate(),
      dryRun: z.optional(z.boolean()),
      visits: z.optional(
        z.array(z.strictObject({ jobId: uuid(), technicianId: uuid() })).check(z.maxLength(1000)),
      ),
    }),
    maxBytes: 163_840,
    response: z.array(Assignment),
    errors: [404],
  },
  'POST /api/admin/days/{date}/optimize': {
    summary:
      "Find the technicians with the least driving for a day's visits; times stay. `dryRun` only proposes. Otherwise all moves are made or none: `moves` as proposed, or reversed with `undo`; without it the best ones. 409 if the day is no longer of the `version`, or the moves cannot be driven",
    allow: ['admin'],
    changes: ['jobs', 'availability', 'technicians', 'conversation', 'position', 'notifications'],
    body: z
      .strictObject({
        dryRun: z.optional(z.boolean()),
        version: z.optional(z.string().check(z.maxLength(64))),
        /** `moves` undo an applied proposal, even to a day that cannot be driven. */
        undo: z.optional(z.boolean()),
        moves: z.optional(
          z.array(z.strictObject({ jobId: uuid(), ...technicianChange })).check(z.maxLength(1000)),
        ),
      })
      .check(
        z.refine(
          ({ dryRun, version }) => dryRun || version !== undefined,
          text('Please look at the proposal first'),
        ),
      ),
    maxBytes: 262_144,
    response: OptimizedDay,
    errors: [409],
  },
  'GET /api/admin/positions': {
    summary: 'Positions of technicians on the way, while they share them',
    allow: ['admin'],
    shows: ['position'],
    response: z.array(
      z.object({
        jobId: z.string(),
        technicianId: z.string(),
        latitude: z.number(),
        longitude: z.number(),
        recordedAt: instant,
        expiresAt: instant,
      }),
    ),
  },
})
